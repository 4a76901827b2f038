"""Simulations per second of the search with a network, on one core: many games at once, and one.

``python benchmarks/search.py`` takes about a minute.
"""

from __future__ import annotations

import time

import numpy as np

from wonderzoo import make_game
from wonderzoo.agents import Agent, make_agent
from wonderzoo.agents.base import Decisions
from wonderzoo.batch import Batch

SIMULATIONS, GAMES, ALONE, ROUNDS = 50, 256, 8, 3
AGENTS = {"duel": "checkpoints/duel_quick", "seven_wonders": "checkpoints/seven_wonders_quick"}


def speed(agent: Agent, asked: list[Decisions]) -> float:
    """Simulations per second; the best of some rounds."""
    choices = sum(int((decisions.counts > 1).sum()) for decisions in asked)
    best = 0.0
    for _ in range(ROUNDS):
        start = time.perf_counter()
        for decisions in asked:
            agent.act(decisions)
        best = max(best, SIMULATIONS * choices / (time.perf_counter() - start))
    return best


if __name__ == "__main__":
    for name, folder in AGENTS.items():
        game = make_game(name)
        agent = make_agent(f"{folder}+mcts:{SIMULATIONS}", game)
        batch = Batch(game, GAMES, encoder=None)
        for _ in range(20):
            batch.step(batch.random_actions())
        agent.act(batch.decisions(np.arange(2)))
        together = speed(agent, [batch.decisions(np.arange(GAMES))])
        alone = speed(agent, [batch.decisions(np.array([i])) for i in range(ALONE)])
        print(
            f"{game.title}: {GAMES} games at once {together:,.0f} simulations/s, one {alone:,.0f}"
        )
