"""Checkpoints: what is wrong with one is said in one line, and none is ever unpickled."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file

from wonderzoo import make_game
from wonderzoo.agents import make_agent
from wonderzoo.batch import Batch
from wonderzoo.game import Game
from wonderzoo_training.checkpoint import CheckpointError, load_agent, load_network
from wonderzoo_training.config import load_config
from wonderzoo_training.evaluate import play_match
from wonderzoo_training.ppo import train

SHIPPED = Path(__file__).parents[2] / "checkpoints" / "duel_quick"


@pytest.fixture
def folder(small_config: Path) -> Path:
    config = load_config(small_config)
    train(config, stop_at=128)
    return config.folder


def edit_meta(key: str, value: object) -> Callable[[Path], None]:
    def edit(folder: Path) -> None:
        meta = json.loads((folder / "meta.json").read_text())
        meta[key] = value
        (folder / "meta.json").write_text(json.dumps(meta))

    return edit


def cut(name: str) -> Callable[[Path], None]:
    def edit(folder: Path) -> None:
        content = (folder / name).read_bytes()
        (folder / name).write_bytes(content[: len(content) // 2])

    return edit


def edit_weights(change: Callable[[dict[str, torch.Tensor]], None]) -> Callable[[Path], None]:
    def edit(folder: Path) -> None:
        weights = load_file(folder / "policy.safetensors")
        change(weights)
        save_file(weights, folder / "policy.safetensors")

    return edit


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (cut("policy.safetensors"), "damaged or truncated"),
        (cut("meta.json"), "not valid JSON"),
        (lambda folder: (folder / "config.yaml").write_text("name: [cut"), "damaged"),
        (lambda folder: (folder / "policy.safetensors").unlink(), "has no policy.safetensors"),
        (lambda folder: (folder / "meta.json").unlink(), "has no meta.json"),
        (lambda folder: (folder / "policy.safetensors").write_bytes(b""), "damaged or truncated"),
        (lambda folder: shutil.rmtree(folder), "there is no checkpoint"),
        (edit_meta("format", "other"), "not of the format"),
        (edit_meta("game", "seven_wonders"), "do not belong together"),
        (edit_meta("encoder", []), "do not belong together"),
        (edit_meta("encoder_layout", "0123"), "another layout"),
        (edit_meta("actions_layout", "0123"), "another layout"),
        (edit_weights(lambda w: w["value.bias"].fill_(float("nan"))), "not finite"),
        (edit_weights(lambda w: w.pop("value.bias")), "does not fit"),
    ],
)
def test_a_damaged_checkpoint_is_named(
    folder: Path, damage: Callable[[Path], None], message: str
) -> None:
    load_network(folder)
    damage(folder)
    with pytest.raises(CheckpointError) as caught:
        load_network(folder)
    assert message in str(caught.value)
    assert str(folder) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_checkpoint_of_another_game_is_refused(folder: Path) -> None:
    class Other(type(make_game("duel"))):  # type: ignore[misc]
        name = "other"

    with pytest.raises(CheckpointError, match="plays duel, not other"):
        load_agent(folder, Other())


def test_playing_needs_no_trainer_and_unpickles_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "trainer.zip").unlink()
    game = make_game("duel")
    random = make_agent("random", game)
    play_match(game, make_agent("greedy", game), random, 2, 0)  # numba unpickles its own cache
    load_agent(folder, game).act(Batch(game, 1).decisions(np.array([0])))

    def refuse(*args: object, **kwargs: object) -> None:
        raise AssertionError("unpickled")

    monkeypatch.setattr("pickle.load", refuse)
    monkeypatch.setattr("pickle.loads", refuse)
    monkeypatch.setattr("pickle.Unpickler", refuse)
    monkeypatch.setattr("torch.load", refuse)
    result = play_match(game, make_agent(str(folder), game), random, 4, 0)
    assert result.games == 4


def test_a_choice_does_not_depend_on_the_batch(folder: Path) -> None:
    from wonderzoo.batch import Batch

    game: Game = make_game("duel")
    agent = load_agent(folder, game, likeliest=False)
    batch = Batch(game, 32, seed=5)
    for _ in range(30):
        batch.step(batch.random_actions())
    together = agent.act(batch.decisions(np.arange(32)))
    for i in range(32):
        assert agent.act(batch.decisions(np.array([i])))[0] == together[i]
        assert batch.masks[i, together[i]]


@pytest.mark.slow
def test_the_shipped_agent_is_as_good_as_it_says() -> None:
    game = make_game("duel")
    agent = make_agent(str(SHIPPED), game)
    meta = json.loads((SHIPPED / "meta.json").read_text())
    claimed = {row["opponent"]: row["win_rate"] for row in meta["evaluations"][-1]["matches"]}
    for name, rate in claimed.items():
        low, high = play_match(game, agent, make_agent(name, game), 1000, 12345).interval()
        assert low - 0.03 <= rate <= high + 0.03, name
    assert play_match(game, agent, make_agent("random", game), 1000, 7).win_rate >= 0.95
