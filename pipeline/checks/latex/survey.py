"""Asks the installed TeX what our template defines, and keeps the names in `resources/tex`.

    python -m pipeline.checks.latex.survey          # about ten minutes, needs latex

The check itself never runs TeX: it reads the names. To be run again when the template changes or
TeX is renewed. What is asked:

- which commands and environments exist after the preamble (candidates are all words of the files
  that TeX reads for it, so nothing has to be known beforehand);
- which of the commands are refused outside math, which in math, which only the preamble may use;
- which characters beyond ASCII are set up for text and for math;
- which packages are installed with the programs that the set-up asks for.
"""

import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
TEMPLATE = ROOT / "resources" / "tex" / "template.tex"
TARGET = ROOT / "resources" / "tex" / "known.json"

_OPTIONS = ("-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape")
_SYMBOLS = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~0123456789 "
_FIRST_CHARACTER, _LAST_CHARACTER = 0x80, 0x2FFFF


def preamble() -> str:
    """Our template up to the beginning of the document."""
    return TEMPLATE.read_text(encoding="utf-8").partition(r"\begin{document}")[0].strip()


class Tex:
    """Runs the installed latex in a folder of its own, with the preamble preloaded."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.latex = shutil.which("latex") or "latex"
        (folder / "pre.tex").write_text(preamble() + "\n\\dump\n", encoding="utf-8")
        self._call(["-ini", *_OPTIONS, "-jobname=pre", "&latex", "pre.tex"], 60)

    def log_of(self, body: str, name: str) -> str:
        """The log of a document with this body."""
        (self.folder / f"{name}.tex").write_text(body, encoding="utf-8")
        self._call(["-fmt=pre", *_OPTIONS, f"-jobname={name}", f"{name}.tex"], 10)
        try:
            log = (self.folder / f"{name}.log").read_text(encoding="utf-8", errors="replace")
        except OSError:
            return "! no log"
        for ending in ("tex", "log", "dvi", "aux"):
            (self.folder / f"{name}.{ending}").unlink(missing_ok=True)
        return log

    def fault(self, expression: str, environment: str, name: str) -> str:
        """The first error that an expression meets in an environment, or ""."""
        log = self.log_of(
            "\\begin{document}\\begin{preview}\n"
            f"\\begin{{{environment}}}\n{expression}\n\\end{{{environment}}}\n"
            "\\end{preview}\\end{document}\n",
            name,
        )
        found = re.search(r"^! (.*)", log, re.MULTILINE)
        return found.group(1) if found else ""

    def files(self) -> list[Path]:
        """Every source file that the preamble and a first formula read, and the kernel's own."""
        (self.folder / "all.tex").write_text(
            preamble() + "\n\\begin{document}$\\mathbb{R}$\\end{document}\n", encoding="utf-8"
        )
        self._call(["-recorder", *_OPTIONS, "all.tex"], 60)
        lines = (self.folder / "all.fls").read_text(encoding="utf-8").splitlines()
        read = {Path(line.partition(" ")[2]) for line in lines if line.startswith("INPUT /")}
        kernel = subprocess.run(["kpsewhich", "latex.ltx"], capture_output=True, text=True)
        read |= set(Path(kernel.stdout.strip()).parent.glob("*.ltx"))
        return sorted(
            f
            for f in read
            if f.suffix
            in {".sty", ".cls", ".def", ".ltx", ".clo", ".tex", ".fd", ".ldf", ".cfg", ".dfu"}
        )

    def _call(self, arguments: Iterable[str], seconds: float) -> None:
        try:
            subprocess.run(
                [self.latex, *arguments],
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=seconds,
            )
        except subprocess.TimeoutExpired:
            return


