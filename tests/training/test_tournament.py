"""Tournaments: the plan, the figures, and the same table whoever plays it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from wonderzoo import make_game
from wonderzoo.agents import Agent, Decisions, RandomAgent, make_agent
from wonderzoo.batch import choice_seeds
from wonderzoo.errors import AgentError, OptionError
from wonderzoo.game import Game
from wonderzoo.kernels import derive_keys
from wonderzoo.rng import derive
from wonderzoo_training import workers
from wonderzoo_training.evaluate import MatchResult, chunks, play_match
from wonderzoo_training.intervals import mean_intervals, rate_interval
from wonderzoo_training.people import people_at
from wonderzoo_training.ratings import ladder_of
from wonderzoo_training.tournament import (
    Tournament,
    all_against_all,
    one_against_others,
    play_tournaments,
    summary,
    win_rates,
)

DUEL = make_game("duel")
TABLE = make_game("seven_wonders", num_players=3)


def agents_of(game: Game, *names: str) -> list[Agent]:
    return [make_agent(name, game) for name in names]


def play(game: Game, agents: list[Agent], games: int, seed: int = 1, **more: Any) -> Tournament:
    (result,) = play_tournaments(
        [game],
        agents,
        games,
        seed,
        pairs=lambda table: all_against_all(len(agents), table.num_players),
        **more,
    )
    return result


def table_of(result: Tournament) -> dict[str, Any]:
    """The summary without what a clock says."""
    table = summary(result)
    for row in (*table["agents"], *table["matches"]):
        del row["decisions_per_second"]
    return table


class DiesElsewhere:
    """Plays at random in its own process and ends any other one."""

    name = "dies"
    games_at_once = 32

    def __init__(self) -> None:
        self.home = os.getpid()

    def act(self, decisions: Decisions) -> np.ndarray:
        if os.getpid() != self.home:
            signal.raise_signal(signal.SIGKILL)
        return RandomAgent().act(decisions)


class Interrupts:
    """Plays at random and presses Ctrl-C at its N-th choice."""

    name = "interrupts"
    games_at_once = 32

    def __init__(self, after: int) -> None:
        self.left = after

    def act(self, decisions: Decisions) -> np.ndarray:
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt
        return RandomAgent().act(decisions)


def test_all_meet_all() -> None:
    assert all_against_all(3, 2) == [(0, 1), (0, 2), (1, 2)]
    assert len(all_against_all(3, 5)) == 6  # one among many is not many against one
    assert one_against_others(3, 2) == [(0, 1), (0, 2)]
    assert one_against_others(3, 5) == [(0, 1), (0, 2), (1, 0), (2, 0)]
    assert one_against_others(3, 5, both_roles=False) == [(0, 1), (0, 2)]


@pytest.mark.parametrize("game", [DUEL, TABLE])
def test_a_match_of_a_tournament_is_that_of_an_evaluation(game: Game) -> None:
    """The same deals in every match: the figures of a pair do not depend on who else plays."""
    result = play(game, agents_of(game, "random", "greedy", "science"), 60)
    for (one, other), match in result.matches.items():
        alone = play_match(game, *agents_of(game, result.agents[one], result.agents[other]), 60, 1)
        assert (match.results == alone.results).all()
        assert (match.categories == alone.categories).all()
        assert (match.deals == alone.deals).all()


@pytest.mark.parametrize("game", [DUEL, TABLE])
def test_the_number_of_workers_changes_nothing(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wonderzoo_training.evaluate._CHUNK", 16)
    agents = agents_of(game, "random", "greedy", "mcts:5")
    alone = table_of(play(game, agents, 50))
    monkeypatch.setattr(workers, "_ALONE", 0.0)
    for number in (2, 3):
        assert table_of(play(game, agents, 50, workers=number)) == alone


def test_the_number_of_workers_changes_nothing_for_a_network(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    agents = agents_of(DUEL, "checkpoints/duel_quick", "greedy")
    monkeypatch.setattr("wonderzoo_training.evaluate._CHUNK", 32)
    alone = table_of(play(DUEL, agents, 96))
    monkeypatch.setattr(workers, "_ALONE", 0.0)
    assert table_of(play(DUEL, agents, 96, workers=2)) == alone


def test_another_seed_gives_other_deals() -> None:
    agents = agents_of(DUEL, "random", "greedy")
    assert table_of(play(DUEL, agents, 50, seed=1)) != table_of(play(DUEL, agents, 50, seed=2))


def test_ctrl_c_keeps_what_has_been_played_and_says_that_it_is_partial() -> None:
    counted = []
    agents: list[Agent] = [Interrupts(250), *agents_of(DUEL, "greedy", "random")]
    result = play(DUEL, agents, 96, progress=counted.append)
    assert result.interrupted and result.partial
    assert 0 < result.games < 3 * 96
    assert all(match.games % 2 == 0 for match in result.matches.values())  # whole deals
    table = summary(result)
    assert table["partial"] and table["games_played"] == result.games
    json.dumps(table, allow_nan=False)
    # the first portions of all matches come before the second of any
    assert len(result.matches) == 3
    assert abs(result.matches[0, 1].games - result.matches[0, 2].games) <= 12


def test_ctrl_c_before_the_first_game_gives_an_empty_table() -> None:
    agents: list[Agent] = [Interrupts(1), *agents_of(DUEL, "random")]
    result = play(DUEL, agents, 20)
    table = summary(result)
    assert table["games_played"] == 0 and table["matches"] == []
    assert all(row["elo"] is None or row["on_ladder"] for row in table["agents"])


def test_a_worker_that_dies_leaves_what_has_been_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_ALONE", 0.0)
    agents: list[Agent] = [DiesElsewhere(), *agents_of(DUEL, "random")]
    result = play(DUEL, agents, 400, workers=2)
    assert "died" in result.problem
    assert result.partial and result.games == 32  # the first portion is played at home


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc to see processes")
def test_workers_end_when_their_parent_is_killed() -> None:
    code = (
        "from wonderzoo import make_game\n"
        "from wonderzoo.agents import make_agent\n"
        "from wonderzoo_training import workers\n"
        "from wonderzoo_training.tournament import one_against_others, play_tournaments\n"
        "if __name__ == '__main__':\n"
        "    workers._ALONE = 0.0\n"
        "    game = make_game('duel')\n"
        "    agents = [make_agent(name, game) for name in ('mcts:20', 'random')]\n"
        "    play_tournaments([game], agents, 100_000, 0, workers=2,\n"
        "        pairs=lambda _: one_against_others(2, 2),\n"
        "        progress=lambda n: print(n, flush=True))\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    while parent.stdout.readline() != "32\n":  # a whole portion: played by a worker
        assert parent.poll() is None
    children = [
        int(path.parent.name)
        for path in Path("/proc").glob("[0-9]*/stat")
        if path.read_text().rsplit(")", 1)[1].split()[1] == str(parent.pid)
    ]
    assert len(children) >= 2
    parent.kill()
    parent.wait()
    deadline = time.monotonic() + 20
    while any(Path(f"/proc/{child}").exists() for child in children):
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_an_agent_that_cannot_travel_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    class Local(RandomAgent):
        name = "local"

    monkeypatch.setattr(workers, "_ALONE", 0.0)
    monkeypatch.setattr("wonderzoo_training.evaluate._CHUNK", 16)
    with pytest.raises(OptionError, match="workers=1"):
        play(DUEL, [Local(), RandomAgent()], 100, workers=2)
    assert play(DUEL, [Local(), RandomAgent()], 100).games == 100
    with pytest.raises(OptionError, match="workers=0"):
        play(DUEL, [RandomAgent(), RandomAgent()], 10, workers=0)


class Cheats(RandomAgent):
    """Chooses what is illegal, but not in the process ``home``."""

    name = "cheats"
    games_at_once = 32

    def __init__(self, home: int) -> None:
        self.home = home

    def act(self, decisions: Decisions) -> np.ndarray:
        if os.getpid() == self.home:
            return super().act(decisions)
        return np.full(len(decisions), -1)


def test_an_illegal_choice_is_the_agents_error_in_any_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(workers, "_ALONE", 0.0)
    for number, cheats in ((1, Cheats(0)), (2, Cheats(os.getpid()))):
        with pytest.raises(AgentError, match="'cheats' chose an illegal action"):
            play(DUEL, [cheats, RandomAgent()], 100, workers=number)
    assert play(DUEL, [Cheats(os.getpid()), RandomAgent()], 100).games == 100


class Named(RandomAgent):
    """Plays at random under any name."""

    def __init__(self, name: str) -> None:
        self.name = name


def test_names_say_who_an_agent_is() -> None:
    greedy, random = agents_of(DUEL, "greedy", "random")
    with pytest.raises(OptionError, match="'mine' is named twice"):
        play(DUEL, [Named("mine"), greedy, Named("mine")], 10)
    with pytest.raises(OptionError, match="'greedy' is a rung of the frozen ladder"):
        play(DUEL, [Named("greedy"), random], 10)
    other = make_game("duel", tied_start="begin")  # which has no ladder
    assert play(other, [Named("greedy"), *agents_of(other, "random")], 10).games == 10
    itself = [*agents_of(DUEL, "greedy"), greedy, random]
    (result,) = play_tournaments(
        [DUEL], itself, 10, 0, pairs=lambda _: one_against_others(3, 2)
    )  # an evaluation may play its agent against itself
    assert result.games == 20
    with pytest.raises(OptionError, match="'random' is named twice"):
        play_tournaments(
            [DUEL], [greedy, random, random], 10, 0, pairs=lambda _: one_against_others(3, 2)
        )


@pytest.mark.parametrize("games", [0, -3, 10**12])
def test_impossible_numbers_of_games_are_said_at_once(games: int) -> None:
    with pytest.raises(OptionError, match=f"games={games} is impossible"):
        play(DUEL, agents_of(DUEL, "greedy", "random"), games)


@pytest.mark.parametrize("seed", [2**64, -(2**63) - 1, 1.5])
def test_impossible_seeds_are_named(seed: Any) -> None:
    with pytest.raises(OptionError, match="seed="):
        play(DUEL, agents_of(DUEL, "greedy", "random"), 4, seed=seed)


@pytest.mark.parametrize("answer", [None, [0], [[0, 1]], "no"])
def test_an_answer_that_is_none_names_the_agent(answer: Any) -> None:
    class Wrong(RandomAgent):
        name = "wrong"

        def act(self, decisions: Decisions) -> np.ndarray:
            return answer if len(decisions) > 1 else super().act(decisions)

    with pytest.raises(AgentError, match="'wrong' must choose"):
        play(DUEL, [Wrong(), RandomAgent()], 100)


class BreaksElsewhere(RandomAgent):
    """Raises in any process but its own, even at its first choice."""

    name = "breaks"
    games_at_once = 32

    def __init__(self) -> None:
        self.home = os.getpid()

    def act(self, decisions: Decisions) -> np.ndarray:
        if os.getpid() != self.home:
            raise ValueError("boom")
        return super().act(decisions)


def test_an_error_in_a_worker_is_that_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_ALONE", 0.0)
    with pytest.raises(ValueError, match="boom"):
        play(DUEL, [BreaksElsewhere(), RandomAgent()], 400, workers=2)


def test_agents_that_take_long_are_played_in_portions_for_several_workers() -> None:
    slow, quick = agents_of(DUEL, "mcts:1000", "greedy")
    assert [len(part) for part in chunks(DUEL, slow, quick, 64)] == [8] * 8
    assert {len(part) for part in chunks(DUEL, slow, quick, 4000)} == {32}
    assert [len(part) for part in chunks(DUEL, quick, quick, 1024)] == [512, 512]
    assert [len(part) for part in chunks(TABLE, *agents_of(TABLE, "mcts:9", "greedy"), 7)] == [
        3
    ] * 3


def test_the_figures_are_those_of_the_games() -> None:
    """Each figure once more, from the arrays of a match whose seats and sides all differ."""
    rng = np.random.default_rng(8)
    deals, n = 40, 80
    shares = np.zeros((n, 2))
    seats = np.tile([0, 1], deals)
    chance = np.where(seats == 0, 0.9, 0.5)
    won = rng.random(n) < chance
    won[::2] = won[1::2]  # the games of a deal go together
    won[:20:2] = True
    shares[np.arange(n), np.where(won, seats, 1 - seats)] = 1.0
    categories = rng.normal(20.0, 5.0, (n, 2, len(DUEL.score_columns)))
    categories[:, 0] += 7.0
    categories[:, 0] += 4.0 * np.repeat(rng.normal(size=(deals, 1)), 2, axis=0)
    ahead = np.where(won, 0.8, 0.3)
    match = MatchResult(
        "one", "other", 2, seats, np.repeat(np.arange(deals), 2), won.astype(float), ahead, shares,
        categories, ["civilian" if i % 3 else "military" for i in range(n)],
        {"agent": 2.0, "opponent": 5.0}, {"agent": 600, "opponent": 1000},
    )  # fmt: skip
    result = Tournament(DUEL, 0, ["one", "other"], n, [(0, 1)], {(0, 1): match})
    table = summary(result)
    (row,) = table["matches"]
    one, other = table["agents"]
    assert (one["agent"], other["agent"]) == ("one", "other")
    assert row["win_rate"] == one["win_rate"] == won.mean()
    by_seat = [won[seats == seat].mean() for seat in (0, 1)]
    assert by_seat[0] > by_seat[1]
    assert row["win_rate_by_seat"] == one["win_rate_by_seat"] == by_seat
    assert other["win_rate_by_seat"] == pytest.approx([1 - by_seat[1], 1 - by_seat[0]])
    first = np.mean(np.where(seats == 0, won, ~won))
    assert table["seats"]["win_rate"] == pytest.approx([first, 1 - first])
    assert row["finished_ahead"] == pytest.approx(ahead.mean()) != row["win_rate"]
    assert row["points"] == pytest.approx(list(categories[:, :, -1].mean(axis=0)))
    assert (one["points"], other["points"]) == pytest.approx(tuple(row["points"]))
    assert row["decisions_per_second"] == {"agent": 300.0, "opponent": 200.0}
    assert (one["decisions_per_second"], other["decisions_per_second"]) == (300.0, 200.0)
    military = np.arange(n) % 3 == 0
    assert row["endings"]["military"]["won"] == one["endings"]["military"]["won"]
    assert one["endings"]["military"]["won"] == (won & military).sum()
    assert other["endings"]["military"]["won"] == (~won & military).sum()
    # Elo is that of the shares finished ahead, not of the wins
    odds = (ahead.sum() + 1.0) / (n - ahead.sum() + 1.0)  # half a deal of two games each
    assert one["elo"] - other["elo"] == pytest.approx(400 * np.log10(odds))
    # intervals have the deal as unit: with the game as unit they would be narrower
    games = np.arange(n)
    for interval in (row["interval_95"], one["interval_95"]):
        assert interval == list(rate_interval(match.results, match.deals))
        apart = rate_interval(match.results, games)
        assert interval[1] - interval[0] > 1.2 * (apart[1] - apart[0])
    apart = mean_intervals(categories[:, 0], games)[-1]
    for low, high in (row["points_interval_95"][0], one["points_interval_95"]):
        assert high - low > 1.2 * (apart[1] - apart[0])


def test_the_deals_and_the_players_draw_from_different_streams() -> None:
    """Else an agent that sees its own luck would know that of the deal."""
    words = {"deals": set(), "choices": set()}  # type: dict[str, set[int]]

    class Notes(RandomAgent):
        name = "notes"

        def act(self, decisions: Decisions) -> np.ndarray:
            words["choices"] |= set(map(int, decisions.keys))
            return super().act(decisions)

    play(DUEL, [Notes(), RandomAgent()], 40, seed=6)
    deals = [int(derive(np.uint64(6), deal)) for deal in range(40)]
    keys = np.empty(40 * 80, dtype=np.uint64)
    derive_keys(
        choice_seeds(np.repeat(np.array(deals, dtype=np.uint64), 80)),
        np.tile(np.arange(80), 40),
        keys,
    )
    assert not words["choices"] & set(map(int, keys))


def test_an_agent_whose_own_matches_were_not_reached_shows_nothing() -> None:
    agents = agents_of(TABLE, "random", "greedy")
    result = play(TABLE, agents, 30)
    del result.matches[1, 0]
    table = summary(result)
    greedy = next(row for row in table["agents"] if row["agent"] == "greedy")
    assert greedy["games"] == 0 and greedy["win_rate"] is None and greedy["endings"] == {}
    assert set(greedy) == set(next(row for row in table["agents"] if row["games"]))


def test_the_summary_of_duel_adds_up() -> None:
    names = ["random", "greedy", "science"]
    result = play(DUEL, agents_of(DUEL, *names), 100)
    table = summary(result)
    assert [row["agent"] for row in table["agents"]] == ["greedy", "science", "random"]  # by Elo
    assert table["games_played"] == table["games_planned"] == 300
    assert not table["partial"]
    assert table["elo_scale"] == "the frozen ladder"
    rates = win_rates(table)
    assert len(rates) == 6
    for row in table["agents"]:
        others = [rates[row["agent"], other] for other in names if other != row["agent"]]
        assert row["win_rate"] == pytest.approx(np.mean(others))
        assert row["games"] == 200
        assert np.mean(row["win_rate_by_seat"]) == pytest.approx(row["win_rate"])
        assert row["interval_95"][0] <= row["win_rate"] <= row["interval_95"][1]
        low, high = row["points_interval_95"]
        assert low <= row["points"] <= high
        ended = row["endings"].values()
        assert sum(count for counts in ended for count in counts.values()) == 200
        sheet = row["categories"]
        assert sum(sheet.values()) - sheet["total"] == pytest.approx(sheet["total"])
        assert row["decisions_per_second"] > 0
    assert sum(row["win_rate"] for row in table["agents"]) == pytest.approx(1.5)
    assert sum(table["seats"]["win_rate"]) == pytest.approx(1)
    json.dumps(table, allow_nan=False)


def test_the_summary_of_larger_tables_adds_up() -> None:
    result = play(TABLE, agents_of(TABLE, "random", "greedy"), 60)
    table = summary(result)
    assert [match["agent"] for match in table["matches"]] == ["random", "greedy"]
    assert sum(table["seats"]["win_rate"]) == pytest.approx(1)
    for row in table["agents"]:
        assert row["games"] == 60
        assert len(row["win_rate_by_seat"]) == 3
    json.dumps(table, allow_nan=False)


def test_an_evaluation_rates_its_agent_anew_and_shows_its_opponents() -> None:
    agents = agents_of(TABLE, "science", "greedy", "random")
    (result,) = play_tournaments(
        [TABLE], agents, 90, 1, pairs=lambda table: one_against_others(3, table.num_players)
    )
    table = summary(result, evaluation=True)
    first, greedy, _ = table["agents"]
    assert first["agent"] == "science" and not first["on_ladder"]
    assert greedy["on_ladder"] and greedy["elo"] == 1000
    assert [row["agent"] for row in table["matches"]] == ["science"] * 2
    assert [row["agent"] for row in table["matches_of_others"]] == ["greedy", "random"]
    assert greedy["win_rate"] == table["matches_of_others"][0]["win_rate"]
    (alone,) = play_tournaments(
        [TABLE], agents, 90, 1, pairs=lambda _: one_against_others(3, 3, both_roles=False)
    )
    short = summary(alone, evaluation=True)
    assert short["matches"][0]["win_rate"] == table["matches"][0]["win_rate"]
    first, greedy, _ = short["agents"]
    assert first["elo"] is None  # one role says too little
    assert greedy["win_rate"] == pytest.approx((1 - short["matches"][0]["win_rate"]) / 2)
    assert greedy["win_rate_by_seat"] == [None] * 3  # it had two of three at once
    assert greedy["endings"] == {}


@pytest.mark.parametrize(("game", "name"), [(DUEL, "military"), (TABLE, "military")])
def test_a_rung_that_is_evaluated_comes_out_near_its_place(game: Game, name: str) -> None:
    """One kind of figure: ladder, tournaments and evaluations agree on an agent."""
    agents = agents_of(game, name, "greedy", "random")
    (result,) = play_tournaments(
        [game], agents, 1500, 77, pairs=lambda table: one_against_others(3, table.num_players),
        workers=2,
    )  # fmt: skip
    row = summary(result, evaluation=True)["agents"][0]
    ladder = ladder_of(game)
    assert ladder is not None and not row["on_ladder"]
    low, high = row["elo_interval_95"]
    # strength is not quite one number: against fewer opponents it may be a little another
    assert low - 25 <= ladder.rungs[name].elo <= high + 25


def test_people_are_a_row_of_the_first_edition() -> None:
    for players in range(3, 8):
        people = people_at(make_game("seven_wonders", num_players=players, edition="first"))
        assert people is not None
        sheet = people["categories"]
        assert set(sheet) <= set(TABLE.score_columns)
        parts = sum(value for name, value in sheet.items() if name != "total")
        assert parts == pytest.approx(sheet["total"], abs=0.02)
        assert people["winner"] > sheet["total"]
    assert people_at(TABLE) is None
    assert people_at(DUEL) is None
    edifice = make_game("seven_wonders", edition="first", expansions=["edifice"])
    assert people_at(edifice) is None
