"""Arguments in, window or command out."""

import sys

from app.cli.early import stop_quietly


def start(arguments: list[str]) -> int:
    """Run one command; the rest of the program is loaded once a Ctrl-C is taken care of."""
    stop_quietly(arguments)
    from app.cli.main import main

    return main(arguments)


if __name__ == "__main__":
    sys.exit(start(sys.argv[1:]))
