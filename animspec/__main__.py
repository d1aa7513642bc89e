"""``python -m animspec``: the command line."""

from animspec.cli import program

if __name__ == "__main__":
    program()
