"""The same sources, interpreted: bit for bit the games of the compiled kernels."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.seven_wonders.digest import game_digest

ROOT = Path(__file__).resolve().parents[2]
SEEDS = range(10)  # two of each size


def test_interpreted_games_are_bit_identical() -> None:
    """With every warning of numpy an error: no silent overflow in an interpreted kernel."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-W", "error::RuntimeWarning", "-m", "tests.seven_wonders.digest"]
    result = subprocess.run(
        [*command, *map(str, SEEDS)],
        capture_output=True,
        text=True,
        env=environment,
        cwd=ROOT,
        timeout=300,
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.split() == [game_digest(seed) for seed in SEEDS]
