"""Arguments in, window or command out."""

import gc
import os
import sys

from app.cli.early import stop_quietly


def start(arguments: list[str]) -> int:
    """Open the window or run one command; the rest is loaded once a Ctrl-C is taken care of."""
    stop_quietly(arguments)
    # pydantic would look through every installed package for plugins, of which there are none.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    gc.disable()  # imports make no garbage
    if not arguments:
        from ui.start import open_window

        gc.enable()
        return open_window()
    from app.cli.main import main

    gc.freeze()  # nor does what they made ever become any
    gc.enable()
    return main(arguments)


if __name__ == "__main__":
    code = start(sys.argv[1:])
    gc.freeze()  # the system takes it all back at once; no need to look through it first
    sys.exit(code)
