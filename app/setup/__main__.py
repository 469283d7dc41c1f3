"""Entry point of set-up: `python -I app/setup/__main__.py [--key KEY] [-- arguments of ./run]`."""

import os
import sys

# Any Python 3 has to be able to read this much, so that an old one gets a sentence.
if sys.version_info < (3, 11):  # noqa: UP036
    sys.stderr.write("ManimAgent Studio needs Python 3.11 or newer; this is " + sys.version + "\n")
    sys.exit(3)

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))

from app.setup.install import main

sys.exit(main(sys.argv[1:]))
