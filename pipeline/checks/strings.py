"""Rules for the texts of a program: TeX and Typst sources and the paths of assets.

A text is judged where it goes. What is only displayed (`Text`, `print`, ...) is free; what goes
into a Manim call is judged there; the rest (kept in variables, passed to the program's own
functions) is judged only if some TeX or asset call takes a value that cannot be read off.
"""

import ast
from collections.abc import Sequence
from typing import Literal

from pipeline import tex_engine
from pipeline.checks import policy
from pipeline.checks.folding import HOLE, Folder
from pipeline.checks.patterns import Pattern
from pipeline.checks.refusals import Refusals
from pipeline.checks.scopes import Refs
from pipeline.checks.tex import TexFault, tex_faults, typst_faults

Mode = Literal["display", "sink", "typst", "neutral"]

_OUTSIDE = Pattern(
    r"^\s*(/|~|\\\\|[A-Za-z]:[\\/]|[A-Za-z][\w+.-]+://|file:|data:|\$|%\w+%)|(^|[\\/])\.\.([\\/]|$)"
)
# Methods of Manim that typeset what they are given have these in their names.
_TYPESET = ("label", "tex", "title")
# A path among texts that may be anything: at least two parts, nothing but path characters.
_PATH_LIKE = Pattern(
    r"^(?:(?:/|~/|(?:\.\./)+|[A-Za-z]:[\\/])[\w.+-]+(?:[\\/][\w.+ -]+)*[\\/]?"
    r"|[A-Za-z][\w+.-]+://\S+)$"
)


