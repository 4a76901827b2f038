"""The search without compilation: the same choices."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np

from tests.agents.guided_reference import hashed
from tests.agents.test_mcts import GAMES, positions
from wonderzoo.agents import MctsAgent, MctsOptions
from wonderzoo.agents.guided import guided_search
from wonderzoo.kernels import SCORE

ROOT = Path(__file__).resolve().parents[2]


def choices() -> str:
    """What the searches choose in a few positions of each game, by both rollouts and guided."""
    lines = []
    for name, options in GAMES:
        asked = positions(name, options, 13, games=4)
        for rollout in ("random", "heuristic"):
            actions, visits = MctsAgent(MctsOptions(12, rollout=rollout)).search(asked)
            lines.append(f"{actions.tolist()} {np.sort(visits, axis=1)[:, -5:].tolist()}")
        actions, visits = guided_search(
            asked, hashed(asked.game, 9.0), encoder="flat", simulations=12, exploration=1.0,
            scheme=SCORE, first_nodes=1,
        )  # fmt: skip
        lines.append(f"{actions.tolist()} {visits.tolist()}")
    return "\n".join(lines)


def test_the_interpreted_search_is_the_compiled_one() -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    code = "from tests.agents.test_interpreted_search import choices; print(choices())"
    result = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-c", code],
        capture_output=True,
        text=True,
        env=environment,
        cwd=ROOT,
        timeout=300,
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.strip() == choices()
