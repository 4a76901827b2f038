"""Copies of every environment play the same game on, the games after it included."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from tests.adapters.helpers import (
    Copier,
    Setting,
    copiers,
    each_game,
    nth_legal,
    play_aec,
    play_parallel,
    trace_batch,
)
from wonderzoo import duel_v0, make_game
from wonderzoo.agents import GreedyAgent, RandomAgent
from wonderzoo.batch import Batch
from wonderzoo.errors import OptionError
from wonderzoo.learner import LearnerBatch


@copiers
@each_game
@pytest.mark.parametrize("form", ["env", "raw_env"])
def test_aec(form: str, setting: Setting, copied: Copier) -> None:
    env = getattr(setting, form)()
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
@each_game
def test_aec_is_independent(setting: Setting, copied: Copier) -> None:
    env = setting.env()
    env.reset(seed=1)
    other = copied(env)
    before = env.unwrapped.record.tobytes(), env.last()[0]["action_mask"].tobytes()
    play_aec(other)
    assert before == (env.unwrapped.record.tobytes(), env.last()[0]["action_mask"].tobytes())
    assert env.agents == env.possible_agents and not env.terminations["player_0"]


@copiers
@each_game
@pytest.mark.parametrize("steps", ["forfeit", "dead", "truncated"])
def test_aec_at_the_end(setting: Setting, copied: Copier, steps: str) -> None:
    env = setting.env(max_cycles=1 if steps == "truncated" else None)
    env.reset(seed=1)
    while not any(env.truncations.values()):  # a cycle takes a choice of every seat that must
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
@each_game
def test_parallel(setting: Setting, copied: Copier) -> None:
    env = setting.parallel_env()
    _, infos = env.reset(seed=1)
    for number in range(10):
        actions = {a: nth_legal(i["action_mask"], number) for a, i in infos.items()}
        *_, infos = env.step(actions)
    other = copied(env)
    original = play_parallel(env)
    assert len(original) > 10 and play_parallel(other) == original
    assert env.reset()[0].keys() == other.reset()[0].keys()
    assert env.record.tobytes() == other.record.tobytes()


@copiers
@each_game
@pytest.mark.parametrize("encoder", ["flat", "entities"])
def test_batch(setting: Setting, copied: Copier, encoder: str) -> None:
    batch = Batch(setting.game(), 5, seed=3, encoder=encoder)
    trace_batch(batch, 30)
    other = copied(batch)
    assert np.array_equal(other.observations, batch.observations)
    assert trace_batch(other, 120) == trace_batch(batch, 120)


@copiers
@each_game
def test_batch_without_reset(setting: Setting, copied: Copier) -> None:
    batch = Batch(setting.game(), 3, seed=3, auto_reset=False)
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
@each_game
def test_learner(setting: Setting, copied: Copier) -> None:
    learner = LearnerBatch(
        setting.game(), 6, [RandomAgent(), GreedyAgent()], weights=[1, 3], seed=2, seat="random"
    )
    trace_batch(learner, 20)
    learner.set_weights([3, 1])  # kept by the copies; a saved state has no opponents
    other = copied(learner)
    assert trace_batch(other, 60) == trace_batch(learner, 60)
    assert np.array_equal(other.assigned, learner.assigned)


@copiers
@each_game
def test_single_agent(setting: Setting, copied: Copier) -> None:
    env = setting.single(seat="random")
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
@each_game
def test_vector(setting: Setting, copied: Copier) -> None:
    env = setting.vector(4, opponent="greedy")
    env.reset(seed=2)
    env.step(env.learner.batch.random_actions())
    other = copied(env)
    assert trace_batch(other.learner, 50) == trace_batch(env.learner, 50)


@each_game
def test_pickle_in_another_process(setting: Setting, tmp_path: Any) -> None:
    env = setting.env()
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


def test_state_of_a_table_of_another_size() -> None:
    smaller, larger = (Setting("seven_wonders", {"num_players": n}) for n in (3, 4))
    for form in ("raw_env", "parallel_env"):
        env, other = (getattr(setting, form)() for setting in (smaller, larger))
        env.reset(seed=0)
        with pytest.raises(OptionError, match=r"num_players=3.*, not of .*num_players=4"):
            other.set_state(env.get_state())
    saved = Batch(smaller.game(), 2).get_state()
    with pytest.raises(OptionError, match="another option 'num_players'"):
        Batch(larger.game(), 2).set_state(saved)


@each_game
def test_state_is_plain(setting: Setting) -> None:
    env = setting.raw_env()
    env.reset(seed=0)

    def plain(value: Any) -> bool:
        if isinstance(value, dict):
            return all(isinstance(k, str) and plain(v) for k, v in value.items())
        if isinstance(value, list):
            return all(map(plain, value))
        return value is None or type(value) in (bool, int, float, str, bytes)

    assert plain(env.get_state())


@each_game
def test_state_into_an_environment_never_reset(setting: Setting) -> None:
    for form in ("env", "raw_env", "parallel_env"):
        env, fresh = (getattr(setting, form)() for _ in range(2))
        env.reset(seed=4)
        fresh.set_state(env.get_state())
        play = play_parallel if form == "parallel_env" else play_aec
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