def defined_names(tex: Tex) -> tuple[list[str], list[str]]:
    """Names of commands and of environments that exist after the preamble."""
    words: set[str] = set()
    for file in tex.files():
        text = file.read_text(encoding="latin-1")
        words |= {w for w in re.findall(r"[A-Za-z]+\*?", text) if len(w) <= 40}
        words |= {w.removeprefix("end") for w in words if w.startswith("end") and len(w) > 3}
    tests = "\n".join(rf"\ask{{{word}}}" for word in sorted(words))
    log = tex.log_of(
        "\\newwrite\\answers\\immediate\\openout\\answers=answers.txt\n"
        "\\def\\ask#1{\\ifcsname #1\\endcsname\\immediate\\write\\answers{c #1}"
        "\\ifcsname end#1\\endcsname\\immediate\\write\\answers{e #1}\\fi\\fi}\n"
        f"\\begin{{document}}\n{tests}\n\\end{{document}}\n",
        "names",
    )
    answers = tex.folder / "answers.txt"
    if not answers.exists():
        raise SystemExit(f"TeX did not answer:\n{log[-2000:]}")
    lines = answers.read_text(encoding="utf-8").splitlines()
    commands = sorted(line[2:] for line in lines if line.startswith("c ") and line[-1] != "*")
    return commands, sorted(line[2:] for line in lines if line.startswith("e "))


def defined_symbols(tex: Tex) -> str:
    """The characters other than letters that make a command after a backslash."""
    undefined = "Undefined control sequence"
    return "".join(
        symbol
        for symbol in _SYMBOLS
        if undefined not in tex.fault(f"\\{symbol} {{a}}", "center", "symbol")
    )


def ways_of_use(tex: Tex, commands: list[str]) -> dict[str, list[str]]:
    """Which commands are refused outside math, in math, or outside the preamble."""

    def ask(numbered: tuple[int, str]) -> tuple[str, str, str]:
        number, name = numbered
        use = f"\\{name}{{a}}{{a}}{{a}}"
        in_text = tex.fault(use, "center", f"t{number}")
        return name, in_text, tex.fault(use, "align*", f"m{number}")

    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(ask, enumerate(commands)))
    needs_math = ("Missing $ inserted", "allowed only in math mode")
    refuses_math = ("invalid in math mode", "Command \\")
    return {
        "math_only": [n for n, t, m in answers if any(w in t for w in needs_math) and not m],
        "text_only": [n for n, t, m in answers if not t and any(w in m for w in refuses_math)],
        "preamble_only": [n for n, t, _ in answers if "only in preamble" in t],
    }


def characters(tex: Tex) -> dict[str, str]:
    """The characters beyond ASCII that compile in text, and those that do in math."""
    codes = [
        code
        for code in range(_FIRST_CHARACTER, _LAST_CHARACTER + 1)
        if not 0xD800 <= code < 0xE000 and code not in (0x2028, 0x2029, 0x85)
    ]
    tests = "\n".join(rf"\ask{{{chr(code)}}}{{{code}}}" for code in codes)
    tex.log_of(
        "\\newwrite\\answers\\immediate\\openout\\answers=answers.txt\n"
        "\\def\\ask#1#2{\\ifcsname u8:\\detokenize{#1}\\endcsname"
        "\\immediate\\write\\answers{#2}\\fi}\n"
        f"\\begin{{document}}\n{tests}\n\\end{{document}}\n",
        "characters",
    )
    lines = (tex.folder / "answers.txt").read_text(encoding="utf-8").split()
    found = [chr(int(line)) for line in lines]

    def works(where: str) -> str:
        with ThreadPoolExecutor(2) as pool:
            faults = pool.map(lambda c: tex.fault(f"a{c}b", where, f"c{ord(c)}{where[0]}"), found)
            return "".join(c for c, fault in zip(found, faults, strict=True) if not fault)

    return {"text": works("center"), "math": works("align*")}


def packages(tex: Tex) -> list[str]:
    """Names of the packages of this installation."""
    root = subprocess.run(
        ["kpsewhich", "-var-value=TEXMFDIST"], capture_output=True, text=True
    ).stdout.strip()
    return sorted({file.stem for file in Path(root, "tex").rglob("*.sty")})


def main() -> None:
    """Ask everything and write `resources/tex/known.json`."""
    with tempfile.TemporaryDirectory() as folder:
        tex = Tex(Path(folder))
        commands, environments = defined_names(tex)
        answer: dict[str, object] = {
            "commands": " ".join(commands),
            "environments": " ".join(environments),
            "symbols": defined_symbols(tex),
            "characters": characters(tex),
            "packages": " ".join(packages(tex)),
        }
        print(len(commands), "commands,", len(environments), "environments")
        answer |= {k: " ".join(v) for k, v in ways_of_use(tex, commands).items()}
    TARGET.write_text(json.dumps(answer, ensure_ascii=True, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
