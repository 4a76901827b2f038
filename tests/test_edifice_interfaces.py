"""The expansion Edifice, Carthage and Ur through the interfaces: options, records, statistics."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, seed_test

from wonderzoo import make_game, seven_wonders_v0, statistics
from wonderzoo.agents import make_agent
from wonderzoo.batch import Batch
from wonderzoo.data import index_of
from wonderzoo.errors import DealError, OptionError, TableError
from wonderzoo.records import Record, play_records, replay
from wonderzoo_training.config import load_config
from wonderzoo_training.evaluate import play_match
from wonderzoo_training.ppo import train

SIZES = range(3, 8)
FULL: dict[str, Any] = {"expansions": ["edifice"], "extra_wonders": ["Carthage", "Ur"]}


@pytest.mark.parametrize("size", SIZES)
def test_pettingzoo_and_gymnasium(size: int) -> None:
    api_test(seven_wonders_v0.env(num_players=size, **FULL), num_cycles=200)
    parallel_api_test(seven_wonders_v0.parallel_env(num_players=size, **FULL), num_cycles=50)
    seed_test(lambda: seven_wonders_v0.env(num_players=size, **FULL), num_cycles=20)
    env = gymnasium.make("wonderzoo/SevenWonders-v0", num_players=size, opponent="greedy", **FULL)
    env.reset(seed=size)


def test_one_layout_serves_games_with_and_without_it() -> None:
    plain, full = make_game("seven_wonders"), make_game("seven_wonders", num_players=7, **FULL)
    assert plain.encoders == full.encoders and plain.action_texts == full.action_texts
    assert plain.state_hash == full.state_hash


@pytest.mark.parametrize("encoder", ["flat", "entities"])
def test_what_belongs_to_it_is_zero_without_it(encoder: str) -> None:
    """Column by column, over whole games; with it, each of them is used."""
    used: dict[bool, set[tuple[str, str]]] = {}
    for full in (False, True):
        options = {"num_players": 5} | (FULL if full else {})
        batch = Batch(make_game("seven_wonders", **options), 256, encoder=encoder, seed=1)
        most = np.zeros(batch.observations.shape[1:], dtype=np.float32)
        for _ in range(5 * 22):
            batch.step(batch.random_actions())
            np.maximum(most, np.abs(batch.observations).max(axis=0), out=most)
        used[full] = set()
        at = 0
        for block in batch.game.encoder(encoder).blocks:
            columns = len(block.columns)
            rows = most[at : at + block.rows] if encoder == "entities" else most[
                at : at + block.size].reshape(block.rows, columns)  # fmt: skip
            at += block.rows if encoder == "entities" else block.size
            used[full] |= {(block.name, c) for c, v in zip(block.columns, rows.max(0)) if v > 0}
    words = ("Edifice", "pawn", "debt", "participate", "for that", "penalty", "Carthage", "Ur",
             "phase lose", "phase choose",
             "tokens of 5")  # fmt: skip  # without Edifices they come only when all is over
    new = {c for c in used[True] - used[False] if c[0] != "edifices"}
    assert not [c for c in new if not any(word in c[1] for word in words)]
    assert not [c for c in used[False] if c[0] == "edifices" and "number" not in c[1]
                and "kind" not in c[1]]  # fmt: skip
    for word in words:
        assert any(word in column for _, column in used[True]), word


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("edition", ["second", "first"])
def test_own_records_give_back_every_game(size: int, edition: str) -> None:
    game = make_game("seven_wonders", num_players=size, edition=edition, **FULL)
    agents = [make_agent("greedy", game), *[make_agent("random", game)] * (size - 1)]
    verbs = set()
    for record in play_records(game, agents, 6, seed=size):
        read = Record.from_json(json.loads(json.dumps(record.to_json())))
        assert read.game == game and len(read.deal["edifices"]) == 3
        for step in replay(read):
            verbs.add(step.text.split(" ")[0] + " and participate" * step.text.endswith("pate"))
            turn = game.table_row(step.state).get("turn")
            if turn:
                assert set(turn) >= {"pawns_left", "pawns", "debts"}
                assert len(turn["pawns"]) == len(turn["debts"]) == size
        assert game.over_row(step.state) == record.scores
    assert {"build", "stage", "stage and participate", "sell"} <= verbs


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"expansions": ["leaders"]}, "expansions=\\['leaders'\\] is impossible"),
        ({"expansions": 3}, "expansions=3 is impossible"),
        ({"extra_wonders": ["Gizah"]}, "extra_wonders=\\['Gizah'\\] is impossible"),
        ({"extra_wonders": ["Ur"]}, "Ur is only played with"),
        ({"wonders": ["Ur", "Gizah", "Babylon"]}, "Ur is only played with"),
        ({"lost_cards": "box"}, "lost_cards is only of use with"),
        ({"lost_cards": "table"}, "lost_cards='table' is impossible"),
        ({"seventh_participates": "yes"}, "seventh_participates='yes' is impossible"),
    ],
)
def test_impossible_options_are_one_line(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message) as caught:
        make_game("seven_wonders", **options)
    assert "\n" not in str(caught.value)


def test_impossible_deals_are_one_line() -> None:
    game = make_game("seven_wonders", expansions="edifice")
    good = game.deal_to_names(game.dealt(0)[0])
    plain = make_game("seven_wonders")
    for played, changes, message in (
        (game, {"edifices": None}, "list of three names"),
        (game, {"edifices": ["Agora"] * 3}, "'Agora' is no Edifice of Age 1"),
        (game, {"edifices": [["Agora"]] * 3}, "is no Edifice of Age 1"),
        (plain, {}, "needs the option expansions"),
        (game, {"wonders": [["Carthage", "day"], *good["wonders"][1:]]}, "option extra_wonders"),
    ):
        with pytest.raises(DealError, match=message) as caught:
            played.deal_from_names(good | changes)
        assert "\n" not in str(caught.value)


def test_statistics_count_pawns_debts_and_edifices() -> None:
    game = make_game("seven_wonders", num_players=4, **FULL)
    result = statistics.collect(game, [make_agent("greedy", game)] * 4, 300, 1)
    assert 0 < result["mean"]["pawns"] and 0 < result["mean"]["debts"]
    groups = {name: g for name, g in result["groups"].items() if name.endswith("is built")}
    assert len(groups) == 15 and sum(group["count"] for group in groups.values()) == 900
    built = sum(group["count"] * group["mean"] for group in groups.values()) / 300
    rates = sum(result["rate"][f"edifice_built_age_{age}"] for age in (1, 2, 3))
    assert built == pytest.approx(rates) and 0 < built < 3


def test_greedy_plays_it() -> None:
    """It beats random players, takes part in Edifices, and avoids more debts than they do."""
    game = make_game("seven_wonders", num_players=3, **FULL)
    result = play_match(game, make_agent("greedy", game), make_agent("random", game), 1500, 2)
    assert result.win_rate >= 0.90
    column = game.score_columns.index("edifice")
    mine, theirs = result.categories[:, :, column].mean(axis=0)
    assert mine > theirs


def test_the_command_knows_it(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    options = ["-o", "expansions=edifice", "-o", "extra_wonders=[Carthage, Ur]"]

    def run(*arguments: object) -> str:
        command = [sys.executable, "-m", "wonderzoo_training.cli", *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    run("record", "seven_wonders", "--players", 4, *options, "--games", 1, "--out", path)
    rows = [json.loads(line) for line in run("replay", path, "--json").splitlines()]
    assert sum("turn" in row for row in rows) == 18
    assert "pawns_left" in next(row["turn"] for row in rows if "turn" in row)
    assert set(rows[-1]["over"]["scores"][0]) >= {"edifice", "total"}


def test_a_policy_is_trained_with_it(small_config: Path, tmp_path: Path) -> None:
    overrides = ["game=seven_wonders", "total_steps=256", f"output={tmp_path / 'run'}",
                 "options={expansions: [edifice], extra_wonders: [Carthage, Ur]}"]  # fmt: skip
    meta = train(load_config(small_config, overrides))
    assert meta["options"]["expansions"] == ["edifice"]


def test_statistics_of_few_games() -> None:
    """Edifices that were not dealt have no rate."""
    game = make_game("seven_wonders", **FULL)
    result = statistics.collect(game, [make_agent("random", game)] * 3, 2, 1)
    built = [name for name in result["groups"] if name.endswith("is built")]
    assert 3 <= len(built) <= 6


def test_a_slip_in_the_tables_names_the_row() -> None:
    row = {"name": "Amphitheater"}
    assert index_of("grey", ("brown", "grey"), row, "penalty.card") == 1
    with pytest.raises(TableError, match=r"Amphitheater: penalty.card='gray' is unknown; .*'grey'"):
        index_of("gray", ("brown", "grey"), row, "penalty.card")
