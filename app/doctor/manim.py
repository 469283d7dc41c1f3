"""Manim, Pango and Cairo, and the fonts: imported and used in a process of their own."""

import os
import tempfile
from pathlib import Path

from app.doctor.check import ROOT, CheckFailed, in_child
from app.texts import tr

FONTS = ROOT / "resources" / "fonts"
IMPORT_SECONDS = 60.0


def manim_works() -> str:
    """Manim imports and lays out a line of text."""
    with tempfile.TemporaryDirectory(prefix="doctor-") as folder:
        found = in_child("app.doctor.manim:draw_text", IMPORT_SECONDS, Path(folder))
    return tr("Manim {manim} drew text with Pango {pango}, Cairo {cairo}").format(
        manim=found["manim"], pango=found["pango"], cairo=found["cairo"]
    )


def fonts_are_here() -> str:
    """The shipped fonts are whole and Pango takes them."""
    with tempfile.TemporaryDirectory(prefix="doctor-") as folder:
        found = in_child("app.doctor.manim:register_fonts", IMPORT_SECONDS, Path(folder))
    if found["refused"]:
        raise CheckFailed(
            tr("not usable: {names}").format(names=found["refused"]),
            tr("Get the files in resources/fonts again."),
        )
    return tr("{files} shipped font files; {families} families in all").format(
        files=found["taken"], families=found["families"]
    )


def draw_text() -> dict[str, str]:
    """Runs in the child, whose working folder takes Manim's files."""
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    import cairo
    import manim
    import manimpango

    manim.config.media_dir = os.getcwd()
    line = manim.Text("Doctor")
    if len(line.submobjects) != len("Doctor"):
        raise RuntimeError(f"Manim drew {len(line.submobjects)} of {len('Doctor')} letters")
    return {
        "manim": manim.__version__,
        "pango": manimpango.pango_version(),
        "cairo": cairo.cairo_version_string(),
    }


def register_fonts() -> dict[str, str]:
    """Runs in the child: registering a font changes the whole process."""
    import manimpango

    files = sorted(path for path in FONTS.iterdir() if path.suffix in (".otf", ".ttf"))
    refused = [path.name for path in files if not manimpango.register_font(str(path))]
    if not files:
        refused = [f"no font in {FONTS}"]
    families = manimpango.list_fonts()
    return {
        "taken": str(len(files) - len(refused)),
        "refused": ", ".join(refused),
        "families": str(len(families)),
    }
