"""Elo ratings: one scale for all agents of a game, held by a frozen ladder.

A game scores, for the agent, the share of its opponents that it finished ahead of, a tie counting
one half; 400 points are odds of 10 to 1 (Bradley and Terry, Biometrika 39, 1952, on Elo's scale).
At two seats that is the ordinary Elo of wins; at more it does not sink with the size of the table.

The rungs of the ladder keep the ratings they were given in one long tournament, so that ratings of
different days can be compared. Where there is no ladder (other options than the default ones), or
none of its rungs plays, `greedy` is 1000, as on the ladder, or else the mean of the agents is.
"""

from __future__ import annotations

import functools
import tomllib
from dataclasses import dataclass
from importlib import resources

import numpy as np

from wonderzoo.game import Game
from wonderzoo_training.intervals import REPLICATES, Z_95, Interval, bootstrap_sums, middle_95

ANCHOR, ORIGIN = "greedy", 1000.0
_LOGISTIC = 400.0 / np.log(10.0)  # Elo points of one unit of log-odds
_STEPS = 60
_LARGEST_STEP = 2.0  # of a Newton step, in log-odds: far starts stay stable
_PRIOR_SEED, _RUNGS_SEED = 0x0E10, 0x0E11


@dataclass(frozen=True)
class Rating:
    """An agent's Elo."""

    elo: float
    interval: Interval
    frozen: bool  # it is a rung of the ladder


@dataclass(frozen=True)
class Ladder:
    """The frozen ratings of one game, for tables of one size under its default options.

    They were measured by ``benchmarks/ladder.py``.
    """

    game: str
    players: int
    rungs: dict[str, Rating]


@dataclass(frozen=True)
class Pairing:
    """The games of one agent against another, by deal."""

    agent: int
    opponent: int
    score: np.ndarray  # (deals,), sum over the deal's games of the share finished ahead
    games: np.ndarray  # (deals,)


@functools.cache
def ladders() -> tuple[Ladder, ...]:
    """All that there are."""
    text = resources.files("wonderzoo_training").joinpath("ladder.toml").read_text("utf-8")
    ladders = []
    for row in tomllib.loads(text)["ladder"]:
        rungs = {
            name: Rating(float(elo), (float(low), float(high)), True)
            for name, (elo, low, high) in row["rungs"].items()
        }
        ladders.append(Ladder(row["game"], row["players"], rungs))
    return tuple(ladders)


def ladder_of(game: Game) -> Ladder | None:
    """The frozen ladder of a game; None if its options are not those that it was made with."""
    for ladder in ladders():
        if (ladder.game, ladder.players) == (game.name, game.num_players):
            options = {"num_players": ladder.players} if "num_players" in game.options else {}
            return ladder if type(game)(**options) == game else None
    return None


def rate(
    names: list[str],
    pairings: list[Pairing],
    ladder: Ladder | None,
    *,
    unfrozen: frozenset[int] = frozenset(),
) -> list[Rating | None]:
    """The rating of each agent with its 95 % interval; None if no games tie it to the others.

    The interval is that of the Bayesian bootstrap over deals. In each pair of agents half a deal is
    won and half a deal lost besides (Jeffreys' prior), with weights of their own in every
    replicate: so an agent that won every game has a rating, and an interval that is not empty.
    Rungs are held where they were measured; in each replicate they err as their intervals say.

    Args:
        unfrozen: agents to be rated anew though the ladder has their name.
    """
    rungs = ladder.rungs if ladder else {}
    held = {
        number: rungs[name]
        for number, name in enumerate(names)
        if number not in unfrozen and name in rungs
    }
    if not held:
        anchor = Rating(ORIGIN, (ORIGIN, ORIGIN), frozen=False)
        held = {n: anchor for n, name in enumerate(names) if name == ANCHOR and n not in unfrozen}
    seen = [p for p in pairings if p.games.any()]
    tied = _tied(len(names), seen, set(held))
    if not tied:
        return [held.get(number) for number in range(len(names))]
    seen = [p for p in seen if p.agent in tied and p.opponent in tied]
    rng = np.random.default_rng(_RUNGS_SEED)
    fixed = {number: np.array([rating.elo / _LOGISTIC]) for number, rating in held.items()}
    unsure = {
        number: fixed[number]
        + rng.standard_normal(REPLICATES)
        * ((rating.interval[1] - rating.interval[0]) / (2 * Z_95 * _LOGISTIC))
        for number, rating in held.items()
    }
    point = _fit(*_tables(len(names), seen, None), fixed, tied)
    spread = _fit(*_tables(len(names), seen, REPLICATES), unsure, tied)
    if not fixed:
        for ratings in (point, spread):
            ratings += ORIGIN / _LOGISTIC - ratings[:, sorted(tied)].mean(axis=1, keepdims=True)
    limits = middle_95(spread * _LOGISTIC)
    return [
        held[number]
        if number in held
        else Rating(float(point[0, number] * _LOGISTIC), _pair(limits[number]), frozen=False)
        if number in tied
        else None
        for number in range(len(names))
    ]


