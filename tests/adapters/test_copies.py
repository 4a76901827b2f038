"""Copies of every environment play the same game on, the games after it included."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.adapters.helpers import nth_legal, play_aec, play_parallel
from wonderzoo import duel_v0, make_game
from wonderzoo.adapters.single_agent import single_agent_env
from wonderzoo.adapters.vector import single_agent_vector_env
from wonderzoo.agents import GreedyAgent, RandomAgent
from wonderzoo.batch import Batch
from wonderzoo.errors import OptionError
from wonderzoo.learner import LearnerBatch

Copier = Callable[[Any], Any]


def by_state(env: Any) -> Any:
    """Another environment of the same kind, in another game, that takes the state."""
    state = pickle.loads(pickle.dumps(env.get_state()))
    other = env.clone()
    disturb(other)
    other.set_state(state)
    return other


def disturb(env: Any) -> None:
    if isinstance(env, Batch | LearnerBatch):
        env.reset(999)
    else:
        env.reset(seed=999)


copiers = pytest.mark.parametrize(
    "copied",
    [lambda e: e.clone(), copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e)), by_state],
    ids=["clone", "deepcopy", "pickle", "set_state"],
)


@copiers
@pytest.mark.parametrize("make", [duel_v0.env, duel_v0.raw_env], ids=["env", "raw"])
def test_aec(make: Any, copied: Copier) -> None:
    env = make()
    env.reset(seed=1)
    for number in range(25):
        env.step(nth_legal(env.last()[4]["action_mask"], number))
    other = copied(env)
    assert type(other) is type(env)
    original = play_aec(env)
    assert len(original) > 20
    assert play_aec(other) == original
    env.reset()
    other.reset()
    assert env.unwrapped.record.tobytes() == other.unwrapped.record.tobytes()


@copiers
def test_aec_is_independent(copied: Copier) -> None:
    env = duel_v0.env()
    env.reset(seed=1)
    other = copied(env)
    before = env.unwrapped.record.tobytes(), env.last()[0]["action_mask"].tobytes()
    play_aec(other)
    assert before == (env.unwrapped.record.tobytes(), env.last()[0]["action_mask"].tobytes())
    assert len(env.agents) == 2 and not env.terminations["player_0"]


@copiers
@pytest.mark.parametrize("steps", ["forfeit", "dead", "truncated"])
def test_aec_at_the_end(copied: Copier, steps: str) -> None:
    env = duel_v0.env(max_cycles=1 if steps == "truncated" else None)
    env.reset(seed=1)
    env.step(0 if steps != "truncated" else nth_legal(env.last()[4]["action_mask"], 0))
    if steps == "dead":
        env.step(None)
    other = copied(env)
    assert other.agents == env.agents and other.terminations == env.terminations
    assert other.truncations == env.truncations and all(env.truncations.values())
    assert other.infos["player_1"]["action_mask"].all()
    assert play_aec(other) == play_aec(env)
    env.reset()
    other.reset()
    assert env.unwrapped.record.tobytes() == other.unwrapped.record.tobytes()


@copiers
def test_parallel(copied: Copier) -> None:
    env = duel_v0.parallel_env()
    _, infos = env.reset(seed=1)
    for number in range(25):
        actions = {a: nth_legal(i["action_mask"], number) for a, i in infos.items()}
        *_, infos = env.step(actions)
    other = copied(env)
    original = play_parallel(env)
    assert len(original) > 20 and play_parallel(other) == original
    assert env.reset()[0].keys() == other.reset()[0].keys()
    assert env.record.tobytes() == other.record.tobytes()


def trace_batch(batch: Any, steps: int) -> list[bytes]:
    seen = []
    for _ in range(steps):
        inner = batch.batch if isinstance(batch, LearnerBatch) else batch
        batch.step(inner.random_actions())
        arrays = (batch.observations, batch.rewards, batch.dones, inner.masks, inner.states)
        seen += [a.tobytes() for a in arrays]
    return seen


@copiers
@pytest.mark.parametrize("encoder", ["flat", "entities"])
def test_batch(copied: Copier, encoder: str) -> None:
    batch = Batch(make_game("duel"), 5, seed=3, encoder=encoder)
    trace_batch(batch, 30)
    other = copied(batch)
    assert np.array_equal(other.observations, batch.observations)
    assert trace_batch(other, 120) == trace_batch(batch, 120)


@copiers
def test_batch_without_reset(copied: Copier) -> None:
    batch = Batch(make_game("duel"), 3, seed=3, auto_reset=False)
    actions = batch.random_actions().copy()
    actions[1] = 0  # forfeits
    batch.step(actions)
    batch.step(batch.random_actions())
    other = copied(batch)
    assert other.players[1] == -1 and other.masks[1].all() and other.players[0] >= 0
    assert trace_batch(other, 100) == trace_batch(batch, 100)
    batch.next_games()
    other.next_games()
    assert (batch.players >= 0).all() and batch.states.tobytes() == other.states.tobytes()


@copiers
def test_learner(copied: Copier) -> None:
    learner = LearnerBatch(
        make_game("duel"), 6, [RandomAgent(), GreedyAgent()], weights=[1, 3], seed=2, seat="random"
    )
    trace_batch(learner, 20)
    learner.set_weights([3, 1])  # kept by the copies; a saved state has no opponents
    other = copied(learner)
    assert trace_batch(other, 60) == trace_batch(learner, 60)
    assert np.array_equal(other.assigned, learner.assigned)


@copiers
def test_single_agent(copied: Copier) -> None:
    env = single_agent_env("duel", seat="random")
    env.reset(seed=2)
    for number in range(10):
        env.step(nth_legal(env.action_masks(), number))
    other = copied(env)
    for number in range(60):
        a, b = (e.step(nth_legal(e.action_masks(), number)) for e in (env, other))
        assert a[0].tobytes() == b[0].tobytes() and a[1:4] == b[1:4]
        if a[2]:
            assert env.reset()[0].tobytes() == other.reset()[0].tobytes()
    assert env.np_random.random() == other.np_random.random()


@copiers
def test_vector(copied: Copier) -> None:
    env = single_agent_vector_env("duel", 4, opponent="greedy")
    env.reset(seed=2)
    env.step(env.learner.batch.random_actions())
    other = copied(env)
    assert trace_batch(other.learner, 50) == trace_batch(env.learner, 50)


def test_pickle_in_another_process(tmp_path: Any) -> None:
    env = duel_v0.env()
    env.reset(seed=6)
    for number in range(12):
        env.step(nth_legal(env.last()[4]["action_mask"], number))
    path = tmp_path / "env.pickle"
    path.write_bytes(pickle.dumps(env))
    code = (
        "import pickle, sys, json, hashlib\n"
        "from tests.adapters.helpers import play_aec\n"
        f"env = pickle.load(open({str(path)!r}, 'rb'))\n"
        "print(json.dumps([[*map(str, row[:5])] for row in play_aec(env)]))"
    )
    out = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    assert json.loads(out) == [[*map(str, row[:5])] for row in play_aec(env)]


def test_state_of_another_game() -> None:
    env, other = duel_v0.env(), duel_v0.env(tied_start="begin")
    with pytest.raises(OptionError, match=r"call reset\(\) first"):
        env.get_state()
    env.reset(seed=0)
    with pytest.raises(OptionError, match="the saved state is of Duel"):
        other.set_state(env.get_state())
    batch = Batch(make_game("duel"), 2)
    with pytest.raises(OptionError, match="of 2 games, not 3"):
        Batch(make_game("duel"), 3).set_state(batch.get_state())


def test_state_is_plain() -> None:
    env = duel_v0.raw_env()
    env.reset(seed=0)

    def plain(value: Any) -> bool:
        if isinstance(value, dict):
            return all(isinstance(k, str) and plain(v) for k, v in value.items())
        if isinstance(value, list):
            return all(map(plain, value))
        return value is None or type(value) in (bool, int, float, str, bytes)

    assert plain(env.get_state())


def test_state_into_an_environment_never_reset() -> None:
    for make in (duel_v0.env, duel_v0.raw_env, duel_v0.parallel_env):
        env, fresh = make(), make()
        env.reset(seed=4)
        fresh.set_state(env.get_state())
        play = play_parallel if make is duel_v0.parallel_env else play_aec
        assert play(fresh) == play(env)
        env.reset()
        fresh.reset()  # the next game of the same generator
        assert env.unwrapped.record.tobytes() == fresh.unwrapped.record.tobytes()


def test_state_between_last_steps() -> None:
    env, fresh = duel_v0.env(), duel_v0.env()
    env.reset(seed=4)
    env.step(nth_legal(env.last()[4]["action_mask"], 0))
    assert env.agent_selection == "player_1"
    env.step(0)  # forfeits; PettingZoo remembers whose turn it was
    fresh.set_state(env.get_state())
    for each in (env, fresh):
        each.step(None)
        each.step(None)
    assert fresh.agent_selection == env.agent_selection and not fresh.agents
