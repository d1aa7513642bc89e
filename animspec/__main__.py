"""``python -m animspec``: the command line."""

import sys

from animspec.cli import main

if __name__ == "__main__":
    sys.exit(main())
