"""Statistics of many games between two scripted or trained agents, fast for random ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from wonderzoo.agents.base import Agent
from wonderzoo.agents.scripted import RandomAgent
from wonderzoo.batch import Batch, choice_seeds
from wonderzoo.errors import OptionError
from wonderzoo.game import Game
from wonderzoo.play import play_out
from wonderzoo.rng import derive

_CHUNK = 4096  # games at once


def collect(
    game: Game,
    agents: Sequence[Agent],
    games: int,
    seed: int,
    *,
    progress: Callable[[int], None] | None = None,
) -> dict[str, Any]:
    """Play ``games`` games and average what ``game.statistics`` measures of each.

    Args:
        agents: one for each seat.
        progress: called with the number of games that have just ended.

    Returns:
        ``{"games": N, "mean": {...}, "se": {...}, "rate": {...}}``; a mean's standard error is
        the sample's standard deviation over the root of N.
    """
    if games < 2:
        raise OptionError(f"games={games} is impossible; give at least 2")
    if len(agents) != game.num_players:
        raise OptionError(f"{game.name} needs {game.num_players} agents; {len(agents)} given")
    sums: dict[str, float] = {}
    squares: dict[str, float] = {}
    counts: dict[str, int] = {}
    for first in range(0, games, _CHUNK):
        numbers = np.arange(first, min(first + _CHUNK, games))
        states, counted = _play(game, agents, numbers, seed)
        means, events = game.statistics(states)
        for key, values in (counted | means).items():
            exact = values.astype(np.float64)
            sums[key] = sums.get(key, 0.0) + float(exact.sum())
            squares[key] = squares.get(key, 0.0) + float((exact**2).sum())
        for key, happened in events.items():
            counts[key] = counts.get(key, 0) + int(happened.sum())
        if progress is not None:
            progress(len(numbers))
    mean = {key: total / games for key, total in sums.items()}
    variance = {k: max(0.0, squares[k] / games - mean[k] ** 2) * games / (games - 1) for k in mean}
    return {
        "games": games,
        "mean": mean,
        "se": {key: (value / games) ** 0.5 for key, value in variance.items()},
        "rate": {key: count / games for key, count in counts.items()},
    }


def _play(
    game: Game, agents: Sequence[Agent], numbers: np.ndarray, seed: int
) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Finished games, and the decisions that were made in each."""
    n = len(numbers)
    base = np.uint64(seed & 0xFFFFFFFFFFFFFFFF)
    deals = np.array([derive(base, number) for number in numbers], dtype=np.uint64)
    made, choices, options = (np.zeros(n, dtype=np.int64) for _ in range(3))
    if all(isinstance(agent, RandomAgent) for agent in agents):
        states = game.new_states(n)
        game.kernels.deal_many(states, deals)
        ids = np.zeros(game.max_legal, dtype=np.int32)
        game.kernels.play_random(states, choice_seeds(deals), ids, made, choices, options)
    else:
        states = _play_agents(game, agents, deals, made, choices, options)
    return states, {"decisions": made, "decisions_with_choice": choices, "options": options}


def _play_agents(
    game: Game,
    agents: Sequence[Agent],
    deals: np.ndarray,
    made: np.ndarray,
    choices: np.ndarray,
    options: np.ndarray,
) -> np.ndarray:
    batch = Batch(game, len(deals), encoder=None, auto_reset=False)
    batch.deal(deals)
    batch.seeds[:] = deals

    def count(which: np.ndarray, players: np.ndarray, actions: np.ndarray) -> None:
        made[which] += 1
        choices[which] += batch.counts[which] > 1
        options[which] += batch.counts[which]

    play_out(batch, agents, np.tile(np.arange(len(agents)), (len(deals), 1)), on_move=count)
    return batch.states