class Strings:
    """Judges the texts of one program; `finish` after the walk."""

    def __init__(self, folder: Folder, refusals: Refusals, tex_names: frozenset[str]) -> None:
        self._folder = folder
        self._refusals = refusals
        self._tex = frozenset(f"manim.{name}" for name in tex_names)
        self._kept: dict[int, tuple[ast.expr, tuple[str, ...]]] = {}
        self._open_tex = False
        self._open_asset = False

    def mode(self, callee: Refs, current: Mode, method: str | None) -> Mode:
        """How the texts among the arguments of a call are judged."""
        if callee & policy.DISPLAY_CALLS:
            return "display"
        if callee & policy.TYPST_CALLS:
            return "typst"
        typeset = method is not None and (
            method in policy.TEX_METHODS or any(part in method for part in _TYPESET)
        )
        if typeset or any(ref.startswith("manim.") for ref in callee):
            return "sink"
        return current

    def text(self, node: ast.expr, mode: Mode) -> None:
        """Judge one text (a whole concatenation, not its pieces)."""
        if mode == "display" or self._refusals.silent:
            return
        options = self._folder.strings(node)
        if mode == "neutral":
            self._kept[id(node)] = (node, options)
            return
        for option in options:
            faults = typst_faults(option) if mode == "typst" else tex_faults(option)
            self._report(node, faults)

    def call(self, node: ast.Call, callee: Refs, method: str | None) -> None:
        """Judge the arguments of a call together: joined TeX, and paths of assets."""
        is_tex = bool(callee & self._tex) or method in policy.TEX_METHODS
        if is_tex or callee & policy.TYPST_CALLS:
            arguments = self._unstarred(node.args)
            options = [self._folder.strings(a) for a in arguments if not _starred(a)]
            whole = "".join(option[0] for option in options)
            for text in dict.fromkeys((whole, *(text for option in options for text in option))):
                self._report(node, tex_faults(text) if is_tex else typst_faults(text))
            unknown = any(HOLE in text for option in options for text in option)
            self._open_tex |= unknown or any(map(_starred, arguments))
        if "manim.TexTemplate" in callee or method == "set_compiler":
            self._compiler(node)
        if "manim.TexTemplate" in callee:
            self._output(node)
        for name in callee & policy.ASSET_CALLS.keys():
            self._asset(node, *policy.ASSET_CALLS[name])
        for keyword in node.keywords:
            if keyword.arg in policy.ASSET_KEYWORDS:
                self._path(keyword.value)
            if keyword.arg == "tex_compiler":
                self._compiler_name(keyword.value)
        for ref in callee:  # a method under another name
            last = ref.rpartition(".")[2]
            if last != method and last in policy.ASSET_METHODS:
                self._asset(node, *policy.ASSET_METHODS[last])
        if method in policy.ASSET_METHODS:
            position, keywords = policy.ASSET_METHODS[method]
            self._asset(node, position, keywords)
            if position is not None:  # called through the class, with the scene before it
                self._asset(node, position + 1, ())

    def _unstarred(self, arguments: Sequence[ast.expr]) -> list[ast.expr]:
        """Arguments with the lists among them taken apart, as far as they are written out."""
        found: list[ast.expr] = []
        for argument in arguments:
            inner = argument.value if isinstance(argument, ast.Starred) else None
            if isinstance(inner, ast.Name):
                values = self._folder.values_of(inner.id)
                inner = values[0] if len(values) == 1 else None
            parts = inner.elts if isinstance(inner, ast.List | ast.Tuple) else [argument]
            found += parts
        return found

    def mentioned(self, method: str) -> None:
        """Note that a method which takes the path of an asset is reached without a plain call."""
        self._open_asset |= method in policy.ASSET_METHODS

    def passed_on(self, refs: Refs) -> None:
        """Note that a callable goes somewhere as a value (`map(MathTex, texts)`)."""
        self._open_asset |= bool(refs & policy.ASSET_CALLS.keys())
        self._open_tex |= bool(refs & self._tex)

    def assigned(self, name: str, value: ast.expr) -> None:
        """Judge a value that is assigned to an attribute, such as a template's preamble."""
        if name in policy.ASSET_ATTRIBUTES:
            self._path(value)
        elif name == "tex_compiler":
            self._compiler_name(value)

    def finish(self) -> None:
        """Judge the kept texts, if a call takes what could be any of them."""
        for node, options in self._kept.values():
            for option in options:
                if self._open_tex:
                    self._report(node, tex_faults(option))
                if self._open_asset and _PATH_LIKE.match(option):
                    self._outside(option, node)

    def _report(self, node: ast.AST, faults: list[TexFault]) -> None:
        for rule, found in faults:
            if rule == "tex-package":
                message = f"The TeX package {found!r} reads or writes files or runs programs."
                suggestion = "Use packages for typesetting only, or draw it with Manim."
            elif rule == "typst-file":
                message = f"The Typst source uses `{found}`, which reads files."
                suggestion = "Write the content into the source."
            else:
                message = f"The TeX source uses {found}, which reaches beyond the page."
                suggestion = "Write the content into the formula itself."
            self._refusals.add(rule, node, message, suggestion)

    def _asset(self, node: ast.Call, position: int | None, keywords: tuple[str, ...]) -> None:
        if position is not None and len(node.args) > position:
            self._path(node.args[position])
        for keyword in node.keywords:
            if keyword.arg in keywords:
                self._path(keyword.value)
            elif keyword.arg is None:
                self._unpacked(keyword.value, keywords)

    def _unpacked(self, value: ast.expr, keywords: tuple[str, ...]) -> None:
        if not isinstance(value, ast.Dict):
            self._open_asset = True
            return
        for key, item in zip(value.keys, value.values, strict=True):
            if key is None or self._folder.strings(key)[0] in (*keywords, HOLE):
                self._path(item)

    def _path(self, node: ast.expr) -> None:
        if isinstance(node, ast.Starred):
            self._open_asset = True
            return
        for option in self._folder.strings(node):
            if _OUTSIDE.search(option):
                self._outside(option, node)
            elif HOLE in option:
                self._open_asset = True

    def _outside(self, path: str, node: ast.AST) -> None:
        shown = path.replace(HOLE, "…")[:60]
        self._refusals.add(
            "asset-path",
            node,
            f"The path {shown!r} lies outside the project.",
            "Use a relative path within the project, or draw the picture.",
        )

    def _compiler(self, node: ast.Call) -> None:
        for value in node.args[:1]:
            self._compiler_name(value)

    def _compiler_name(self, value: ast.expr) -> None:
        for option in self._folder.strings(value):
            if option != tex_engine.COMPILER:
                shown = option.replace(HOLE, "…")[:40]
                self._refusals.add(
                    "tex-compiler",
                    value,
                    f"The TeX engine {shown!r} is not one the studio runs.",
                    policy.ENGINE_ADVICE,
                )

    def _output(self, node: ast.Call) -> None:
        """Judge the kind of output of a template, unless its engine is refused already."""
        given = {keyword.arg: keyword.value for keyword in node.keywords}
        engine = node.args[0] if node.args else given.get("tex_compiler")
        output = node.args[2] if len(node.args) > 2 else given.get("output_format")
        if engine is not None and self._folder.strings(engine) != (tex_engine.COMPILER,):
            return
        for option in self._folder.strings(output) if output is not None else ():
            if output is not None and option not in (tex_engine.OUTPUT, HOLE):
                self._refusals.add(
                    "tex-compiler",
                    output,
                    f"The studio runs TeX for {tex_engine.OUTPUT} output, not for {option[:20]!r}.",
                    policy.ENGINE_ADVICE,
                )


def _starred(node: ast.expr) -> bool:
    return isinstance(node, ast.Starred)
