"""TeX and Typst sources that would read or write files or run something.

Typesetting is free, macros of one's own included; what is refused are the commands that leave the
page. TeX runs with its file access closed anyway; this check says so early and with a line.
"""

import re
from typing import NamedTuple

from pipeline.checks.folding import HOLE
from pipeline.checks.patterns import Pattern
from pipeline.checks.words import words

_COMMAND = Pattern(r"\\([A-Za-z@]+)")
_ENVIRONMENT = Pattern(r"\\begin\s*\{\s*([A-Za-z@]+)[*\s]*\}")
_ENVIRONMENT_BY_MACRO = Pattern(r"\\begin\s*\{[^{}]*\\")
_CLASS_BY_PATH = Pattern(r"\\documentclass\s*(?:\[[^\]]*\])?\s*\{([^{}]*[/\\~][^{}]*)\}")
# The folder's mark for what cannot be read off, right behind the beginning of a command.
_UNFINISHED = Pattern(r"\\([A-Za-z@]{2,})\ufffc")
_PACKAGE = Pattern(r"\\(?:usepackage|RequirePackage)\s*(?:\[[^\]]*\])?\s*\{([^{}]*)\}", re.DOTALL)
_PACKAGE_COMMAND = Pattern(r"\\(?:usepackage|RequirePackage)\b")
_PLOT_FILE = Pattern(
    r"\\addplot3?\+?\s*(?:\[[^\]]*\])?\s*(table|file|graphics|gnuplot|shell)\b"
    r"|\btable\s*(?:\[[^\]]*\])?\s*\{[^{}\n]*\.(?:csv|dat|txt|tsv)\}"
)

FORBIDDEN_COMMANDS = words(
    "input include openin openout closein closeout read readline write immediate newread newwrite"
    " special catcode csname scantokens everyeof directlua latelua luadirect luaexec luacode"
    " IfFileExists InputIfFileExists graphicspath import subimport includefrom inputfrom subfile"
    " externaldocument bibliography addbibresource makeindex tableofcontents starttoc"
    " ShellEscape bash ExplSyntaxOn pdffiledump pdffilesize pdfmdfivesum filedump"
    " pdfximage XeTeXpicfile XeTeXpdffile verbatimfile VerbatimOut CatchFileDef CatchFileEdef"
    " DTLloaddb csvreader csvautotabular csvloop pgfplotstableread pgfplotstabletypeset"
    " pgfdeclareimage pgfimage lccode uccode endlinechar escapechar usepgfmodule"
    " onefilewithoptions fileswith@ptions pgfsys@invoke pgfsys@@invoke pdfprimitive primitive"
    " nameuse csuse csexpandonce UseName LoadClass LoadClassWithOptions documentstyle font openlog"
)
_FORBIDDEN_PARTS = ("input", "include", "csname", "catcode", "shellescape", "lstinput")
_HARMLESS_COMMANDS = frozenset(("includeonly",))
FORBIDDEN_ENVIRONMENTS = words(
    "filecontents VerbatimOut verbatimwrite luacode pycode sagesilent bash minted"
    " asy asydef gnuplot dot2tex"
)
# Packages that read or write files, run programs, or open the engine. Others are typesetting, or
# are not installed, which TeX itself reports with the name of the missing file.
FORBIDDEN_PACKAGES = words(
    "shellesc shelltex bashful catchfile minted pythontex sagetex luacode luatexbase lua-ul"
    " epstopdf svg filecontents newfile morewrites currfile readarray datatool csvsimple import"
    " subfiles docmute embedfile attachfile attachfile2 media9 animate movie15 pdfpages"
    " auto-pst-pdf pst-pdf gnuplottex asymptote dot2texi write18 perltex runcode iexec memoize"
    " robust-externalize verbatimbox fileerr texosquery expl3-sys l3sys-shell pstool"
)

_TYPST_FILE = Pattern(
    r"\b(read|csv|json|toml|yaml|xml|cbor|plugin|bibliography|image)\s*\("
    r"|(?:[#(=,{]|\bstd\.)\s*(read|csv|json|toml|yaml|xml|cbor|plugin|bibliography|image)\b"
    r"(?!\s*[:=])"
    r"|#(include|import)\b|\b(include|import)\s+[\"@]"
)


class TexFault(NamedTuple):
    """A rule, and what was found, as it stands in the source."""

    rule: str
    found: str


def tex_faults(source: str) -> list[TexFault]:
    """What a TeX source does beyond typesetting; empty if nothing."""
    if "\\" not in source and "^^" not in source and "table" not in source:
        return []
    faults = [
        TexFault("tex-command", "\\" + name)
        for name in dict.fromkeys(_COMMAND.findall(source))
        if _is_forbidden(name)
    ]
    if "\\begin" in source:
        faults += _environment_faults(source)
    if "\\documentclass" in source:
        faults += [TexFault("tex-package", name) for name in _CLASS_BY_PATH.findall(source)]
    if HOLE in source:
        faults += [
            TexFault("tex-command", f"a command that begins with \\{begun} and is put together")
            for begun in _UNFINISHED.findall(source)
            if any(name.startswith(begun) for name in (*FORBIDDEN_COMMANDS, *_FORBIDDEN_PARTS))
        ]
    if ("table" in source or "plot" in source) and _PLOT_FILE.search(source):
        faults.append(TexFault("tex-command", "a plot of a file or of another program"))
    # TeX reads ^^5c as a backslash: commands could be spelled without being seen.
    if "^^" in source and ("\\" in source or re.search(r"\^\^[0-9a-f]{2}", source)):
        faults.append(TexFault("tex-command", "the ^^ notation, which can spell any command"))
    return faults + (_package_faults(source) if "ackage" in source else [])


def typst_faults(source: str) -> list[TexFault]:
    """What a Typst source does beyond typesetting; empty if nothing."""
    found = _TYPST_FILE.search(source)
    return [TexFault("typst-file", found.group().strip(' (#"@=,{'))] if found else []


def _is_forbidden(name: str) -> bool:
    bare = name.strip("@")
    if bare in _HARMLESS_COMMANDS:
        return False
    return bare in FORBIDDEN_COMMANDS or any(part in bare.lower() for part in _FORBIDDEN_PARTS)


def _environment_faults(source: str) -> list[TexFault]:
    faults = [
        TexFault("tex-command", f"the environment {name}")
        for name in dict.fromkeys(_ENVIRONMENT.findall(source))
        # An environment runs the command of its name.
        if name in FORBIDDEN_ENVIRONMENTS or _is_forbidden(name)
    ]
    if _ENVIRONMENT_BY_MACRO.search(source):
        faults.append(TexFault("tex-command", "an environment whose name is not written out"))
    return faults


def _package_faults(source: str) -> list[TexFault]:
    lists = _PACKAGE.findall(source)
    names = [name.strip() for listed in lists for name in listed.split(",") if name.strip()]
    faults = [
        TexFault("tex-package", name)
        for name in names
        if name in FORBIDDEN_PACKAGES or not re.fullmatch(r"[\w.+-]+", name) or ".." in name
    ]
    if len(_PACKAGE_COMMAND.findall(source)) > len(lists):
        faults.append(TexFault("tex-package", "a package whose name is not written out"))
    return faults
