"""``evaluate`` and ``tournament`` as a user runs them."""

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

from tests.test_cli import run


def without_clock(data: Any) -> Any:
    """The figures without those that a clock made."""
    if isinstance(data, dict):
        return {k: without_clock(v) for k, v in data.items() if k != "decisions_per_second"}
    return [without_clock(value) for value in data] if isinstance(data, list) else data


def test_evaluate(tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    done = run("evaluate", "greedy", "random", "greedy", "--games", 40, "--json", "--out", path)
    data = json.loads(done.stdout)
    assert data == json.loads(path.read_text())
    assert [match["opponent"] for match in data["matches"]] == ["random", "greedy"]
    for match in data["matches"]:
        assert {
            "agent", "opponent", "players", "games", "deals", "win_rate", "interval_95", "points",
            "win_rate_by_seat", "categories", "endings", "decisions_per_second", "options",
            "points_interval_95", "interval_95_by_seat", "categories_interval_95",
        } <= set(match)  # fmt: skip
    (table,) = data["tables"]
    assert table["agents"][0]["elo"] is not None
    assert data["partial"] is False
    shown = run("evaluate", "greedy", "random", "--games", 40).stdout
    for words in ("95 % interval", "Elo", "decisions/s", "seat 0", "guilds", "civilian"):
        assert words in shown


def test_evaluate_at_several_table_sizes() -> None:
    folder = "checkpoints/seven_wonders_quick"
    done = run("evaluate", folder, "random", "--games", 14, "--json")
    data = json.loads(done.stdout)
    assert [table["players"] for table in data["tables"]] == [3, 4, 5, 6, 7]
    assert [match["games"] for match in data["matches"]] == [15, 16, 15, 18, 14]  # whole deals
    shown = run("evaluate", folder, "random", "--games", 14).stdout
    assert "over all its opponents" in shown


def test_a_search_with_a_network_plays_its_checkpoints_game() -> None:
    agent = "checkpoints/seven_wonders_quick+mcts:4"
    done = run("evaluate", agent, "random", "--games", 6, "--players", 3, "--json")
    data = json.loads(done.stdout)
    assert data["game"] == "seven_wonders"
    assert data["matches"][0]["agent"] == agent
    assert data["matches"][0]["win_rate"] > 0.6


def test_tournament(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("out.json", "report.html", "report.png")]
    agents = ["random", "greedy", "science"]
    done = run("tournament", *agents, "--games", 40, "--json", "--out", files[0])
    data = json.loads(done.stdout)
    assert data == json.loads(files[0].read_text())
    assert {"game", "options", "seed", "games_planned", "games_played", "partial", "agents",
            "matches", "seats", "people", "elo_scale"} <= set(data)  # fmt: skip
    assert {row["agent"] for row in data["agents"]} == set(agents)
    assert len(data["matches"]) == 3
    for file in files[1:]:
        shown = run("tournament", *agents, "--games", 40, "--report", file).stdout
        assert str(file) in shown.replace("\n", "")
        assert file.stat().st_size > 10_000
    for words in ("win matrix", "Elo", "points by category", "endings", "seat 0", "decisions/s"):
        assert words in shown


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")
def test_a_full_disk_does_not_cost_the_results() -> None:
    done = run("evaluate", "greedy", "random", "--games", 10, "--out", "/dev/full", status=1)
    assert "95 % interval" in done.stdout
    assert done.stderr == "error: cannot write /dev/full: No space left on device\n"


def test_a_reader_that_goes_does_not_cost_the_files(tmp_path: Path) -> None:
    out, page = tmp_path / "out.json", tmp_path / "report.html"
    started = subprocess.Popen(
        [sys.executable, "-m", "wonderzoo_training.cli", "evaluate", "greedy", "random",
         "--games", "10", "--out", str(out), "--report", str(page)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )  # fmt: skip
    assert started.stdout is not None and started.stderr is not None
    started.stdout.close()
    errors = started.stderr.read()
    assert started.wait() == 1 and "Traceback" not in errors
    assert json.loads(out.read_text())["matches"]
    assert "</html>" in page.read_text()


def test_one_checkpoint_by_two_names_is_one_agent() -> None:
    names = ["checkpoints/duel_quick", "checkpoint:checkpoints/duel_quick/"]
    done = run("tournament", *names, "--games", 4, status=1)
    assert "'checkpoints/duel_quick' is named twice" in done.stderr


def test_a_tournament_of_the_first_edition_has_people_beside_it() -> None:
    game = ("--game", "seven_wonders", "--players", 4, "-o", "edition=first")
    shown = run("tournament", "greedy", "science", "--games", 16, *game).stdout
    assert "people: 2,579 games" in shown


def test_one_seed_gives_one_table_whatever_the_workers() -> None:
    asked = ("tournament", "mcts:60", "greedy", "--games", 160, "--seed", 4, "--json")
    tables = [
        without_clock(json.loads(run(*asked, "--workers", workers).stdout)) for workers in (1, 2)
    ]
    assert tables[0] == tables[1]


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("command", ["evaluate", "tournament"])
def test_ctrl_c_keeps_and_reports_what_has_been_played(
    command: str, workers: int, tmp_path: Path
) -> None:
    out, page = tmp_path / "out.json", tmp_path / "report.html"
    arguments = ["mcts:20", "random", "--games", "100000", "--workers", str(workers)]
    started = subprocess.Popen(
        [sys.executable, "-m", "wonderzoo_training.cli", command, *arguments,
         "--out", str(out), "--report", str(page)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"COLUMNS": "100"},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    with pytest.raises(subprocess.TimeoutExpired):
        started.communicate(timeout=12)
    started.send_signal(signal.SIGINT)
    shown, errors = started.communicate(timeout=60)
    assert started.returncode == 130, errors
    assert "Traceback" not in shown + errors
    assert "of 100,000 games were played" in errors
    data = json.loads(out.read_text())
    assert data["partial"] is True
    (match,) = data["matches"]
    assert 0 < match["games"] < 100_000
    assert match["games"] == 2 * match["deals"]
    assert match["win_rate"] > 0.5
    assert "Partial" in page.read_text()
    assert "95 %" in shown


@pytest.mark.parametrize("seconds", [6.0, 9.0])
def test_two_ctrl_c_while_workers_start_are_heard(seconds: float) -> None:
    """A checkpoint's network is more than a pipe holds: starting workers must not wait for it."""
    started = subprocess.Popen(
        [sys.executable, "-m", "wonderzoo_training.cli", "tournament", "greedy",
         "checkpoints/duel_quick+mcts:9", "--games", "100000", "--workers", "4"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    with pytest.raises(subprocess.TimeoutExpired):
        started.communicate(timeout=seconds)
    for _ in range(2):
        started.send_signal(signal.SIGINT)
        time.sleep(0.02)
    _, errors = started.communicate(timeout=15)  # it ends, and no worker holds its pipes
    assert started.returncode == 130, errors
    assert "Traceback" not in errors
    assert "of 100,000 games were played" in errors


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["tournament"], 2, "Missing argument"),
        (["tournament", "greedy"], 1, "at least two agents"),
        (["tournament", "greedy", "random", "greedy"], 1, "'greedy' is named twice"),
        (["tournament", "greedy", "guilds"], 1, "duel has no agent 'guilds'"),
        (["tournament", "greedy", "random", "--workers", "0"], 2, "--workers"),
        (["tournament", "greedy", "random", "--report", "x.pdf"], 1, "end the name in .html or"),
        (
            ["tournament", "greedy", "random", "--report", "no/folder/x.png"],
            1,
            "there is no folder",
        ),
        (["tournament", "greedy", "random", "--game", "chess"], 1, "no game 'chess'"),
        (["tournament", "greedy", "random", "--games", "1"], 2, "--games"),
        (["evaluate", "checkpoints/none+mcts:9", "random"], 1, "there is no checkpoint"),
        (["evaluate", "checkpoints/duel_quick+mcts:many", "random"], 1, "write mcts:N"),
        (["evaluate", "checkpoints/duel_quick+mcts:9,value=win", "random"], 1, "does not apply"),
        (["evaluate", "greedy", ""], 1, "the name of an agent is empty"),
        (["evaluate", "greedy", "random", "--players", "3"], 1, "choose the game seven_wonders"),
        (["evaluate", "greedy", "random", "--games", "1000000000000"], 2, "--games"),
        (["evaluate", "greedy", "random", "random"], 1, "'random' is named twice"),
        (["tournament", "greedy", "random", "--out", "x.png", "--report", "x.png"], 1, "same file"),
        (["evaluate", "greedy", "random", "--report", "x.jpg"], 1, "end the name in .html or .png"),
    ],
)
def test_bad_input_is_one_clear_line(arguments: list[str], status: int, message: str) -> None:
    done = run(*arguments, status=status)
    assert message in done.stderr
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1
