"""wonderzoo: 7 Wonders and 7 Wonders Duel as reinforcement-learning environments."""

from __future__ import annotations

from wonderzoo.games import GAMES, make_game
from wonderzoo.registration import register_all

__version__ = "0.1.0"
__all__ = ["GAMES", "__version__", "make_game"]

register_all()
