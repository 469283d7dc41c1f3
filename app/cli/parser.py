"""The arguments of every command."""

import argparse
from typing import NoReturn, get_args

from app.cli.profile_options import add_profile
from app.errors import wrong_use
from app.export.request import Format
from app.version import STUDIO_VERSION
from pipeline.presets import PRESETS
from pipeline.schema.render import Aspect, Quality
from pipeline.schema.task import SCENE_ROLES


class Parser(argparse.ArgumentParser):
    """An argument parser whose mistakes are errors of ours, so that `--json` can show them."""

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
    _add_make(commands)
    _add_check(commands)
    _add_render(commands)
    _add_memory(commands)
    _add_runs(commands)
    add_profile(commands, Parser)
    _add_doctor(commands)
    _add_bench(commands)
    test = commands.add_parser(
        "test", help="run the whole test suite", add_help=False, prefix_chars="\0"
    )
    test.add_argument("arguments", nargs="*", help="passed on to pytest")
    return parser


def _json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def _add_make(commands: "argparse._SubParsersAction[Parser]") -> None:
    make = commands.add_parser("make", help="make an animation from a section")
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


def _add_check(commands: "argparse._SubParsersAction[Parser]") -> None:
    check = commands.add_parser("check", help="check a Manim program without running it")
    check.add_argument("file", metavar="FILE.py")
    check.add_argument("--scene", required=True, metavar="NAME")
    check.add_argument("--fix", action="store_true", help="write the program with its safe fixes")
    check.add_argument(
        "--out",
        metavar="FILE",
        help="where --fix writes (default: FILE-fixed.py beside the program); must not exist",
    )
    _json(check)


def _add_render(commands: "argparse._SubParsersAction[Parser]") -> None:
    render = commands.add_parser("render", help="check a program and render it in the sandbox")
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


def _add_memory(commands: "argparse._SubParsersAction[Parser]") -> None:
    memory = commands.add_parser("memory", help="look into and keep the memory bank")
    actions = memory.add_subparsers(
        dest="action", metavar="ACTION", required=True, parser_class=Parser
    )

    def action(name: str, text: str) -> Parser:
        parser = actions.add_parser(name, help=text)
        parser.add_argument("--bank", metavar="DIR", help="bank or snapshot, by name or path")
        _json(parser)
        return parser

    action("stats", "counts by polarity, status and origin")
    listing = action("list", "records, newest first")
    listing.add_argument("--polarity", choices=("success", "failure"))
    listing.add_argument("--status", choices=("active", "pending", "quarantined"))
    listing.add_argument("--limit", type=int, default=50, metavar="N")
    listing.add_argument("--offset", type=int, default=0, metavar="N")
    search = action("search", "records by meaning")
    search.add_argument("text", metavar="TEXT")
    search.add_argument("-k", type=int, default=10, metavar="N")
    search.add_argument("--polarity", choices=("success", "failure"))
    show = action("show", "one record, whole")
    show.add_argument("id", type=int, metavar="ID")
    freeze = action("freeze", "make a frozen, hashed, read-only copy")
    freeze.add_argument("name", metavar="NAME")
    freeze.add_argument("--description", default="", metavar="TEXT")
    freeze.add_argument("--out", metavar="DIR", help="folder to put the snapshot in")
    action("verify", "compare database, indexes and hashes")
    export = action("export", "write an .embz archive to share")
    export.add_argument("file", metavar="FILE.embz")
    importing = action("import", "add the records of an .embz archive")
    importing.add_argument("file", metavar="FILE.embz")
    importing.add_argument("--dry-run", action="store_true", help="only say what would happen")
    importing.add_argument(
        "--pending", action="store_true", help="new records wait for review before they are used"
    )


def _add_runs(commands: "argparse._SubParsersAction[Parser]") -> None:
    runs = commands.add_parser("runs", help="list, show, resume and export runs")
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
            parser.add_argument(
                "--approve",
                action="store_true",
                help="approve the storyboard that the run waits with, as it is",
            )
        _json(parser)


def _export(parser: Parser) -> None:
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
        "--out", metavar="DIR", help="folder or file; with --format, default is this folder"
    )


def _add_doctor(commands: "argparse._SubParsersAction[Parser]") -> None:
    doctor = commands.add_parser("doctor", help="say what works on this machine")
    _json(doctor)


def _add_bench(commands: "argparse._SubParsersAction[Parser]") -> None:
    bench = commands.add_parser("bench", help="measure speed and effect, as ratios")
    bench.add_argument("name", nargs="?", metavar="NAME", help="default: list the benchmarks")
    bench.add_argument("--quick", action="store_true", help="fewer repetitions")
    _json(bench)
