"""Matches between agents on the same deals: one against the others, or all against all."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from wonderzoo.agents.base import Agent
from wonderzoo.agents.registry import make_agent
from wonderzoo.errors import OptionError
from wonderzoo.game import Game
from wonderzoo_training.evaluate import (
    SIDES,
    MatchResult,
    as_json,
    chunks,
    count_endings,
    joined,
    plain,
    whole_deals,
)
from wonderzoo_training.intervals import mean_intervals, rate_interval, sums_by_deal
from wonderzoo_training.people import people_at
from wonderzoo_training.ratings import ANCHOR, Ladder, Pairing, Rating, ladder_of, rate
from wonderzoo_training.workers import Portion, play_portions

Pair = tuple[int, int]  # an agent, and the agent that has all other seats of its table


@dataclass
class Tournament:
    """The matches at one table: what was planned, and what has been played."""

    game: Game
    seed: int
    agents: list[str]
    games_each: int  # planned for each match
    pairs: list[Pair]  # the matches planned
    matches: dict[Pair, MatchResult]  # those of which at least one game was played
    interrupted: bool = False
    problem: str = ""  # what ended it before its end, if it was not Ctrl-C

    @property
    def games(self) -> int:
        """Games played so far."""
        return sum(match.games for match in self.matches.values())

    @property
    def partial(self) -> bool:
        """Fewer games than planned: the number was not fixed in advance, so trust it less."""
        return self.games < self.games_each * len(self.pairs)

    def games_of(self, agent: int) -> list[MatchResult]:
        """The matches of an agent, from its side.

        If it was never alone at a table (an opponent of an evaluation): those in which it had all
        other seats.
        """
        own = [match for (one, _), match in self.matches.items() if one == agent]
        if self.game.num_players == 2 or all(one != agent for one, _ in self.pairs):
            own += [m.turned() for (_, other), m in self.matches.items() if other == agent]
        return own


def all_against_all(agents: int, players: int) -> list[Pair]:
    """The matches of a tournament.

    At two seats each two agents meet in one match. At larger tables each agent is the only one of
    its kind at a table of each other: one among many is not the reverse of many against one.
    """
    if players == 2:
        return list(itertools.combinations(range(agents), 2))
    return list(itertools.permutations(range(agents), 2))


def one_against_others(agents: int, players: int, *, both_roles: bool = True) -> list[Pair]:
    """The matches of an evaluation: the first agent at a table of each of the others.

    Args:
        both_roles: at larger tables than two, also each of the others at a table of the first
            agent. Elo needs it, for the ladder was measured so.
    """
    pairs = [(0, other) for other in range(1, agents)]
    if players > 2 and both_roles:
        pairs += [(other, 0) for other in range(1, agents)]
    return pairs


def play_tournaments(
    games: Sequence[Game],
    agents: Sequence[Agent],
    games_each: int,
    seed: int,
    *,
    pairs: Callable[[Game], list[Pair]],
    workers: int = 1,
    progress: Callable[[int], None] | None = None,
) -> list[Tournament]:
    """Play a tournament at each table: the same deals in every match, in every seating.

    Args:
        games: the tables.
        agents: of different names, and only rungs with the names of the ladder's rungs; with more
            than one worker they must be picklable.
        games_each: games of a match, at least 1; rounded up to whole deals.
        pairs: the matches at a table.
        workers: processes to play in. Results do not depend on it.
        progress: called with the number of games that have just ended.

    Raises:
        OptionError: a number, a seed or a name is impossible.
        AgentError: an agent chose an illegal action.
    """
    _check_agents(games, agents, pairs)
    by_match = [
        [
            Portion(number, agent, opponent, numbers)
            for numbers in chunks(game, agents[agent], agents[opponent], games_each)
        ]
        for number, game in enumerate(games)
        for agent, opponent in pairs(game)
    ]
    # The first portion of every match, then the second: a stop leaves all matches equally far.
    waves = itertools.zip_longest(*by_match)
    portions = [portion for wave in waves for portion in wave if portion is not None]
    played = play_portions(games, agents, portions, seed, workers=workers, progress=progress)
    parts: dict[tuple[int, Pair], list[MatchResult]] = {}
    for portion, result in zip(portions, played.results, strict=True):
        if result is not None:
            key = (portion.game, (portion.agent, portion.opponent))
            parts.setdefault(key, []).append(result)
    return [
        Tournament(
            game,
            seed,
            [agent.name for agent in agents],
            whole_deals(game, games_each),
            pairs(game),
            {pair: joined(parts[number, pair]) for pair in pairs(game) if (number, pair) in parts},
            played.interrupted,
            played.problem,
        )
        for number, game in enumerate(games)
    ]


def check_names(names: Sequence[str]) -> None:
    """Raise an `OptionError` if two are the same."""
    for number, name in enumerate(names):
        if name in names[:number]:
            raise OptionError(f"the agent {name!r} is named twice; name each once")


def _check_agents(
    games: Sequence[Game], agents: Sequence[Agent], pairs: Callable[[Game], list[Pair]]
) -> None:
    """Raise an `OptionError` if a name does not say who an agent is: results go by names."""
    names = [agent.name for agent in agents]
    evaluation = all(0 in pair for game in games for pair in pairs(game))
    check_names(names[evaluation:])  # an evaluation may play its agent against itself
    for game in games:
        ladder = ladder_of(game)
        for agent in agents:
            if ladder and agent.name in ladder.rungs:
                if type(agent) is not type(make_agent(agent.name, game)):
                    raise OptionError(
                        f"{agent.name!r} is a rung of the frozen ladder; choose another name"
                    )


def ratings_of(
    tournament: Tournament, ladder: Ladder | None, *, first_is_new: bool = False
) -> list[Rating | None]:
    """Elo of each agent (see `ratings.rate`); ``first_is_new``: also if the ladder has its name."""
    matches = tournament.matches
    last = max((int(match.deals.max()) for match in matches.values()), default=0)
    pairings = []
    for (agent, opponent), match in matches.items():
        if tournament.game.num_players > 2 and (opponent, agent) not in matches:
            continue  # one role says too little of the other
        both = np.column_stack([match.ahead, np.ones(match.games)])
        sums = sums_by_deal(both, match.deals, last + 1)
        pairings.append(Pairing(agent, opponent, sums[:, 0], sums[:, 1]))
    return rate(
        tournament.agents,
        pairings,
        ladder,
        unfrozen=frozenset([0]) if first_is_new else frozenset(),
    )


def summary(tournament: Tournament, *, evaluation: bool = False) -> dict[str, Any]:
    """The whole result in plain JSON values; every interval is one of 95 %.

    Args:
        evaluation: the first agent is the one in question: it is rated by these games alone, even
            if the ladder has its name.
    """
    game, matches = tournament.game, tournament.matches
    ratings = ratings_of(tournament, ladder_of(game), first_is_new=evaluation)
    agents = [_agent_row(tournament, number, rating) for number, rating in enumerate(ratings)]
    rows = {pair: as_json(match, game.score_columns) for pair, match in matches.items()}
    if not evaluation:  # the best first
        agents.sort(key=lambda row: -row["elo"] if row["elo"] is not None else np.inf)
    return {
        "kind": "evaluation" if evaluation else "tournament",
        "game": game.name,
        "options": game.options,
        "players": game.num_players,
        "seed": tournament.seed,
        "games_planned": tournament.games_each * len(tournament.pairs),
        "games_played": tournament.games,
        "partial": tournament.partial,
        "interrupted": tournament.interrupted,
        "problem": tournament.problem,
        "elo_scale": _scale(tournament.agents, ratings, evaluation),
        "agents": agents,
        "matches": [rows[pair] for pair in matches if not evaluation or pair[0] == 0],
        "matches_of_others": [rows[pair] for pair in matches if evaluation and pair[0] != 0],
        "seats": _seats(tournament),
        "people": people_at(game),
    }


def _scale(agents: Sequence[str], ratings: list[Rating | None], first_is_new: bool) -> str:
    """What holds the ratings in their place."""
    if any(rating and rating.frozen for rating in ratings):
        return "the frozen ladder"
    return f"{ANCHOR} is 1000" if ANCHOR in agents[first_is_new:] else "the agents' mean is 1000"


def win_rates(summary: dict[str, Any]) -> dict[tuple[str, str], float]:
    """The win rate of one agent against another, by their names, as far as they have met."""
    rates = {}
    for match in summary["matches"]:
        rates[match["agent"], match["opponent"]] = match["win_rate"]
        if summary["players"] == 2:
            rates[match["opponent"], match["agent"]] = 1 - match["win_rate"]
    return rates


_OF_GAMES = (
    "win_rate",
    "interval_95",
    "win_rate_by_seat",
    "interval_95_by_seat",
    "points",
    "points_interval_95",
    "categories",
    "categories_interval_95",
)


def _agent_row(tournament: Tournament, number: int, rating: Rating | None) -> dict[str, Any]:
    """One agent over all its matches."""
    row: dict[str, Any] = {
        "agent": tournament.agents[number],
        "elo": rating.elo if rating else None,
        "elo_interval_95": list(rating.interval) if rating else None,
        "on_ladder": rating.frozen if rating else False,
        "decisions_per_second": _speed(tournament, number),
        "games": 0,
    }
    own = tournament.games_of(number)
    if not own:
        return row | dict.fromkeys(_OF_GAMES) | {"endings": {}}
    columns = tournament.game.score_columns
    results, seats, deals = (
        np.concatenate([getattr(match, name) for match in own])
        for name in ("results", "seats", "deals")
    )
    which = np.repeat(np.arange(len(own)), [match.games for match in own])
    sheets = np.concatenate([match.categories[:, 0] for match in own])
    limits = mean_intervals(sheets, deals)
    means = sheets.mean(axis=0)
    endings: dict[str, dict[str, int]] = {}
    for match in own:
        for ending, counts in count_endings(match).items():
            into = endings.setdefault(ending, dict.fromkeys(counts, 0))
            for key, count in counts.items():
                into[key] += count
    by_seat = [
        (results[seats == seat], deals[seats == seat], which[seats == seat])
        for seat in range(tournament.game.num_players)
    ]
    alone = bool((seats >= 0).all())  # at its tables, so that games are won or lost
    return row | {
        "games": len(results),
        "win_rate": float(results.mean()),
        "interval_95": list(rate_interval(results, deals, which)),
        "win_rate_by_seat": [float(s[0].mean()) if len(s[0]) else None for s in by_seat],
        "interval_95_by_seat": [
            list(rate_interval(*seat)) if len(seat[0]) else None for seat in by_seat
        ],
        "points": float(means[-1]),
        "points_interval_95": plain(limits[-1]),
        "categories": dict(zip(columns, plain(means), strict=True)),
        "categories_interval_95": dict(zip(columns, plain(limits), strict=True)),
        "endings": dict(sorted(endings.items())) if alone else {},
    }


def _speed(tournament: Tournament, number: int) -> float | None:
    """Decisions per second of an agent, over all seats that it had."""
    decisions, seconds = 0, 0.0
    for match, side in _sides_of(tournament, number):
        decisions += match.decisions[side]
        seconds += match.seconds[side]
    return decisions / max(seconds, 1e-9) if decisions else None


def _sides_of(tournament: Tournament, number: int) -> Iterator[tuple[MatchResult, str]]:
    for pair, match in tournament.matches.items():
        for side, agent in zip(SIDES, pair, strict=True):
            if agent == number:
                yield match, side


def _seats(tournament: Tournament) -> dict[str, Any]:
    """What each seat wins, whoever sits on it: in every match each agent has sat on all alike."""
    matches = list(tournament.matches.values())
    if not matches:
        return {"win_rate": [], "interval_95": []}
    shares = np.concatenate([match.shares for match in matches])
    deals = np.concatenate([match.deals for match in matches])
    which = np.repeat(np.arange(len(matches)), [match.games for match in matches])
    return {
        "win_rate": plain(shares.mean(axis=0)),
        "interval_95": [list(rate_interval(seat, deals, which)) for seat in shares.T],
    }
