"""TeX inside the worker: our own light template, only the chosen programs, readable failures.

Takes the place of the compile steps of `manim.utils.tex_file_writing`. Every way in which TeX
can fail becomes one `TexError`, so that nothing has to be guessed from exception types.
"""

import os
import re
import signal
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

import manim.utils.tex as manim_tex
import manim.utils.tex_file_writing as manim_writing
from manim import TexTemplate, config

from pipeline import tex_engine
from pipeline.render.plaintext import clean

TEMPLATE = Path(__file__).resolve().parents[2] / "resources" / "tex" / "template.tex"
LATEX_OPTIONS = ("-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape")
_PLACE = "YourTextHere"
_EXCERPT_LINES = 14
_MARK = re.compile(r"\\special\{dvisvgm:raw [^}]*\}")
_MANIM_CLASS = r"\documentclass[preview]{standalone}"

Kind = Literal["compile", "convert", "missing", "timeout", "engine"]


class TexError(ValueError):
    """TeX did not produce a picture.

    Attributes:
        kind: what went wrong; `missing` means this machine lacks a program.
        log: the lines of the TeX log that matter.
    """

    def __init__(self, kind: Kind, message: str, log: str = "") -> None:
        super().__init__(message)
        self.kind: Kind = kind
        self.log = log


@dataclass(frozen=True)
class Programs:
    """The TeX programs by path ("" where missing) and the seconds one of them may take.

    `format` is a format file with our preamble loaded (see `texformat`), or "".
    """

    latex: str
    dvisvgm: str
    seconds: float
    format: str = ""


def install(programs: Programs) -> None:
    """Make Manim use our template and our compile steps."""
    _install_template()
    module = vars(manim_writing)
    module["compile_tex"] = lambda tex_file, compiler, output_format: _compile(
        programs, tex_file, compiler, output_format
    )
    module["convert_to_svg"] = lambda dvi_file, extension, page=1: _convert(
        programs, dvi_file, page
    )
    module["delete_nonsvg_files"] = lambda additional_endings=(): None


def _install_template() -> None:
    """`TexTemplate()` becomes ours: its defaults, and its body for our class and Manim's own.

    The class line carries `preview` with it, so that a program may replace or extend the
    preamble and still gets a tight picture.
    """
    head, _, tail = TEMPLATE.read_text(encoding="utf-8").partition(r"\begin{document}")
    lines = head.strip().split("\n")
    document_class, preamble = "\n".join(lines[:2]), "\n".join(lines[2:])
    before, _, after = tail.partition(_PLACE)
    opening, closing = r"\begin{document}" + before.rstrip(), after.strip()
    parameters = (tex_engine.COMPILER, "", tex_engine.OUTPUT, document_class, preamble, _PLACE, "")
    TexTemplate.__init__.__defaults__ = parameters
    for name, value in zip(TexTemplate.__match_args__, parameters, strict=True):
        setattr(TexTemplate, name, value)
    vars(manim_tex)["_DEFAULT_PREAMBLE"] = preamble

    def body(template: TexTemplate) -> str:
        if template._body:
            return template._body
        own = template.documentclass in (document_class, _MANIM_CLASS)
        parts = [
            document_class if own else template.documentclass,
            template.preamble,
            opening if own else r"\begin{document}",
            template.post_doc_commands,
            template.placeholder_text,
            closing if own else r"\end{document}",
        ]
        return "\n".join(part for part in parts if part)

    def set_body(template: TexTemplate, value: str) -> None:
        template._body = value

    # A dataclass property cannot be replaced in a way the type checker follows.
    setattr(TexTemplate, "body", property(body, set_body))  # noqa: B010
    config.tex_template = TexTemplate()


def environment(folder: Path) -> dict[str, str]:
    """The environment TeX runs in: no shell escape, no files outside its folder and its own."""
    return {
        "PATH": os.environ.get("PATH", "/usr/bin:/bin"),
        "HOME": os.environ.get("HOME", str(folder)),
        "TMPDIR": os.environ.get("TMPDIR", str(folder)),
        "LC_ALL": "C.UTF-8",
        "SOURCE_DATE_EPOCH": "0",
        "openin_any": "p",
        "openout_any": "p",
        "shell_escape": "f",
        "max_print_line": "1000",
        "MKTEXPK": "0",
        "MKTEXTFM": "0",
    }


def _run(programs: Programs, command: list[str], folder: Path) -> int:
    """Run a TeX program in `folder`; its exit code."""
    name = Path(command[0]).name
    try:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment(folder),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    except FileNotFoundError as missing:
        raise TexError("missing", f"{name} is not installed on this machine") from missing
    try:
        code = process.wait(timeout=programs.seconds)
    except subprocess.TimeoutExpired as expired:
        # The sandbox lets a job kill nobody; its supervisor ends TeX with the job.
        raise TexError(
            "timeout",
            f"TeX ({name}) did not finish an expression within {programs.seconds:.0f} s; "
            "a macro may call itself without end",
        ) from expired
    if code in (-signal.SIGXCPU, -signal.SIGKILL):
        raise TexError("timeout", f"TeX ({name}) used up its processor time on one expression")
    return code


