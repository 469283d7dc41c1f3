"""The arguments of every command."""

import argparse
from collections.abc import Callable, Sequence
from typing import Any, NoReturn, get_args

from app.errors import wrong_use
from app.version import STUDIO_VERSION


class Parser(argparse.ArgumentParser):
    """An argument parser whose mistakes are errors of ours, so that `--json` can show them.

    `fill` adds the arguments once they are needed: a command must not pay for those of others.
    """

    def __init__(self, *, fill: "Callable[[Parser], None] | None" = None, **options: Any) -> None:
        super().__init__(**options)
        self._fill = fill

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[Any, list[str]]:
        """As argparse has it, with the arguments added first."""
        fill, self._fill = self._fill, None
        if fill is not None:
            fill(self)
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        """Raise `StudioError` of kind `usage`."""
        text = message[:1].upper() + message[1:]
        raise wrong_use(f"{text}.", f"Run `{self.prog} --help` to see how it is used.")


def build_parser() -> Parser:
    """The parser of `./run`."""
    parser = Parser(
        prog="./run",
        description="Turn a section of a paper into a reviewed Manim animation.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--version", action="version", version=f"ManimAgent Studio {STUDIO_VERSION}"
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    for name, (text, fill) in _COMMANDS.items():
        commands.add_parser(name, help=text, fill=fill)
    test = commands.add_parser(
        "test", help="run the whole test suite", add_help=False, prefix_chars="\0"
    )
    test.add_argument("arguments", nargs="*", help="passed on to pytest")
    return parser


def _json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def _make(make: Parser) -> None:
    from pipeline.presets import PRESETS
    from pipeline.schema.task import SCENE_ROLES

    make.add_argument("file", metavar="FILE", help="Markdown or plain text; - for standard input")
    make.add_argument("--role", help=f"scene role: {', '.join(SCENE_ROLES)}")
    make.add_argument("--domain", help="for example mathematics or physics")
    make.add_argument("--cast", choices=("offline", "model"), default="offline")
    make.add_argument("--profile", help="endpoint profile of the model cast")
    make.add_argument(
        "--reviewer-profile", metavar="PROFILE", help="another profile for the visual reviewer"
    )
    make.add_argument("--memory", metavar="BANK", help="memory bank or snapshot, by name or path")
    make.add_argument(
        "--memory-mode",
        choices=("rw", "ro", "off"),
        help="read and write (default), read only, or no memory",
    )
    make.add_argument("--scenes", type=int, metavar="N", help="at most N scenes (default 3)")
    make.add_argument("--quality", choices=("draft", "standard", "high"), default="draft")
    _aspect(make)
    make.add_argument(
        "--no-repair", action="store_true", help="never mend a refused program without its author"
    )
    make.add_argument(
        "--preset",
        action="append",
        default=[],
        metavar="NAME",
        help=f"run an ablation; may be given again: {', '.join(PRESETS)}",
    )
    _budget(make)
    make.add_argument(
        "--estimate", action="store_true", help="say what the run may cost, and make nothing"
    )
    make.add_argument("--out", metavar="DIR", help="also put the video and programs here")
    _json(make)


def _aspect(parser: Parser) -> None:
    from pipeline.schema.render import Aspect

    parser.add_argument(
        "--aspect",
        choices=get_args(Aspect),
        default="16:9",
        help="of the picture: wide (default), upright or square",
    )


def _budget(parser: Parser) -> None:
    parser.add_argument(
        "--budget-tokens",
        type=int,
        metavar="N",
        help="pause before all calls of the run together take more than N tokens",
    )
    parser.add_argument(
        "--budget-money",
        type=float,
        metavar="X",
        help="pause before they cost more than X, in the currency of the profile's prices",
    )


def _check(check: Parser) -> None:
    check.add_argument("file", metavar="FILE.py")
    check.add_argument("--scene", required=True, metavar="NAME")
    check.add_argument("--fix", action="store_true", help="write the program with its safe fixes")
    check.add_argument(
        "--out",
        metavar="FILE",
        help="where --fix writes (default: FILE-fixed.py beside the program); must not exist",
    )
    _json(check)


def _render(render: Parser) -> None:
    render.add_argument("file", metavar="FILE.py")
    render.add_argument("--scene", required=True, metavar="NAME")
    render.add_argument("--out", required=True, metavar="DIR")
    render.add_argument("--quality", choices=("draft", "standard", "high"), default="draft")
    _aspect(render)
    render.add_argument(
        "--skip-check", action="store_true", help="leave out the static check; the sandbox stays"
    )
    render.add_argument(
        "--wall", type=float, metavar="SECONDS", help="time limit of the render (default 180)"
    )
    _json(render)


def _memory(memory: Parser) -> None:
    from app.cli.memory import ACTIONS  # imports the memory: other commands do not pay for it

    actions = memory.add_subparsers(
        dest="action", metavar="ACTION", required=True, parser_class=Parser
    )
    for action in ACTIONS:
        parser = actions.add_parser(action.name, help=action.help)
        parser.add_argument("--bank", metavar="DIR", help="bank or snapshot, by name or path")
        action.fill(parser)
        _json(parser)


def _runs(runs: Parser) -> None:
    actions = runs.add_subparsers(
        dest="action", metavar="ACTION", required=True, parser_class=Parser
    )
    listing = actions.add_parser("list", help="all runs, newest first")
    _json(listing)
    for name, text in (
        ("show", "what a run did, scene by scene"),
        ("resume", "go on with a stopped or killed run"),
        ("export", "copy video and programs of a run"),
    ):
        parser = actions.add_parser(name, help=text)
        parser.add_argument("id", metavar="ID")
        if name == "export":
            _export(parser)
        if name == "resume":
            _budget(parser)
            parser.add_argument("--profile", help="endpoint profile that plays the rest")
            parser.add_argument(
                "--reviewer-profile", metavar="PROFILE", help="another profile for the reviewer"
            )
            parser.add_argument(
                "--approve",
                action="store_true",
                help="approve the storyboard that the run waits with, as it is",
            )
        _json(parser)


def _export(parser: Parser) -> None:
    from app.export.request import Format
    from pipeline.schema.render import Quality

    parser.add_argument(
        "--format",
        choices=get_args(Format),
        help="what to make; without it the videos and programs of the run are copied",
    )
    parser.add_argument(
        "--quality",
        choices=get_args(Quality),
        help="rendered again where the run was made in another one",
    )
    parser.add_argument("--scene", metavar="SCENE", help="one scene: its number or name")
    parser.add_argument("--overwrite", action="store_true", help="replace existing files")
    parser.add_argument(
        "--without-ratings",
        action="store_true",
        help="leave your own ratings out of a report (html, bundle); else they stand in it, apart "
        "from the machine's scores",
    )
    parser.add_argument(
        "--out", metavar="DIR", help="folder or file; with --format, default is this folder"
    )


def _doctor(doctor: Parser) -> None:
    _json(doctor)


def _screenshots(pictures: Parser) -> None:
    pictures.add_argument("--out", required=True, metavar="DIR", help="where the pictures go")
    pictures.add_argument(
        "--runs", metavar="DIR", help="a data folder with runs to show; default: make one anew"
    )
    pictures.add_argument("--quick", action="store_true", help="one theme and one size")
    pictures.add_argument(
        "--view", action="append", metavar="NAME", help="only this view; may be given again"
    )
    _json(pictures)


def _bench(bench: Parser) -> None:
    bench.add_argument("name", nargs="?", metavar="NAME", help="default: list the benchmarks")
    bench.add_argument("--quick", action="store_true", help="fewer repetitions")
    _json(bench)


def _profile(profile: Parser) -> None:
    from app.cli.profile_options import add_actions

    add_actions(profile, Parser)


_COMMANDS: dict[str, tuple[str, Callable[[Parser], None]]] = {
    "make": ("make an animation from a section", _make),
    "check": ("check a Manim program without running it", _check),
    "render": ("check a program and render it in the sandbox", _render),
    "memory": ("look into and keep the memory bank", _memory),
    "runs": ("list, show, resume and export runs", _runs),
    "profile": ("endpoints of language and vision models", _profile),
    "doctor": ("say what works on this machine", _doctor),
    "bench": ("measure speed and effect, as ratios", _bench),
    "screenshots": ("write a picture of every view of the window", _screenshots),
}
