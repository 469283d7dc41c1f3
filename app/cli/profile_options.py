"""The arguments of `./run profile`."""

import argparse
from typing import TypeVar

P = TypeVar("P", bound=argparse.ArgumentParser)
PRESET_NAMES = ("openai", "ollama", "lm-studio", "llama-cpp", "vllm", "other")


def add_actions(profile: P, parser_class: type[P]) -> None:
    """The actions of the command, with their arguments."""
    actions = profile.add_subparsers(
        dest="action", metavar="ACTION", required=True, parser_class=parser_class
    )
    add = actions.add_parser("add", help="name models, where they are, and where the key is")
    add.add_argument("name", metavar="NAME")
    _where(add)
    _keys(add)
    _limits(add)
    add.add_argument("--replace", action="store_true", help="put it in the place of one there is")
    for name, text in (
        ("list", "all profiles"),
        ("test", "try what the models of a profile really do"),
        ("remove", "forget a profile, and its key in the keyring"),
    ):
        action = actions.add_parser(name, help=text)
        if name != "list":
            action.add_argument("name", metavar="NAME")
        if name == "test":
            action.add_argument(
                "--no-scores", action="store_true", help="do not score the shipped render"
            )
        action.add_argument("--json", action="store_true", help="print one JSON document")
    add.add_argument("--json", action="store_true", help="print one JSON document")


def _where(add: argparse.ArgumentParser) -> None:
    add.add_argument(
        "--preset", choices=PRESET_NAMES, default="other", help="address and limits of a usual one"
    )
    add.add_argument("--base-url", metavar="URL", help="mostly ends in /v1")
    add.add_argument("--text-model", metavar="MODEL", required=True)
    add.add_argument("--vision-model", metavar="MODEL", help="a model that sees, for reviewing")
    add.add_argument("--vision-base-url", metavar="URL", help="where that is, if elsewhere")


def _keys(add: argparse.ArgumentParser) -> None:
    for prefix, whose in (("", "the key"), ("vision-", "the key of --vision-base-url")):
        group = add.add_mutually_exclusive_group()
        group.add_argument(
            f"--{prefix}key-env", metavar="NAME", help=f"{whose} is in this environment variable"
        )
        group.add_argument(
            f"--{prefix}key-keyring",
            action="store_true",
            help=f"{whose} is put into the system keyring now",
        )
        group.add_argument(
            f"--{prefix}key-session", action="store_true", help=f"{whose} is asked for at each use"
        )
    add.add_argument(
        "--key-header",
        choices=("authorization", "api-key", "x-api-key"),
        help="the header in which a gateway wants the key, if not as a bearer token",
    )
    add.add_argument(
        "--query",
        action="append",
        metavar="NAME=VALUE",
        help="a parameter of every address, such as api-version=2024-10-21; may be given again",
    )
    # Refused with a reason, before a mistake ends up in a message or a shell's history unnoticed.
    add.add_argument("--key", "--api-key", nargs="?", const="", help=argparse.SUPPRESS)


def _limits(add: argparse.ArgumentParser) -> None:
    add.add_argument("--json-mode", choices=("schema", "object", "text"))
    add.add_argument("--connect", type=float, metavar="SECONDS")
    add.add_argument("--stall", type=float, metavar="SECONDS", help="longest silence of a server")
    add.add_argument("--total", type=float, metavar="SECONDS", help="longest time of one reply")
    add.add_argument("--parallel", type=int, metavar="N", help="requests at the same time")
    add.add_argument("--attempts", type=int, metavar="N", help="requests for one reply")
    add.add_argument("--max-output-tokens", type=int, metavar="N")
    add.add_argument("--reasoning", type=int, metavar="N", help="tokens added for a thinking model")
    add.add_argument("--picture-edge", type=int, metavar="PIXELS")
    add.add_argument("--temperature", type=float, metavar="T")
    add.add_argument("--seed", type=int, metavar="N")
    for name in ("price-in", "price-out", "vision-price-in", "vision-price-out"):
        add.add_argument(f"--{name}", type=float, metavar="X", help="per million tokens")
    add.add_argument("--currency", default="USD", metavar="CODE", help="of the prices")
