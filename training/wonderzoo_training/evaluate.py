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
    players: int  # at a table; all seats but the agent's are the opponent's
    seats: np.ndarray  # the agent's seat
    deals: np.ndarray  # number of the deal
    results: np.ndarray  # 1 won, 1 / k shared by k, 0 lost
    points: np.ndarray  # (games, 2): the agent's, the mean of the opponents'
    categories: np.ndarray  # (games, 2, columns)
    endings: list[str]
    seconds: dict[str, float] = field(default_factory=dict)  # thinking time of each
    decisions: dict[str, int] = field(default_factory=dict)

    @property
    def games(self) -> int:
        return len(self.results)

    @property
    def win_rate(self) -> float:
        """Wins; a victory shared by k counts 1 / k."""
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
    """Play an agent against a table of opponents: each deal once with it on every seat.

    Args:
        games: at least 1; rounded up to whole deals (of as many games as there are seats).
        progress: called with the number of games that have just ended.
    """
    if games < 1:
        raise OptionError(f"games={games} is impossible; give at least 1")
    seats = game.num_players
    games = whole_deals(game, games)
    chunk = max(_CHUNK // seats, 1) * seats
    parts = []
    for first in range(0, games, chunk):
        numbers = np.arange(first, min(first + chunk, games))
        parts.append(_play_chunk(game, (agent, opponent), numbers, seed, progress))
    return _joined(agent.name, opponent.name, parts)


def whole_deals(game: Game, games: int) -> int:
    """The number of games that `play_match` plays for ``games``."""
    return -(-games // game.num_players) * game.num_players


def _play_chunk(
    game: Game,
    agents: tuple[Agent, Agent],
    numbers: np.ndarray,
    seed: int,
    progress: Callable[[int], None] | None,
) -> MatchResult:
    n, players = len(numbers), game.num_players
    deals, seats = numbers // players, numbers % players
    batch = Batch(game, n, encoder=None, auto_reset=False)
    base = np.uint64(seed)
    batch.deal([int(derive(base, deal)) for deal in deals])
    # The players' own randomness: another word for each game of a deal.
    batch.seeds[:] = [derive(base ^ np.uint64(0x67616D65), number) for number in numbers]
    seating = np.ones((n, players), dtype=np.int64)  # agent 1, the opponent, everywhere
    seating[np.arange(n), seats] = 0
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
    n, players = len(deals), game.num_players
    sheets = np.zeros((n, players, len(game.score_columns)), dtype=np.int32)
    game.kernels.scores_many(batch.states, sheets)
    places, points = np.zeros(players), np.zeros(players)
    results = np.zeros(n)
    endings = []
    for i, state in enumerate(batch.states):
        game.kernels.outcome(state, places, points)
        own = places[seats[i]]
        # k seats that share the first place all have the place (k + 1) / 2
        results[i] = 1.0 / (2.0 * own - 1.0) if own == places.min() else 0.0
        over = game.over_row(state)
        assert over is not None
        endings.append(str(over.get("ending", "points")))
    mine = sheets[np.arange(n), seats].astype(np.float64)
    others = (sheets.sum(axis=1) - mine) / (players - 1)
    by_side = np.stack([mine, others], axis=1)
    return MatchResult(
        agents[0].name,
        agents[1].name,
        players,
        seats,
        deals,
        results,
        by_side[:, :, -1],
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
        parts[0].players,
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
        row["won" if score == 1 else "shared" if score > 0 else "lost"] += 1
    return {
        "agent": result.agent,
        "opponent": result.opponent,
        "players": result.players,
        "games": result.games,
        "deals": len(np.unique(result.deals)),
        "win_rate": result.win_rate,
        "interval_95": [low, high],
        "win_rate_by_seat": [result.seat_rate(seat) for seat in range(result.players)],
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
