"""What people score, to hold against what agents do."""

from __future__ import annotations

import functools
import tomllib
from importlib import resources
from typing import Any

from wonderzoo.game import Game


@functools.cache
def _people() -> dict[str, Any]:
    text = resources.files("wonderzoo_training").joinpath("people.toml").read_text("utf-8")
    return tomllib.loads(text)


def people_at(game: Game) -> dict[str, Any] | None:
    """People's means at a table of this game: ``games``, ``winner`` (his total), ``categories``.

    Known for the first edition of 7 Wonders without expansions; None for everything else.
    """
    options = game.options
    if options.get("edition") != "first" or options.get("expansions") or game.num_players < 3:
        return None
    row: dict[str, Any] = _people()[str(game.num_players)]
    return row
