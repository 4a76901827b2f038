"""Interrupted runs: nothing finished is lost, and what follows is the same bit for bit."""

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
import torch

from wonderzoo_training import checkpoint
from wonderzoo_training.checkpoint import CheckpointError
from wonderzoo_training.config import load_config
from wonderzoo_training.ppo import train


def trained(folder: Path) -> tuple[dict[str, Any], dict[str, Any], dict[str, torch.Tensor]]:
    """What a checkpoint holds, without what depends on the clock."""
    values, arrays, tensors = checkpoint.unpack(folder)
    for evaluation in values["evaluations"]:
        for match in evaluation["matches"]:
            del match["decisions_per_second"]
    del values["seconds"]
    return values, {name: array.tobytes() for name, array in arrays.items()}, tensors


def assert_same(first: Path, second: Path) -> None:
    values, arrays, tensors = trained(first)
    other_values, other_arrays, other_tensors = trained(second)
    assert values == other_values
    assert arrays == other_arrays
    assert tensors.keys() == other_tensors.keys()
    for name, tensor in tensors.items():
        assert torch.equal(tensor, other_tensors[name]), name


@pytest.mark.parametrize("stop_at", [256, 512, 700])
def test_a_resumed_run_equals_one_without_a_stop(
    small_config: Path, tmp_path: Path, stop_at: int
) -> None:
    whole = load_config(small_config, [f"output={tmp_path / 'whole'}"])
    halves = load_config(small_config, [f"output={tmp_path / 'halves'}"])
    train(whole)
    meta = train(halves, stop_at=stop_at)
    assert not meta["finished"]
    assert stop_at <= meta["steps"] < 1024
    torch.manual_seed(99)  # what another run in between would do to the global generators
    meta = train(halves, resume=True)
    assert meta["finished"]
    assert meta["steps"] == 1024
    assert_same(tmp_path / "whole", tmp_path / "halves")


def test_two_runs_are_equal_and_another_seed_is_not(small_config: Path, tmp_path: Path) -> None:
    for name, seed in (("a", 3), ("b", 3), ("c", 4)):
        train(load_config(small_config, [f"output={tmp_path / name}", f"seed={seed}"]))
    assert_same(tmp_path / "a", tmp_path / "b")
    with pytest.raises(AssertionError):
        assert_same(tmp_path / "a", tmp_path / "c")


def start(config: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "wonderzoo_training.cli", "train", str(config), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=os.environ | {"COLUMNS": "200"},
    )


def wait_for_steps(folder: Path, steps: int) -> None:
    """Until a checkpoint of at least so many steps is there."""
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        try:
            if json.loads((folder / "meta.json").read_text())["steps"] >= steps:
                return
        except (OSError, ValueError):
            pass
        time.sleep(0.002)
    raise TimeoutError


def test_a_kill_loses_at_most_one_checkpoint_interval(small_config: Path, tmp_path: Path) -> None:
    whole = load_config(small_config, [f"output={tmp_path / 'whole'}", "total_steps=8192"])
    train(whole)
    folder = tmp_path / "killed"
    arguments = (f"output={folder}", "total_steps=8192")
    for target in (256, 2048, 4096):
        run = start(small_config, *arguments, *(["--resume"] if target > 256 else []))
        wait_for_steps(folder, target)
        run.send_signal(signal.SIGKILL)
        run.communicate()
        meta = checkpoint.read_meta(folder)  # whole, whenever the kill came
        assert meta["steps"] >= target
        checkpoint.load_network(folder)
    run = start(small_config, *arguments, "--resume")
    run.communicate()
    assert run.returncode == 0
    assert_same(tmp_path / "whole", folder)


def test_ctrl_c_saves_and_says_where(small_config: Path, tmp_path: Path) -> None:
    folder = tmp_path / "checkpoint"
    run = start(small_config, "total_steps=100_000_000", "checkpoint_every=100_000_000")
    assert run.stdout is not None
    while "games at once" not in run.stdout.readline():
        assert run.poll() is None
    time.sleep(2)
    run.send_signal(signal.SIGINT)
    output, _ = run.communicate(timeout=60)
    assert run.returncode == 130
    assert str(folder) in output
    assert "--resume" in output
    assert "Traceback" not in output
    assert checkpoint.read_meta(folder)["steps"] > 0


