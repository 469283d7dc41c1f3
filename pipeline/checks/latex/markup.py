"""Faults of Pango markup in `MarkupText`, found by an XML parser."""

import ast
import re
from collections.abc import Iterable, Iterator

from pipeline.checks.folding import HOLE, Folder
from pipeline.checks.latex.sinks import MARKUP, Names
from pipeline.checks.patterns import Pattern
from pipeline.checks.words import words
from pipeline.schema.finding import Finding, TextEdit

_TAGS = words("span b big i s sub sup small tt u color gradient markup")
_LONE = Pattern(r"&(?!(?:[a-zA-Z]+|#\d+|#x[0-9a-fA-F]+);)")
_MAX = 20_000


def markup_findings(
    calls: Iterable[ast.Call], names: Names, folder: Folder, source: str
) -> Iterator[Finding]:
    """One finding for each string of markup that Pango refuses."""
    for node in calls:
        if names.of(node.func)[0] not in MARKUP:
            continue
        given = [*node.args[:1], *(k.value for k in node.keywords if k.arg == "text")]
        for value in given[:1]:
            options = folder.strings(value)
            reasons = [reason for text in options if (reason := _fault(text))]
            if reasons:
                certain = len(options) == 1
                yield Finding(
                    rule="markup",
                    severity="error" if certain else "warning",
                    layer="latex",
                    line=value.lineno,
                    message=f"The markup cannot be read: {reasons[0]}.",
                    suggestion="Write &lt; for <, &amp; for &, close every tag, and use Pango's "
                    "tags only; or use Text.",
                    edits=_escaped(value, source),
                )


def _escaped(node: ast.expr, source: str) -> tuple[TextEdit, ...]:
    """Escapes in a literal without any tag, where the program shows it on one line."""
    if not isinstance(node, ast.Constant) or node.end_lineno != node.lineno:
        return ()
    written = ast.get_source_segment(source, node)
    if written is None or node.end_col_offset is None or re.search(r"</?\w+[^<]*>", written):
        return ()
    line = source.encode().splitlines()[node.lineno - 1]
    column = len(line[: node.col_offset].decode())
    return (
        TextEdit(
            line=node.lineno,
            column=column,
            end_line=node.lineno,
            end_column=column + len(written),
            replacement=_LONE.sub("&amp;", written).replace("<", "&lt;"),
        ),
    )


def _fault(text: str) -> str:
    """Why Pango refuses a markup, or ""."""
    if HOLE in text or len(text) > _MAX or "\0" in text:
        return ""
    lone = _LONE.search(text)
    if lone is not None:
        return f"a bare & at character {lone.start() + 1}"
    import xml.etree.ElementTree as ET  # few programs have markup

    try:
        tree = ET.fromstring(f"<markup>{text}</markup>")
    except ET.ParseError as error:
        return str(error).partition(":")[0]
    unknown = [tag for tag in (element.tag for element in tree.iter()) if tag not in _TAGS]
    return f"the tag <{unknown[0]}> is unknown" if unknown else ""
