"""Playing agents against each other on the same deals in every seating."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from wonderzoo.agents.base import Agent
from wonderzoo.batch import Batch, seed_word
from wonderzoo.errors import OptionError
from wonderzoo.game import Game
from wonderzoo.play import Effort, play_out
from wonderzoo.rng import derive
from wonderzoo_training.intervals import Interval, mean_intervals, rate_interval

_CHUNK = 512  # games played at once, unless an agent asks for fewer
_PORTIONS = 8  # at least, of a match of agents that ask for fewer games at once
MOST_GAMES = 1_000_000  # of a match: about 300 bytes of results each
SIDES = ("agent", "opponent")


@dataclass
class MatchResult:
    """What an agent did against an opponent; every array has one entry for each game."""

    agent: str
    opponent: str
    players: int  # at a table; all seats but the agent's are the opponent's
    seats: np.ndarray  # the agent's seat
    deals: np.ndarray  # number of the deal
    results: np.ndarray  # 1 won, 1 / k shared by k, 0 lost
    ahead: np.ndarray  # the share of the opponents that it finished ahead of; a tie is one half
    shares: np.ndarray  # (games, players): each seat's share of the victory
    categories: np.ndarray  # (games, 2, columns): the agent's, the mean of the opponents'
    endings: list[str]
    seconds: dict[str, float] = field(default_factory=dict)  # thinking time of each
    decisions: dict[str, int] = field(default_factory=dict)

    @property
    def games(self) -> int:
        return len(self.results)

    @property
    def points(self) -> np.ndarray:
        """(games, 2): the agent's total, the mean of the opponents'."""
        return self.categories[:, :, -1]

    @property
    def win_rate(self) -> float:
        """Wins; a victory shared by k counts 1 / k."""
        return float(self.results.mean())

    def interval(self) -> Interval:
        """95 % interval of the win rate (see `intervals.rate_interval`)."""
        return rate_interval(self.results, self.deals)

    def seat_rate(self, seat: int) -> float:
        chosen = self.results[self.seats == seat]
        return float(chosen.mean()) if len(chosen) else float("nan")

    def seat_interval(self, seat: int) -> Interval:
        """95 % interval of the win rate on one seat."""
        here = self.seats == seat
        if not here.any():
            return (float("nan"), float("nan"))
        return rate_interval(self.results[here], self.deals[here])

    def turned(self) -> MatchResult:
        """The same games from the opponent's side.

        If it has several seats, ``results`` are their mean, and ``seats`` are -1.
        """
        others = self.players - 1
        return MatchResult(
            self.opponent,
            self.agent,
            self.players,
            1 - self.seats if others == 1 else np.full_like(self.seats, -1),
            self.deals,
            (1.0 - self.results) / others,
            1.0 - self.ahead,
            self.shares,
            self.categories[:, ::-1],
            self.endings,
            dict(zip(SIDES, list(self.seconds.values())[::-1], strict=True)),
            dict(zip(SIDES, list(self.decisions.values())[::-1], strict=True)),
        )


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
    parts = [
        play_games(game, agent, opponent, numbers, seed, progress=progress)
        for numbers in chunks(game, agent, opponent, games)
    ]
    return joined(parts)


def chunks(game: Game, agent: Agent, opponent: Agent, games: int) -> list[np.ndarray]:
    """The numbers of a match's games in the portions that are played at once, each whole deals.

    They depend on nothing but the arguments: a network's last digits do not, in turn, depend on
    who plays the portions.
    """
    if not 1 <= games <= MOST_GAMES:
        raise OptionError(f"games={games} is impossible; give 1 to {MOST_GAMES:,}")
    seats = game.num_players
    games = whole_deals(game, games)
    together = min(getattr(player, "games_at_once", _CHUNK) for player in (agent, opponent))
    if together < _CHUNK:  # that take long: enough portions for several workers
        together = min(together, games // _PORTIONS)
    chunk = max(together // seats, 1) * seats
    return [np.arange(first, min(first + chunk, games)) for first in range(0, games, chunk)]


def whole_deals(game: Game, games: int) -> int:
    """The number of games that `play_match` plays for ``games``."""
    return -(-games // game.num_players) * game.num_players


def play_games(
    game: Game,
    agent: Agent,
    opponent: Agent,
    numbers: np.ndarray,
    seed: int,
    *,
    progress: Callable[[int], None] | None = None,
) -> MatchResult:
    """Play the games of a match with the given numbers, all at once.

    Game ``k`` is played with deal ``k // seats``, the agent on seat ``k % seats``; so the same
    numbers in another match of the same ``seed`` are the same deals.
    """
    agents = (agent, opponent)
    n, players = len(numbers), game.num_players
    deals, seats = numbers // players, numbers % players
    batch = Batch(game, n, encoder=None, auto_reset=False)
    base = np.uint64(seed_word(seed))
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
    shares, ahead = np.zeros((n, players)), np.zeros(n)
    endings = []
    for i, state in enumerate(batch.states):
        game.kernels.outcome(state, places, points)
        first = places == places.min()
        shares[i, first] = 1.0 / first.sum()
        own = places[seats[i]]
        ahead[i] = ((own < places).sum() + ((own == places).sum() - 1) / 2.0) / (players - 1)
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
        shares[np.arange(n), seats],
        ahead,
        shares,
        by_side,
        endings,
        dict(zip(SIDES, effort.seconds, strict=True)),
        dict(zip(SIDES, effort.decisions, strict=True)),
    )


def joined(parts: list[MatchResult]) -> MatchResult:
    """One result of several of the same agents, at least one, in their order."""

    def total(values: list[dict[str, Any]]) -> dict[str, Any]:
        return {key: sum(value[key] for value in values) for key in values[0]}

    return MatchResult(
        parts[0].agent,
        parts[0].opponent,
        parts[0].players,
        np.concatenate([part.seats for part in parts]),
        np.concatenate([part.deals for part in parts]),
        np.concatenate([part.results for part in parts]),
        np.concatenate([part.ahead for part in parts]),
        np.concatenate([part.shares for part in parts]),
        np.concatenate([part.categories for part in parts]),
        [ending for part in parts for ending in part.endings],
        total([part.seconds for part in parts]),
        total([part.decisions for part in parts]),
    )


def as_json(result: MatchResult, columns: tuple[str, ...]) -> dict[str, Any]:
    """The result in plain JSON values; every interval is one of 95 %."""
    seats = range(result.players)
    sheets = result.categories.reshape(result.games, -1)
    limits = mean_intervals(sheets, result.deals).reshape(len(SIDES), len(columns), 2)
    means = result.categories.mean(axis=0)

    def by_column(values: np.ndarray) -> dict[str, dict[str, Any]]:
        return {
            side: dict(zip(columns, plain(values[i]), strict=True)) for i, side in enumerate(SIDES)
        }

    return {
        "agent": result.agent,
        "opponent": result.opponent,
        "players": result.players,
        "games": result.games,
        "deals": len(np.unique(result.deals)),
        "win_rate": result.win_rate,
        "interval_95": list(result.interval()),
        "win_rate_by_seat": plain([result.seat_rate(seat) for seat in seats]),
        "interval_95_by_seat": plain([result.seat_interval(seat) for seat in seats]),
        "finished_ahead": float(result.ahead.mean()),
        "points": plain(means[:, -1]),
        "points_interval_95": plain(limits[:, -1]),
        "categories": by_column(means),
        "categories_interval_95": by_column(limits),
        "endings": count_endings(result),
        "decisions_per_second": {
            side: result.decisions[side] / max(result.seconds[side], 1e-9) for side in SIDES
        },
    }


def count_endings(result: MatchResult) -> dict[str, dict[str, int]]:
    """How many games ended how, for the agent."""
    endings: dict[str, dict[str, int]] = {}
    for ending, score in zip(result.endings, result.results, strict=True):
        row = endings.setdefault(ending, {"won": 0, "lost": 0, "shared": 0})
        row["won" if score == 1 else "shared" if score > 0 else "lost"] += 1
    return dict(sorted(endings.items()))


def plain(values: Any) -> Any:
    """Numbers as JSON has them: nested lists, and null for what is not known (NaN)."""
    if isinstance(values, np.ndarray | list | tuple):
        return [plain(value) for value in values]
    return None if np.isnan(values) else float(values)