def _pair(limits: np.ndarray) -> Interval:
    return float(limits[0]), float(limits[1])


def _tied(agents: int, pairings: list[Pairing], held: set[int]) -> set[int]:
    """The agents on one scale: those that games join to a held one, or to the first that played."""
    neighbours: dict[int, set[int]] = {number: set() for number in range(agents)}
    for pairing in pairings:
        neighbours[pairing.agent].add(pairing.opponent)
        neighbours[pairing.opponent].add(pairing.agent)
    start = {number for number in held if neighbours[number]}
    if not start:
        start = {pairing.agent for pairing in pairings[:1]}
    reached: set[int] = set()
    while start:
        reached |= start
        start = set().union(*(neighbours[number] for number in start)) - reached
    return reached


def _tables(
    agents: int, pairings: list[Pairing], replicates: int | None
) -> tuple[np.ndarray, np.ndarray]:
    """Scores of each agent against each other, and their games: both (replicates, A, A)."""
    together = np.column_stack([x for p in pairings for x in (p.score, p.games)])
    rng = np.random.default_rng(_PRIOR_SEED)
    if replicates is None:
        sums = together.sum(axis=0, keepdims=True)
    else:
        sums = bootstrap_sums(together, replicates)
    scores = np.zeros((len(sums), agents, agents))
    games = np.zeros_like(scores)
    pairs: dict[tuple[int, int], float] = {}
    for number, pairing in enumerate(pairings):
        i, j = pairing.agent, pairing.opponent
        score, played = sums[:, 2 * number], sums[:, 2 * number + 1]
        scores[:, i, j] += score
        scores[:, j, i] += played - score
        pair = (min(i, j), max(i, j))
        pairs[pair] = max(pairs.get(pair, 0.0), float(pairing.games.max()))
    for (i, j), deal in pairs.items():  # `deal`: games of a whole deal
        for winner, loser in ((i, j), (j, i)):
            share = 0.5 if replicates is None else rng.standard_gamma(0.5, replicates)
            scores[:, winner, loser] += deal * share
    games = scores + scores.transpose(0, 2, 1)
    return scores, games


def _fit(
    scores: np.ndarray, games: np.ndarray, fixed: dict[int, np.ndarray], tied: set[int]
) -> np.ndarray:
    """Maximum likelihood by Newton's method, in log-odds: (replicates, agents).

    Args:
        fixed: ratings that are held, (replicates,).
    """
    ratings = np.full(scores.shape[:2], np.mean(list(fixed.values())) if fixed else 0.0)
    for number, value in fixed.items():
        ratings[:, number] = value
    free = sorted(tied - set(fixed))
    if not fixed:
        free = free[1:]  # one is held, or any shift would do
    if not free:
        return ratings
    for _ in range(_STEPS):
        expected = 1.0 / (1.0 + np.exp(ratings[:, None, :] - ratings[:, :, None]))
        gradient = (scores - games * expected).sum(axis=2)[:, free]
        weight = games * expected * (1.0 - expected)
        information = -weight
        diagonal = np.arange(weight.shape[1])
        information[:, diagonal, diagonal] += weight.sum(axis=2)
        hessian = information[:, free][:, :, free]
        step = np.linalg.solve(hessian, gradient[:, :, None])[:, :, 0]
        step = np.clip(step, -_LARGEST_STEP, _LARGEST_STEP)
        ratings[:, free] += step
        if np.abs(step).max() < 1e-9:
            break
    return ratings
