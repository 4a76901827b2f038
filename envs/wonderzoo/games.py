"""The games of the suite by name."""

from __future__ import annotations

from typing import Any

from wonderzoo.duel.game import Duel
from wonderzoo.errors import OptionError
from wonderzoo.game import Game
from wonderzoo.seven_wonders.game import SevenWonders

GAMES: dict[str, type[Game]] = {"duel": Duel, "seven_wonders": SevenWonders}


def game_class(name: str) -> type[Game]:
    """The game of that name, its options still to choose; `OptionError` if there is none such."""
    if name not in GAMES:
        raise OptionError(f"there is no game {name!r}; choose from {', '.join(GAMES)}")
    return GAMES[name]


def make_game(name: str, /, **options: Any) -> Game:
    """The game of that name with its options chosen; `OptionError` if one is impossible."""
    return game_class(name)(**options)
