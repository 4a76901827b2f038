"""Shared by all tests: compile once before the workers start, and a small training run."""

from __future__ import annotations

from pathlib import Path

import pytest

from wonderzoo import GAMES
from wonderzoo.benchmark import warm_up

FIXTURES = Path(__file__).parent / "fixtures"


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):  # the controller only; workers find the cache filled
        for game in GAMES.values():
            warm_up(game())


@pytest.fixture
def small_config(tmp_path: Path) -> Path:
    """A training run of seconds; its folders lie in the test's own."""
    path = tmp_path / "small.yaml"
    path.write_text(
        f"""\
name: small
game: duel
seed: 3
output: {tmp_path / "checkpoint"}
log: {tmp_path / "log"}
total_steps: 1_024
num_games: 16
checkpoint_every: 256
threads: 1
network: {{hidden: [32]}}
ppo: {{rollout_steps: 8, batch_size: 64, epochs: 2, final_learning_rate: 1.0e-4}}
opponents: {{past_slots: 2, past_every: 256}}
evaluation: {{every: 512, games: 4, final_games: 8}}
"""
    )
    return path
