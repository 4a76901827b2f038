"""Reading the tables of a game."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any


def read_rows(file: Path, key: str) -> list[dict[str, Any]]:
    """The rows ``[[key]]`` of a TOML file, in their order."""
    with open(file, "rb") as handle:
        rows: list[dict[str, Any]] = tomllib.load(handle)[key]
    return rows
