"""The command line as a user runs it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import FIXTURES
from wonderzoo.seven_wonders.tables import COLORS

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


CATEGORIES = "military coins wonder blue yellow green purple edifice total".split()


def record_a_table(path: Path, *options: object) -> dict[str, Any]:
    """A recorded game of five, the bills chosen."""
    agents = ["--agents", "greedy", *["random"] * 4]
    command = ["record", "seven_wonders", "--players", 5, "--seed", 2, *options, "--out", path]
    run(*command, *agents)
    record: dict[str, Any] = json.loads(path.read_text())
    return record


@pytest.fixture(scope="module")
def a_record(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return record_a_table(tmp_path_factory.mktemp("record") / "game.jsonl")


@pytest.mark.parametrize(
    "options", [[], ["-o", "edition=first", "-o", "sides=choose"]], ids=["second", "first"]
)
def test_a_recorded_table_replays_choice_by_choice(options: list[object], tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    record = record_a_table(path, *options)
    assert record["options"]["num_players"] == 5
    output = run("replay", path, "--json", "--legal").stdout
    rows = [json.loads(line) for line in output.splitlines()]
    # a row for each choice of a seat, bills and sides included
    assert [[row["seat"], row["action"]] for row in rows] == record["moves"]
    assert [row["move"] for row in rows] == list(range(len(rows)))
    assert {row["seat"] for row in rows} == set(range(5))
    words = {row["action"].split()[0] for row in rows}
    assert words >= {"build", "sell", "pay"} and ("side" in words) == bool(options)
    for row in rows:
        keys = "move seat action coins turn over legal".split()  # in this order
        assert [key for key in keys if key in row] == list(row)
        assert row["action"] in row["legal"] and row["legal"] == sorted(row["legal"])
        assert len(row["coins"]) == 5
    # the rows that complete a turn say so, and no others
    turns = [row["turn"] for row in rows if "turn" in row]
    assert [(turn["age"], turn["turn"]) for turn in turns] == [
        (age, turn) for age in (1, 2, 3) for turn in range(1, 7)
    ]
    for turn in turns:
        assert list(turn) == "age turn coins shields stages tokens discards".split()
        for key in ("coins", "shields", "stages", "tokens"):
            assert len(turn[key]) == 5
    assert [sum(map(len, turn["tokens"])) > 0 for turn in turns[:5]] == [False] * 5
    assert turns[-1]["discards"] > turns[0]["discards"]
    # the result is on the last row alone
    assert [row["over"] for row in rows[:-1]] == [None] * (len(rows) - 1)
    over = rows[-1]["over"]
    assert over == record["scores"] and list(over) == ["scores", "ranking"]
    assert [list(sheet) for sheet in over["scores"]] == [CATEGORIES] * 5
    totals = [sheet["total"] for sheet in over["scores"]]
    assert totals == [sum(sheet.values()) - sheet["total"] for sheet in over["scores"]]
    assert [sheet["military"] for sheet in over["scores"]] == list(map(sum, turns[-1]["tokens"]))
    order = sorted(range(5), key=lambda seat: over["ranking"][seat])
    assert [totals[seat] for seat in order] == sorted(totals, reverse=True)
    assert over["ranking"][order[0]] == 1


def test_a_recorded_table_as_text(a_record: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(a_record))
    lines = run("replay", path).stdout.splitlines()
    for number, (seat, text) in enumerate(a_record["moves"]):
        assert lines[number].split()[:3] == [str(number), "seat", str(seat)]
        assert f"  {text}  " in lines[number] and "coins" in lines[number]
    table = {line.split()[0]: line.split()[1:] for line in lines if line.split()}
    for category in CATEGORIES:
        assert table[category] == [str(sheet[category]) for sheet in a_record["scores"]["scores"]]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"wonders": [["Gizah", "a"]] * 5}, "Gizah has no side 'a'; choose from day, night"),
        ({"hands": {"1": []}}, "hands of Age 1 must be 5 lists of 7"),
    ],
    ids=["wonders", "hands"],
)
def test_an_impossible_deal_of_a_table_is_one_clear_line(
    change: dict[str, Any], message: str, a_record: dict[str, Any], tmp_path: Path
) -> None:
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps(a_record | {"deal": a_record["deal"] | change}))
    done = run("replay", path, status=1)
    assert done.stderr.startswith("error: ") and done.stderr.count("\n") == 1
    assert message in done.stderr and done.stdout == ""


def test_a_seat_that_chooses_out_of_turn_is_one_clear_line(
    a_record: dict[str, Any], tmp_path: Path
) -> None:
    record = json.loads(json.dumps(a_record))
    last = max(number for number, (seat, _) in enumerate(record["moves"]) if seat == 0)
    record["moves"].insert(last + 1, record["moves"][last])  # it has chosen in this turn
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps(record))
    done = run("replay", path, "--json", status=1)
    assert len(done.stdout.splitlines()) == last + 1
    assert done.stderr.count("\n") == 1
    assert f"move {last + 1}: seat 0" in done.stderr and "to choose" in done.stderr


def test_stats_of_a_table() -> None:
    command = ["stats", "seven_wonders", "--players", 4, "--games", 300, "--seed", 1]
    result = json.loads(run(*command, "--json").stdout)
    assert list(result) == "games mean se rate sd groups".split()
    assert result["games"] == 300
    keys = [
        *("decisions", "decisions_with_choice", "options", "score"),
        *(f"score_{category}" for category in CATEGORIES[:-1]),
        *(f"score_place_{place}" for place in (1, 2, 3, 4)),
        *("stages", *(f"cards_{color}" for color in COLORS), "sales", "coins_traded"),
    ]
    for what in ("mean", "se", "sd"):
        assert set(result[what]) == set(keys)
    mean = result["mean"]
    assert mean["decisions"] >= 4 * 18 and mean["options"] > mean["decisions"]
    # a stage, a sale or a card for each of a seat's 18 turns; some wonders give cards more
    cards = sum(mean[f"cards_{color}"] for color in COLORS)
    assert 18 <= cards + mean["stages"] + mean["sales"] < 19
    assert set(result["rate"]) == {"shared"}
    assert len(result["groups"]) == 14
    for name, group in result["groups"].items():
        assert name.endswith((" day", " night"))
        assert set(group) == {"count", "mean", "sd", "se"}
    assert sum(group["count"] for group in result["groups"].values()) == 4 * 300
    table = run(*command).stdout
    for part in ("standard deviation", "score place 4", "coins traded", "Rhódos night", "300"):
        assert part in table
    assert f"{mean['score']:.3f}" in table


def test_stats() -> None:
    result = json.loads(run("stats", "duel", "--games", 300, "--seed", 1, "--json").stdout)
    assert result["games"] == 300
    table = run("stats", "duel", "--games", 300, "--agents", "greedy", "random").stdout
    assert "greedy against random" in table
    assert "first civilian" in table


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "most_bytes"), [(["duel"], 1024), (["seven_wonders", "--players", 3], 4096)]
)
def test_bench_has_the_documented_keys(arguments: list[object], most_bytes: int) -> None:
    result = json.loads(run("bench", *arguments, "--seconds", 0.2, "--json").stdout)
    assert {"batch_obs", "batch", "aec", "bytes_per_game"} <= set(result)
    assert all(value > 0 for value in result.values())
    assert result["bytes_per_game"] <= most_bytes


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
        (["record", "seven_wonders", "--players", "2", "--out", os.devnull], 1, "num_players=2 is"),
        (["bench", "seven_wonders", "--players", "8"], 1, "num_players=8 is impossible"),
        (["evaluate", "greedy", "random", "--game", "seven_wonders", "--players", "2"], 1, "=2 is"),
        (["stats", "seven_wonders", "-o", "edition=third"], 1, "edition='third' is impossible"),
        (["stats", "seven_wonders", "-o", "sides=a"], 1, "impossible in the second edition"),
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


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["stats", "seven_wonders", "-o", "name=x"], "no option 'name'"),
        (["stats", "seven_wonders", "-o", "self=x"], "no option 'self'"),
        (["stats", "duel", "-o", "tied_start=2024-99-99"], "not valid YAML"),
        (["stats", "seven_wonders", "-o", "edition=!!int x"], "not valid YAML"),
        (["stats", "seven_wonders", "-o", "num_players=" + "1" * 5000], "not valid YAML"),
        (["stats", "seven_wonders", "-o", "wonders=" + "[" * 3000], "not valid YAML"),
    ],
    ids=["name", "self", "date", "int", "digits", "deep"],
)
def test_odd_options_are_one_clear_line(arguments: list[str], message: str) -> None:
    done = run(*arguments, status=1)
    assert message in done.stderr and done.stderr.count("\n") == 1


def test_names_are_not_markup(a_record: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(a_record | {"seats": ["[/red]", "[bold]b", "c", "d", "e"]}))
    assert "[/red]" in run("replay", path).stdout


@pytest.mark.parametrize("kept", [0, 10])
def test_scores_without_an_end_are_an_error(
    kept: int, a_record: dict[str, Any], tmp_path: Path
) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(a_record | {"moves": a_record["moves"][:kept]}))
    assert "its moves end before the game does" in run("replay", path, status=1).stderr


def test_scores_of_other_keys_are_an_error(a_record: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(a_record | {"scores": {"foo": 1}}))
    assert "are not those of the game" in run("replay", path, status=1).stderr


def test_errors_of_a_record_name_its_file(a_record: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(a_record | {"moves": [[0, "build Atlantis"]], "scores": None}))
    assert f"{path}: move 0" in run("replay", path, status=1).stderr


def test_ctrl_c_says_what_was_written(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    command = [sys.executable, "-m", "wonderzoo_training.cli", "record", "seven_wonders",
               "--games", "1000000", "--out", str(path)]  # fmt: skip
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # a job in the background of a shell is started deaf to Ctrl-C, and so are its children
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    while not path.exists() or path.stat().st_size == 0:
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "of the 1000000 asked for" in out and "stopped" in err and "Traceback" not in err
    assert int(out.split()[0]) == len(path.read_text().splitlines())