def _compile(
    programs: Programs, tex_file: Path, compiler: str | list[str], output_format: str
) -> Path:
    result = tex_file.with_suffix(".dvi")
    if not tex_engine.runs(compiler, output_format):
        raise TexError(
            "engine",
            f"only latex with dvi output runs here, not {compiler} with {output_format} output",
        )
    if not programs.latex:
        raise TexError("missing", "latex is not installed on this machine")
    if programs.format and _compile_rest(programs, tex_file):
        return result
    code = _run(programs, [programs.latex, *LATEX_OPTIONS, tex_file.name], tex_file.parent)
    log = read_log(tex_file.with_suffix(".log"))
    if code != 0 or not result.exists():
        message, excerpt = summarise(log, _user_lines(tex_file))
        raise TexError("compile", message, excerpt)
    return result


def _compile_rest(programs: Programs, tex_file: Path) -> bool:
    """Compile with our preamble already loaded; False if the source does not begin with it, or
    on any fault, which is then met again, and reported, by the ordinary way.
    """
    before, found, rest = tex_source(tex_file).partition(preamble_of_template())
    if before or not found:
        return False
    short = tex_file.with_suffix(".rest.tex")
    short.write_text(rest, encoding="utf-8")
    command = [programs.latex, f"-fmt={programs.format}", f"-jobname={tex_file.stem}"]
    code = _run(programs, [*command, *LATEX_OPTIONS, short.name], tex_file.parent)
    return code == 0 and tex_file.with_suffix(".dvi").exists()


@cache
def preamble_of_template() -> str:
    """Our template up to the beginning of the document."""
    return TEMPLATE.read_text(encoding="utf-8").partition(r"\begin{document}")[0].strip()


def _convert(programs: Programs, dvi_file: Path, page: int) -> Path:
    result = dvi_file.with_suffix(".svg")
    if not programs.dvisvgm:
        raise TexError("missing", "dvisvgm is not installed on this machine")
    command = [programs.dvisvgm, f"--page={page}", "--no-fonts", "--verbosity=0"]
    _run(programs, [*command, f"--output={result.name}", dvi_file.name], dvi_file.parent)
    source = tex_source(dvi_file)
    if not result.exists():
        hint = _percent_hint(source) or "the expression leaves a group open or draws nothing"
        log = read_log(dvi_file.with_suffix(".log"))
        raise TexError("convert", f"the LaTeX output holds no picture: {hint}", _tail(log))
    return result


def tex_source(file: Path) -> str:
    """The TeX source beside `file`, or ""."""
    try:
        return file.with_suffix(".tex").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _percent_hint(source: str) -> str:
    body = source.partition(r"\begin{document}")[2]
    if re.search(r"(?<!\\)%", body):
        return r"an unescaped % starts a comment and swallows the rest; write \%"
    return ""


def read_log(path: Path) -> str:
    """A TeX log as text: a line cut inside a wide character is no error."""
    try:
        return path.read_bytes()[-200_000:].decode("utf-8", errors="replace")
    except OSError:
        return ""


def _user_lines(tex_file: Path) -> Mapping[int, str]:
    return dict(enumerate(tex_source(tex_file).split("\n"), 1))


def summarise(log: str, source: Mapping[int, str]) -> tuple[str, str]:
    """The first error of a TeX log in one line, and the lines around it.

    Args:
        log: the whole log.
        source: line number -> line of the TeX source.
    """
    lines = _matter(log)
    pattern = re.compile(r"^(?:!\s*|(?:\./)?[\w.-]+\.(?:tex|sty|cls|aux):\d+:\s*)(.+)")
    for index, line in enumerate(lines):
        found = pattern.match(line)
        if not found:
            continue
        message = found.group(1).strip()
        if message.startswith("==>"):
            continue
        if index + 1 < len(lines) and lines[index + 1][:5].isspace():  # LaTeX wraps its errors
            message += " " + lines[index + 1].strip()
        message = re.sub(r"^(?:LaTeX|Package \w+) Error:\s*", "", message).rstrip(".")
        excerpt = [line for line in lines[index : index + _EXCERPT_LINES] if line.strip()]
        place = next((re.match(r"l\.(\d+)", line) for line in excerpt if line[:2] == "l."), None)
        text = _source_line(source, int(place.group(1))) if place else ""
        if message == "Undefined control sequence":
            message += _unknown_command(excerpt)
        if text:
            excerpt.append(f"in: {text[:200]}")
        kept = [line for line in excerpt if not line.startswith("See the")]
        return f"LaTeX: {message}", "\n".join(kept)
    return "LaTeX stopped without naming an error", _tail(log)


def _unknown_command(excerpt: list[str]) -> str:
    """The command that TeX stopped at: it breaks the quoted line right after it."""
    for line in excerpt:
        found = re.match(r"(?:l\.\d+|<[a-z ]+>) .*?(\\[A-Za-z@]+)\s*$", line)
        if found:
            return f" {found.group(1)}"
    return ""


def _source_line(source: Mapping[int, str], number: int) -> str:
    """A line of the source without Manim's marks. TeX reads a formula at its end: then that one."""
    text = source.get(number, "")
    if text.startswith(r"\end{"):
        text = source.get(number - 1, "") or text
    return _MARK.sub("", text).strip()


def _matter(log: str) -> list[str]:
    """The lines of a log up to TeX's account of its memory."""
    lines = clean(log).split("\n")
    end = next((k for k, line in enumerate(lines) if line.startswith("Here is how much")), None)
    return lines[:end]


def _tail(log: str) -> str:
    lines = [line for line in _matter(log) if line.strip()]
    return "\n".join(lines[-_EXCERPT_LINES:])
