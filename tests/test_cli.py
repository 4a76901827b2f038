"""The command line as a user runs it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import FIXTURES

ONLINE = FIXTURES / "duel" / "online_game_science.json"


def run(*arguments: object, status: int = 0) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-m", "wonderzoo_training.cli", *map(str, arguments)],
        capture_output=True,
        text=True,
        env=os.environ | {"COLUMNS": "100", "WONDERZOO_QUIET": "1"},
    )
    assert done.returncode == status, done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    return done


def test_replay_json_has_the_documented_keys() -> None:
    rows = [json.loads(line) for line in run("replay", ONLINE, "--json").stdout.splitlines()]
    keys = (
        "move seat action coins pawn paid cards wonders discards scores over".split()
    )  # in this order
    assert all(list(row) == keys for row in rows)
    assert [row["over"] for row in rows[:-1]] == [None] * (len(rows) - 1)
    over = rows[-1]["over"]
    assert (over["ending"], over["winner"]) == ("science", 0)
    categories = "blue green yellow guilds wonders tokens coins military total".split()
    assert [list(sheet) for sheet in over["scores"]] == [categories] * 2
    assert rows[-1]["scores"] == [sheet["total"] for sheet in over["scores"]]


def test_replay_legal_lists_what_could_be_chosen_before_the_move() -> None:
    output = run("replay", ONLINE, "--json", "--legal").stdout
    rows = [json.loads(line) for line in output.splitlines()]
    assert rows[0]["legal"] == [
        "draft Circus Maximus",
        "draft Piraeus",
        "draft The Great Lighthouse",
        "draft The Mausoleum",
    ]
    for row in rows:
        assert row["action"] in row["legal"]
        assert row["legal"] == sorted(row["legal"])


def test_replay_as_text() -> None:
    output = run("replay", ONLINE).stdout
    assert "build Stone Reserve" in output
    assert "coins 4 7" in output
    assert "science ending: first player (seat 0) wins" in output
    assert "military" in output


def test_an_illegal_move_is_one_clear_line_and_status_1(tmp_path: Path) -> None:
    data = json.loads(ONLINE.read_text())
    data["moves"][7] = [1, "build Palace"]
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps(data))
    done = run("replay", path, "--json", status=1)
    assert len(done.stdout.splitlines()) == 7  # what was legal has been printed
    assert done.stderr.count("\n") == 1
    for part in ("move 7", "seat 1", "'build Palace'", "legal: build Altar"):
        assert part in done.stderr


def test_recorded_games_replay_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    run("record", "duel", "--agents", "random", "greedy", "--games", 3, "--seed", 5, "--out", path)
    records = [json.loads(line) for line in path.read_text().splitlines()]
    assert [record["seats"] for record in records] == [["random", "greedy"]] * 3
    for number, record in enumerate(records):
        output = run("replay", path, "--json", "--number", number).stdout
        assert json.loads(output.splitlines()[-1])["over"] == record["scores"]
    again = tmp_path / "again.jsonl"
    run("record", "duel", "--games", 3, "--seed", 5, "--out", again, "--agents", "random", "greedy")
    assert again.read_text() == path.read_text()


def test_record_takes_options_of_the_game(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    run("record", "duel", "--option", "tied_start=begin", "--out", path)
    assert json.loads(path.read_text())["options"] == {"tied_start": "begin"}


def test_stats() -> None:
    result = json.loads(run("stats", "duel", "--games", 300, "--seed", 1, "--json").stdout)
    assert result["games"] == 300
    table = run("stats", "duel", "--games", 300, "--agents", "greedy", "random").stdout
    assert "greedy against random" in table
    assert "first civilian" in table


def test_evaluate(tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    done = run("evaluate", "greedy", "random", "greedy", "--games", 40, "--json", "--out", path)
    data = json.loads(done.stdout)
    assert data == json.loads(path.read_text())
    assert [match["opponent"] for match in data["matches"]] == ["random", "greedy"]
    table = run("evaluate", "greedy", "random", "--games", 40).stdout
    assert "95 % interval" in table


@pytest.mark.slow
def test_bench_has_the_documented_keys() -> None:
    result = json.loads(run("bench", "duel", "--seconds", 0.2, "--json").stdout)
    assert {"batch_obs", "batch", "aec", "bytes_per_game"} <= set(result)
    assert result["bytes_per_game"] <= 1024


def test_train_from_a_configuration(small_config: Path, tmp_path: Path) -> None:
    output = run("train", small_config, "total_steps=256").stdout
    assert str(tmp_path / "checkpoint") in output.replace("\n", "")
    for part in ("environment", "opponents", "inference", "update"):
        assert part in output
    assert list((tmp_path / "log").glob("events.out.tfevents.*"))
    evaluated = run("evaluate", tmp_path / "checkpoint", "random", "--games", 4, "--json").stdout
    assert json.loads(evaluated)["matches"][0]["games"] == 4


def test_agents_and_help() -> None:
    assert "greedy" in run("agents").stdout
    assert "Usage" in run().stdout
    assert run("--version").stdout.startswith("wonderzoo ")


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["fly"], 2, "No such command 'fly'"),
        (["replay"], 2, "Missing argument"),
        (["replay", "none.json"], 1, "cannot read none.json"),
        (["replay", ONLINE, "--number", "4"], 1, "the file holds one"),
        (["stats", "chess"], 1, "no game 'chess'; choose from duel"),
        (["stats", "duel", "--games", "many"], 2, "--games"),
        (["stats", "duel", "--games", "1"], 2, "--games"),
        (["stats", "duel", "--agents", "random"], 1, "needs 2 agents; 1 given"),
        (["stats", "duel", "--agents", "random", "genius"], 1, "no agent 'genius'"),
        (["stats", "duel", "-o", "tide=1"], 1, "no option 'tide'"),
        (["stats", "duel", "-o", "tide"], 1, "write key=value"),
        (["record", "duel"], 2, "Missing option"),
        (["record", "duel", "--out", "no/such/folder/x.jsonl"], 1, "No such file"),
        (["evaluate", "greedy", "random", "--games", "0"], 2, "--games"),
        (["stats", "seven_wonders", "--players", "8"], 1, "num_players=8 is impossible"),
        (["stats", "duel", "--players", "3"], 1, "no option 'num_players'"),
        (["evaluate", "greedy"], 2, "Missing argument"),
        (["evaluate", "greedy", "random", "--out", "no/folder/x.json"], 1, "there is no folder"),
        (["stats", "seven_wonders", "--players", "4", "-o", "num_players=5"], 1, "given twice"),
        (["train", "configs/duel_quick.yaml", "threads=100000"], 1, "threads=100000"),
        (["train", "configs/duel_quick.yaml", "network.hidden=[1000000000]"], 1, "network.hidden"),
        (["evaluate", "greedy", "random", "--seed", str(2**64)], 2, "--seed"),
        (["stats", "duel", "-o", "tied_start=[x"], 1, "not valid YAML"),
        (["train", "configs/duel_quick.yaml", "output=."], 1, "choose another output"),
        (["evaluate", "checkpoints/none", "random"], 1, "there is no checkpoint"),
        (["evaluate", "tests", "random"], 1, "is no checkpoint"),
        (["train", "none.yaml"], 1, "cannot read the configuration none.yaml"),
        (["train", "configs/duel_quick.yaml", "ppo.epoch=3"], 1, "did you mean 'epochs'"),
        (["train", "configs/duel_quick.yaml", "device=quantum"], 1, "device='quantum'"),
        (["train", "configs/duel_quick.yaml", "evaluation.opponents=[x]"], 1, "no agent 'x'"),
    ],
)
def test_bad_input_is_one_clear_line(arguments: list[object], status: int, message: str) -> None:
    done = run(*arguments, status=status)
    assert message in done.stderr
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1


def test_scores_that_are_not_those_of_the_game_are_an_error(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    run("record", "duel", "--seed", 3, "--out", path)
    record = json.loads(path.read_text())
    record["scores"]["scores"][0]["blue"] += 1
    path.write_text(json.dumps(record))
    assert "scores in the record" in run("replay", path, status=1).stderr


def test_a_reader_that_goes_away_does_no_harm(tmp_path: Path) -> None:
    command = f"{sys.executable} -m wonderzoo_training.cli replay {ONLINE} | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True)
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
