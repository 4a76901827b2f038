"""Recorded games: the ones people played, our own, and files that are wrong."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.conftest import FIXTURES
from wonderzoo import make_game
from wonderzoo.agents import make_agent
from wonderzoo.errors import DealError, OptionError, RecordError, WonderzooError
from wonderzoo.records import Record, play_records, read_record, replay

ONLINE = FIXTURES / "duel" / "online_game_science.json"
SCRIPTED = FIXTURES / "duel" / "scripted_game_military.json"
GAME = make_game("duel")


@pytest.mark.parametrize("path", [ONLINE, SCRIPTED], ids=lambda path: path.stem)
def test_games_played_elsewhere_replay_exactly(path: Path) -> None:
    """Coins, costs and pawn after each move, as the source of the record has them."""
    record = read_record(path)
    checked = 0
    for step, expected in zip(replay(record), record.extra["expected"], strict=True):
        row = GAME.table_row(step.state)
        for key, ours in (("coins", "coins"), ("pawn", "pawn"), ("cost", "paid")):
            if key in expected:
                assert row[ours] == expected[key], f"move {step.number} {step.text}: {key}"
                checked += 1
        for check in expected.get("checks", []):
            checked += check_table(row, check)
    assert checked >= 18
    over = GAME.over_row(step.state)
    assert over is not None
    assert over["ending"] == record.extra["result"]["ending"]
    assert over["winner"] == 0


def check_table(row: dict[str, Any], check: dict[str, Any]) -> int:
    player = check.get("player", 0)
    if "discards" in check:
        assert row["discards"] == check["discards"]
    if "shield_sums" in check:
        assert row["pawn"] == check["shield_sums"][0] - check["shield_sums"][1]
    for key in ("wonders", "cards", "coins"):
        if key in check:
            assert row[key][player] == check[key]
    return len(check) - 1 - ("player" in check)


def test_the_online_game_ends_with_the_coins_of_its_result() -> None:
    record = read_record(ONLINE)
    *_, last = replay(record)
    assert last.state.coins.tolist() == record.extra["result"]["coins"]


def test_the_source_scores_of_the_scripted_game() -> None:
    """Its source counts 10 military points at the capital, which the rules do not (ruling 55)."""
    record = read_record(SCRIPTED)
    *_, last = replay(record)
    names = {"purple": "guilds", "wonder": "wonders", "ptoken": "tokens"}
    for sheet, source in zip(
        GAME.score_sheet(last.state), record.extra["result"]["scores_in_source"], strict=True
    ):
        for key, points in source.items():
            if key not in ("military", "sum"):
                assert sheet[names.get(key, key)] == points
        assert sheet["total"] == source["sum"] - source["military"]


@pytest.mark.parametrize("tied_start", ["choose", "begin"])
@pytest.mark.parametrize("agents", [("random", "random"), ("greedy", "random")])
def test_own_records_give_back_every_state(agents: tuple[str, str], tied_start: str) -> None:
    game = make_game("duel", tied_start=tied_start)
    players = [make_agent(name, game) for name in agents]
    for record in play_records(game, players, 30, seed=4):
        read = Record.from_json(json.loads(json.dumps(record.to_json())))
        assert read.game.options == {"tied_start": tied_start}
        state = game.deal_from_names(record.deal)[0]
        for step in replay(read):
            game.kernels.apply(state, step.seat, game.action_id(step.text))
            assert state.tobytes() == step.state.tobytes()
        assert game.over_row(step.state) == record.scores


def test_a_deal_by_names_is_the_deal() -> None:
    """Boxed cards apart, which nobody ever sees: the same game follows from the names."""
    for seed in range(50):
        state = GAME.dealt(seed)[0]
        names = GAME.deal_to_names(state)
        again = GAME.deal_from_names(names)[0]
        assert GAME.deal_to_names(again) == names
        for field in ("card_at", "wonder_at", "token_at", "card_slot"):
            np.testing.assert_array_equal(state[field], again[field])


def test_a_recorded_game_does_not_depend_on_how_many_are_played() -> None:
    players = [make_agent("greedy", GAME), make_agent("random", GAME)]
    few = [record.to_json() for record in play_records(GAME, players, 5, 9)]
    many = [record.to_json() for record in play_records(GAME, players, 20, 9, at_once=7)]
    assert few == many[:5]


def changed(**changes: Any) -> dict[str, Any]:
    data = json.loads(ONLINE.read_text())
    data.update(copy.deepcopy(changes))
    return data


def with_deal(**changes: Any) -> dict[str, Any]:
    data = json.loads(ONLINE.read_text())
    data["deal"].update(changes)
    return data


MOVES = json.loads(ONLINE.read_text())["moves"]
DEAL = json.loads(ONLINE.read_text())["deal"]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "JSON object"),
        (changed(format="other"), "'format'"),
        (changed(game="chess"), "no game 'chess'"),
        (changed(options={"tide": 1}), "no option 'tide'"),
        (changed(options=[1]), "'options' must be an object"),
        (changed(moves="all"), "'moves'"),
        (changed(moves=[[0]]), "move 0"),
        (changed(moves=[[True, "draft Piraeus"]]), "move 0"),
        (changed(moves=[*MOVES[:7], [1, "build Palace"]]), "move 7: seat 1 'build Palace'"),
        (changed(moves=[*MOVES[:7], [0, MOVES[7][1]]]), "it is for seat 1 to choose"),
        (changed(moves=[[0, "fly"]]), "legal: draft Circus Maximus, draft Piraeus"),
        (changed(moves=[*MOVES, [0, "build Palace"]]), "after the end of the game"),
        (changed(seats=5), "'seats' must be a list of 2 names"),
        (changed(seats=["a"]), "'seats' must be a list of 2 names"),
        (changed(scores=5), "'scores' must be an object"),
        (changed(deal={}), "'wonders' is missing"),
        (with_deal(wonders=["x", DEAL["wonders"][0]]), "two lists of 4"),
        (with_deal(wonders=[]), "two lists of 4"),
        (with_deal(wonders=[["Piraeus"] * 4, ["Piraeus"] * 4]), "Piraeus stands twice"),
        (with_deal(age_1=DEAL["age_2"]), "is a card of Age 2"),
        (with_deal(age_1=DEAL["age_1"][:19]), "list of 20 names"),
        (with_deal(age_1=["Castle", *DEAL["age_1"][1:]]), "'Castle' in 'age_1'"),
        (with_deal(age_1=[["x"], *DEAL["age_1"][1:]]), "is not a printed name"),
        (with_deal(great_library=["Economy", "Philosophy", "Strategy"]), "Economy is"),
        (with_deal(age_3=["Lighthouse", *DEAL["age_3"][1:6], "Port", *DEAL["age_3"][7:]]), "guild"),
    ],
)
def test_a_wrong_record_is_named_in_one_line(data: Any, message: str, tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_text(json.dumps(data))
    with pytest.raises(WonderzooError) as caught:
        for _ in replay(read_record(path)):
            pass
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_wrong_files(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="No such file"):
        read_record(tmp_path / "none.json")
    path = tmp_path / "record.json"
    for content, message in (
        ("", "is empty"),
        ("[" * 100_000, "not valid JSON"),
        (ONLINE.read_text()[:500], "not valid JSON"),
        (json.dumps(changed()) + "\n" + json.dumps(changed())[:99], "record 1 is not valid"),
    ):
        path.write_text(content)
        with pytest.raises(RecordError, match=message):
            read_record(path, number=1 if "record 1" in message else 0)
    path.write_text((json.dumps(changed()) + "\n") * 3)
    assert len(read_record(path, number=2).moves) == len(MOVES)
    with pytest.raises(RecordError, match="holds 3"):
        read_record(path, number=3)
    with pytest.raises(RecordError, match="holds one"):
        read_record(ONLINE, number=1)


def test_a_game_must_have_an_agent_on_each_seat() -> None:
    with pytest.raises(RecordError, match="needs 2 agents"):
        list(play_records(GAME, [make_agent("random", GAME)], 1, 0))


def test_errors_are_value_errors() -> None:
    """So that a caller who knows nothing of this package can catch them."""
    assert issubclass(DealError, ValueError)
    assert issubclass(OptionError, ValueError)
