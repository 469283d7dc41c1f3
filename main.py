"""Arguments in, window or command out."""

import sys

from app.cli.main import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
