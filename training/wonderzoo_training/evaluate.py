"""Playing agents against each other on the same deals in every seating."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from wonderzoo.agents.base import Agent
from wonderzoo.batch import Batch
from wonderzoo.errors import OptionError
from wonderzoo.game import Game
from wonderzoo.play import Effort, play_out
from wonderzoo.rng import derive

Z_95 = 1.959963984540054
_CHUNK = 512  # games played at once
_SIDES = ("agent", "opponent")


@dataclass
class MatchResult:
    """What an agent did against an opponent; every array has one entry for each game."""

    agent: str
    opponent: str
    seats: np.ndarray  # the agent's seat
    deals: np.ndarray  # number of the deal
    results: np.ndarray  # 1 won, 0.5 shared, 0 lost
    points: np.ndarray  # (games, 2): the agent's, the opponent's
    categories: np.ndarray  # (games, 2, columns)
    endings: list[str]
    seconds: dict[str, float] = field(default_factory=dict)  # thinking time of each
    decisions: dict[str, int] = field(default_factory=dict)

    @property
    def games(self) -> int:
        return len(self.results)

    @property
    def win_rate(self) -> float:
        """Wins, a shared victory counting one half."""
        return float(self.results.mean())

    def interval(self) -> tuple[float, float]:
        """95 % interval of the win rate: Wilson's, wider where the games of a deal agree.

        The deal is the unit: if its games go together more than by chance, the number of games is
        divided by the design effect (variance of the mean over deals / binomial variance).
        """
        p, n = self.win_rate, self.games
        effect = 1.0
        sums = np.bincount(self.deals, self.results - p)
        if len(sums) > 1 and 0 < p < 1:
            clustered = sums.var(ddof=1) * len(sums) / n**2
            effect = max(1.0, clustered / (p * (1 - p) / n))
        return wilson(p, n / effect)

    def seat_rate(self, seat: int) -> float:
        chosen = self.results[self.seats == seat]
        return float(chosen.mean()) if len(chosen) else float("nan")


def wilson(p: float, n: float, z: float = Z_95) -> tuple[float, float]:
    """Wilson's score interval of a rate ``p`` seen in ``n`` trials."""
    center = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * np.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return max(0.0, float(center - half)), min(1.0, float(center + half))


def play_match(
    game: Game,
    agent: Agent,
    opponent: Agent,
    games: int,
    seed: int,
    *,
    progress: Callable[[int], None] | None = None,
) -> MatchResult:
    """Play ``games`` games of two players: each deal once in each seating.

    Args:
        games: even, so that every deal is played from both seats.
        progress: called with the number of games that have just ended.
    """
    if game.num_players != 2:
        raise OptionError(f"{game.name} is not a game of two players")
    if games < 2 or games % 2:
        raise OptionError(f"games={games} is impossible; give an even number of at least 2")
    parts = []
    for first in range(0, games, _CHUNK):
        numbers = np.arange(first, min(first + _CHUNK, games))
        parts.append(_play_chunk(game, (agent, opponent), numbers, seed, progress))
    return _joined(agent.name, opponent.name, parts)


def _play_chunk(
    game: Game,
    agents: tuple[Agent, Agent],
    numbers: np.ndarray,
    seed: int,
    progress: Callable[[int], None] | None,
) -> MatchResult:
    n = len(numbers)
    deals, seats = numbers // 2, numbers % 2
    batch = Batch(game, n, encoder=None, auto_reset=False)
    base = np.uint64(seed)
    batch.deal([int(derive(base, deal)) for deal in deals])
    # The players' own randomness: another word for each game of a deal.
    batch.seeds[:] = [derive(base ^ np.uint64(0x67616D65), number) for number in numbers]
    # Agent 0 sits on seat `seats`, agent 1 on the other one.
    seating = np.stack([seats, 1 - seats], axis=1)
    effort = play_out(batch, agents, seating, progress=progress)
    return _summary(game, agents, batch, deals, seats, effort)


def _summary(
    game: Game,
    agents: tuple[Agent, Agent],
    batch: Batch,
    deals: np.ndarray,
    seats: np.ndarray,
    effort: Effort,
) -> MatchResult:
    n = len(deals)
    sheets = np.zeros((n, 2, len(game.score_columns)), dtype=np.int32)
    game.kernels.scores_many(batch.states, sheets)
    places, points = np.zeros(2), np.zeros(2)
    results = np.zeros(n)
    endings = []
    for i, state in enumerate(batch.states):
        game.kernels.outcome(state, places, points)
        results[i] = 2.0 - places[seats[i]]
        over = game.over_row(state)
        assert over is not None
        endings.append(str(over["ending"]))
    by_side = sheets[np.arange(n)[:, None], np.stack([seats, 1 - seats], axis=1)]
    return MatchResult(
        agents[0].name,
        agents[1].name,
        seats,
        deals,
        results,
        by_side[:, :, -1].astype(np.float64),
        by_side,
        endings,
        dict(zip(_SIDES, effort.seconds, strict=True)),
        dict(zip(_SIDES, effort.decisions, strict=True)),
    )


def _joined(agent: str, opponent: str, parts: list[MatchResult]) -> MatchResult:
    def total(values: list[dict[str, Any]]) -> dict[str, Any]:
        return {key: sum(value[key] for value in values) for key in values[0]}

    return MatchResult(
        agent,
        opponent,
        np.concatenate([part.seats for part in parts]),
        np.concatenate([part.deals for part in parts]),
        np.concatenate([part.results for part in parts]),
        np.concatenate([part.points for part in parts]),
        np.concatenate([part.categories for part in parts]),
        [ending for part in parts for ending in part.endings],
        total([part.seconds for part in parts]),
        total([part.decisions for part in parts]),
    )


def as_json(result: MatchResult, columns: tuple[str, ...]) -> dict[str, Any]:
    """The result in plain JSON values."""
    low, high = result.interval()
    endings: dict[str, dict[str, int]] = {}
    for ending, score in zip(result.endings, result.results, strict=True):
        row = endings.setdefault(ending, {"won": 0, "lost": 0, "shared": 0})
        row["won" if score == 1 else "lost" if score == 0 else "shared"] += 1
    return {
        "agent": result.agent,
        "opponent": result.opponent,
        "games": result.games,
        "deals": len(np.unique(result.deals)),
        "win_rate": result.win_rate,
        "interval_95": [low, high],
        "win_rate_by_seat": [result.seat_rate(0), result.seat_rate(1)],
        "points": [float(x) for x in result.points.mean(axis=0)],
        "categories": {
            side: dict(zip(columns, map(float, result.categories[:, i].mean(axis=0)), strict=True))
            for i, side in enumerate(_SIDES)
        },
        "endings": dict(sorted(endings.items())),
        "decisions_per_second": {
            side: result.decisions[side] / max(result.seconds[side], 1e-9) for side in _SIDES
        },
    }
