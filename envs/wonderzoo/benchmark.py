"""Speed and size of a game on one core."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from typing import Any

import numpy as np

from wonderzoo.adapters.aec import OrderedTurnEnv, TurnEnv
from wonderzoo.agents.mcts import MctsAgent, MctsOptions
from wonderzoo.agents.scripted import GreedyAgent
from wonderzoo.batch import Batch
from wonderzoo.game import Game
from wonderzoo.statistics import collect

_GAMES_AT_ONCE = 1024
_SEARCHES_AT_ONCE, _SIMULATIONS = 8, 100
_ROUNDS = 5  # each figure is the best of this many rounds: the noise of a machine only slows


def warm_up(game: Game) -> None:
    """Compile, or load from the cache, everything that plays this game."""
    for encoder in game.encoders:
        batch = Batch(game, 2, encoder=encoder)
        batch.step(batch.random_actions())
    agent = GreedyAgent()
    collect(game, [agent] * game.num_players, 2, 0)
    MctsAgent(MctsOptions(2)).act(batch.decisions(np.arange(2)))
    game.kernels.resample_many(batch.states, batch.players, batch.seeds)


def batch_speed(game: Game, seconds: float, encoder: str | None) -> float:
    """Decisions per second of random legal play in the native batch, masks included."""
    batch = Batch(game, _GAMES_AT_ONCE, encoder=encoder)
    batch.step(batch.random_actions())

    def round_() -> int:
        batch.step(batch.random_actions())
        return _GAMES_AT_ONCE

    return _best(round_, seconds)


def aec_speed(game: Game, seconds: float) -> float:
    """Steps per second of the AEC loop through ``env()``, a random legal action each step."""
    env = OrderedTurnEnv(TurnEnv(game))
    rng = np.random.default_rng(0)
    seed = 0

    def round_() -> int:
        nonlocal seed
        env.reset(seed=seed)
        seed += 1
        steps = 0
        random = rng.random(1024)
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = np.flatnonzero(observation["action_mask"])
            env.step(int(legal[int(random[steps & 1023] * len(legal))]))
            steps += 1
        return steps

    round_()
    return _best(round_, seconds)


def playout_speed(game: Game, seconds: float) -> float:
    """Games per second played at random from the deal to the end, nothing but the rules."""
    states = game.new_states(_GAMES_AT_ONCE)
    ids = np.zeros(game.max_legal, dtype=np.int32)
    keys = np.arange(_GAMES_AT_ONCE, dtype=np.uint64)
    made, choices, options = (np.zeros(_GAMES_AT_ONCE, dtype=np.int64) for _ in range(3))

    def round_() -> int:
        game.kernels.deal_many(states, keys)
        game.kernels.play_random(states, keys, ids, made, choices, options)
        keys[:] += np.uint64(_GAMES_AT_ONCE)
        return _GAMES_AT_ONCE

    return _best(round_, seconds)


def search_speed(game: Game, seconds: float) -> float:
    """Simulations per second of ``mcts:100`` at the first decisions of games."""
    batch = Batch(game, _SEARCHES_AT_ONCE, encoder=None)
    agent = MctsAgent(MctsOptions(_SIMULATIONS))

    def round_() -> int:
        agent.act(batch.decisions(np.arange(_SEARCHES_AT_ONCE)))
        batch.step(batch.random_actions())
        return _SEARCHES_AT_ONCE * _SIMULATIONS

    return _best(round_, seconds)


def _best(round_: Any, seconds: float) -> float:
    best = 0.0
    for _ in range(_ROUNDS):
        done = 0
        start = time.perf_counter()
        while (elapsed := time.perf_counter() - start) < seconds / _ROUNDS or not done:
            done += round_()
        best = max(best, done / elapsed)
    return best


def start_times(game: Game) -> dict[str, float]:
    """Seconds to a playable environment in a fresh process: nothing compiled yet, and cached."""
    code = (
        "import time; t = time.perf_counter()\n"
        "from wonderzoo import make_game\n"
        f"game = make_game({game.name!r}, **{game.options!r})\n"
        "from wonderzoo.batch import Batch\n"
        "batch = Batch(game, 1); batch.step(batch.random_actions())\n"
        "print(time.perf_counter() - t)"
    )
    cold = code.replace("print(", "from wonderzoo.benchmark import warm_up; warm_up(game)\nprint(")
    with tempfile.TemporaryDirectory() as folder:
        fresh = os.environ | {"WONDERZOO_CACHE_DIR": folder, "WONDERZOO_QUIET": "1"}
        return {
            "cold_compile_seconds": _timed(cold, fresh),
            "warm_import_seconds": _timed(code, fresh),
        }


def _timed(code: str, environment: dict[str, str]) -> float:
    run = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    return float(json.loads(run.stdout))


def benchmark(game: Game, seconds: float = 5.0) -> dict[str, float]:
    """All figures of a game; ``seconds`` for each of the speeds.

    ``batch_obs``, ``batch``: decisions/s with and without flat observations; ``aec``: steps/s;
    ``playouts``: whole random games/s; ``simulations``: of the tree search, per second.
    """
    warm_up(game)
    return {
        "batch_obs": batch_speed(game, seconds, "flat"),
        "batch": batch_speed(game, seconds, None),
        "aec": aec_speed(game, seconds),
        "playouts": playout_speed(game, seconds),
        "simulations": search_speed(game, seconds),
        "bytes_per_game": game.state_dtype.itemsize,
        **start_times(game),
    }
