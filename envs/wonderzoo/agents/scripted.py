"""Scripted agents that fit every game."""

from __future__ import annotations

import numpy as np

from wonderzoo.agents.base import Decisions
from wonderzoo.kernels import pick


class RandomAgent:
    """Picks uniformly among the legal actions."""

    name = "random"

    def act(self, decisions: Decisions) -> np.ndarray:
        out = np.empty(len(decisions), dtype=np.int32)
        pick(decisions.ids, decisions.counts, decisions.keys, out)
        return out


class GreedyAgent:
    """Looks one move ahead and takes the position that the game's heuristic likes best.

    It plays on positions in which everything hidden has been redrawn, so it knows no more than
    its seat does. A style other than "greedy" adds a preference: for the war, for science, ...
    """

    def __init__(self, style: str = "greedy") -> None:
        self.name = style

    def act(self, decisions: Decisions) -> np.ndarray:
        game = decisions.game
        out = np.empty(len(decisions), dtype=np.int32)
        game.kernels.greedy(
            decisions.states,
            decisions.players,
            decisions.ids,
            decisions.counts,
            decisions.keys,
            game.styles.index(self.name),
            game.new_states(2),
            out,
        )
        return out
