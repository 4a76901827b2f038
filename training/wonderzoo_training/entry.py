"""The ``wonderzoo`` command: says what to install if the training extra is not there."""

from __future__ import annotations

import sys


def main() -> None:
    try:
        from wonderzoo_training.cli import main as run
    except ModuleNotFoundError as error:
        sys.exit(f"error: {error}; the command needs: pip install 'wonderzoo[train]'")
    except ValueError as error:  # a table of cards that somebody has edited
        sys.exit(f"error: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
    run()