def test_a_kill_between_the_renames_is_undone(small_config: Path, tmp_path: Path) -> None:
    config = load_config(small_config)
    train(config, stop_at=256)
    folder = config.folder
    folder.rename(checkpoint._previous(folder))
    assert checkpoint.read_meta(folder)["steps"] == 256  # read where it is, not moved
    checkpoint.load_network(folder)
    assert not folder.exists()
    assert train(config, resume=True)["finished"]


def test_a_new_run_sets_an_earlier_checkpoint_aside(small_config: Path, tmp_path: Path) -> None:
    config = load_config(small_config)
    first = train(config, stop_at=128)
    (config.folder / "notes.txt").write_text("mine")
    train(config, resume=True, stop_at=160)
    assert (config.folder / "notes.txt").read_text() == "mine"
    train(config, stop_at=256)
    old = checkpoint.read_meta(tmp_path / "checkpoint.old-1")
    assert (old["seed"], old["steps"]) == (first["seed"], 256)
    assert list((tmp_path / "log.old-1").glob("events.*"))


def test_two_runs_never_write_the_same_checkpoint(small_config: Path, tmp_path: Path) -> None:
    config = load_config(small_config)
    with checkpoint.only_writer(config.folder), pytest.raises(CheckpointError, match="another run"):
        train(config)
    assert train(config, stop_at=128)["steps"] == 128


def test_a_folder_that_is_no_checkpoint_is_left_alone(small_config: Path, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "important.txt").write_text("x")
    for output in (tmp_path / "data", tmp_path / "data" / "important.txt"):
        with pytest.raises(CheckpointError, match="no checkpoint; choose another output"):
            train(load_config(small_config, [f"output={output}"]))
    assert (tmp_path / "data" / "important.txt").read_text() == "x"


def test_ctrl_c_in_the_final_evaluation_keeps_the_run(small_config: Path, tmp_path: Path) -> None:
    run = start(small_config, "evaluation.final_games=1_000_000", "total_steps=256")
    wait_for_steps(tmp_path / "checkpoint", 256)
    time.sleep(0.5)
    run.send_signal(signal.SIGINT)
    output, _ = run.communicate(timeout=60)
    assert run.returncode == 130
    assert "Traceback" not in output
    meta = checkpoint.read_meta(tmp_path / "checkpoint")
    assert (meta["steps"], meta["finished"]) == (256, False)
    config = load_config(small_config, ["total_steps=256"])
    assert train(config, resume=True)["finished"]  # the evaluation is made up for


def test_resuming_needs_the_same_run(small_config: Path) -> None:
    config = load_config(small_config)
    with pytest.raises(CheckpointError, match="there is no checkpoint"):
        train(config, resume=True)
    train(config, stop_at=128)
    with pytest.raises(CheckpointError, match="another 'network'"):
        train(load_config(small_config, ["network.hidden=[16]"]), resume=True)
    with pytest.raises(CheckpointError, match=r"opponents\.scripted"):
        train(load_config(small_config, ["opponents.scripted={random: 1}"]), resume=True)
    meta = json.loads((config.folder / "meta.json").read_text())
    (config.folder / "meta.json").write_text(json.dumps(meta | {"state_layout": "other"}))
    with pytest.raises(CheckpointError, match="another layout"):
        train(config, resume=True)
    (config.folder / "meta.json").write_text(json.dumps(meta))
    (config.folder / "trainer.zip").write_bytes(b"PK nonsense")
    with pytest.raises(CheckpointError, match="damaged"):
        train(config, resume=True)
    (config.folder / "trainer.zip").unlink()
    with pytest.raises(CheckpointError, match="can be played but not resumed"):
        train(config, resume=True)
