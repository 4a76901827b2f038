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
    its seat does.
    """

    name = "greedy"

    def act(self, decisions: Decisions) -> np.ndarray:
        game = decisions.game
        out = np.empty(len(decisions), dtype=np.int32)
        game.kernels.greedy(
            decisions.states,
            decisions.players,
            decisions.ids,
            decisions.counts,
            decisions.keys,
            game.new_states(2),
            out,
        )
        return out
