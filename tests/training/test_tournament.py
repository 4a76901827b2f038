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
from wonderzoo.errors import AgentError, OptionError
from wonderzoo.game import Game
from wonderzoo_training import workers
from wonderzoo_training.evaluate import play_match
from wonderzoo_training.people import people_at
from wonderzoo_training.tournament import (
    Tournament,
    all_against_all,
    check_names,
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
    assert one_against_others(3) == [(0, 1), (0, 2)]


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
    games = [match.games for match in result.matches.values()]
    assert max(games) - min(games) <= 96


def test_ctrl_c_before_the_first_game_gives_an_empty_table() -> None:
    agents: list[Agent] = [Interrupts(3), *agents_of(DUEL, "random")]
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
        "        pairs=lambda _: one_against_others(2), progress=lambda n: print(n, flush=True))\n"
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
        pass

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


def test_names_must_differ() -> None:
    with pytest.raises(OptionError, match="'greedy' is named twice"):
        check_names(["greedy", "random", "greedy"])
    with pytest.raises(OptionError, match="at least two"):
        check_names(["greedy"])


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
        [TABLE], agents, 90, 1, pairs=lambda table: one_against_others(len(agents))
    )
    table = summary(result, evaluation=True)
    first, greedy, _ = table["agents"]
    assert first["agent"] == "science" and not first["on_ladder"]
    assert greedy["on_ladder"] and greedy["elo"] == 1000
    assert greedy["win_rate"] == pytest.approx((1 - table["matches"][0]["win_rate"]) / 2)
    assert greedy["win_rate_by_seat"] == [None] * 3  # it had two of three at once
    assert greedy["endings"] == {}


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
