"""Reading the tables of a game."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from wonderzoo.errors import TableError


def read_rows(file: Path, key: str) -> list[dict[str, Any]]:
    """The rows ``[[key]]`` of a TOML file, in their order."""
    with open(file, "rb") as handle:
        rows: list[dict[str, Any]] = tomllib.load(handle)[key]
    return rows


def index_of(value: Any, known: Sequence[Any], row: dict[str, Any], key: str) -> int:
    """The position of a row's value among the known ones.

    Raises:
        TableError: it is none of them; names the row and the way out.
    """
    if value not in known:
        allowed = ", ".join(map(repr, known))
        raise TableError(f"{row['name']}: {key}={value!r} is unknown; choose from {allowed}")
    return known.index(value)
