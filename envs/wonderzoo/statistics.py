"""Statistics of many games between two scripted or trained agents, fast for random ones."""

from __future__ import annotations

import math
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
        the standard deviation of the games' means over the root of N. A game with groups (score
        by wonder and side) has also ``"sd"``, the standard deviations over players, and
        ``"groups": {name: {"count", "mean", "sd", "se"}}``.
    """
    if games < 2:
        raise OptionError(f"games={games} is impossible; give at least 2")
    if len(agents) != game.num_players:
        raise OptionError(f"{game.name} needs {game.num_players} agents; {len(agents)} given")
    totals: dict[str, _Sums] = {}
    groups: dict[str, _Sums] = {}
    counts: dict[str, float] = {}
    for first in range(0, games, _CHUNK):
        numbers = np.arange(first, min(first + _CHUNK, games))
        states, counted = _play(game, agents, numbers, seed)
        measured = game.statistics(states)
        for key, values in (counted | measured.numbers).items():
            totals.setdefault(key, _Sums()).add(values)
        for key, values in measured.groups.items():
            if len(values):
                groups.setdefault(key, _Sums()).add(values)
        for key, happened in measured.events.items():
            counts[key] = counts.get(key, 0.0) + float(happened.sum())
        if progress is not None:
            progress(len(numbers))
    result: dict[str, Any] = {
        "games": games,
        "mean": {key: sums.mean for key, sums in totals.items()},
        "se": {key: sums.standard_error for key, sums in totals.items()},
        "rate": {key: count / games for key, count in counts.items()},
    }
    if groups:
        result["sd"] = {key: sums.deviation for key, sums in totals.items()}
        result["groups"] = {
            key: {
                "count": sums.values,
                "mean": sums.mean,
                "sd": sums.deviation,
                "se": sums.standard_error,
            }
            for key, sums in sorted(groups.items())
        }
    return result


class _Sums:
    """Running sums of values, (games,) or (games, players): the game is the unit of errors."""

    def __init__(self) -> None:
        self.values = self.games = 0
        self.sum = self.squares = self.squares_of_means = 0.0

    def add(self, values: np.ndarray) -> None:
        exact = values.astype(np.float64)
        means = exact if exact.ndim == 1 else exact.mean(axis=1)
        self.values += exact.size
        self.games += len(exact)
        self.sum += float(exact.sum())
        self.squares += float((exact**2).sum())
        self.squares_of_means += float((means**2).sum())

    @property
    def mean(self) -> float:
        return self.sum / self.values

    @property
    def deviation(self) -> float:
        return _spread(self.squares, self.mean, self.values)

    @property
    def standard_error(self) -> float:
        return _spread(self.squares_of_means, self.mean, self.games) / math.sqrt(self.games)


def _spread(squares: float, mean: float, count: int) -> float:
    """The standard deviation of a sample from the sum of its squares."""
    variance = max(0.0, squares / count - mean * mean) * count / max(count - 1, 1)
    return math.sqrt(variance)


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
