"""Gymnasium: the single-agent environment and the vector environment."""

from __future__ import annotations

import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import wonderzoo  # noqa: F401  (registers the ids)
from tests.adapters.helpers import (
    OBS_ARGUMENTS,
    Setting,
    each_game,
    ids,
    nth_legal,
)
from tests.adapters.toy import Toy
from wonderzoo.adapters.single_agent import SingleAgentEnv, single_agent_env
from wonderzoo.adapters.vector import SingleAgentVectorEnv, single_agent_vector_env
from wonderzoo.agents import GreedyAgent
from wonderzoo.errors import AgentError, IllegalActionError, OptionError

ID = "wonderzoo/Duel-v0"


@each_game
@pytest.mark.parametrize("arguments", OBS_ARGUMENTS, ids=ids)
def test_check_env(setting: Setting, arguments: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make(setting.id, render_mode="ansi", **setting.options, **arguments)
        check_env(env.unwrapped)


def test_make() -> None:
    env = gymnasium.make(ID, opponent="greedy", seat=1, tied_start="begin", render_mode="ansi")
    observation, info = env.reset(seed=4)
    assert env.observation_space.contains(observation) and info["seat"] == 1
    assert env.unwrapped.game.options["tied_start"] == "begin"
    assert isinstance(env.render(), str)
    again = gymnasium.make(env.spec)
    assert again.unwrapped.game.options["tied_start"] == "begin"


@each_game
def test_make_vec_by_default_is_native(setting: Setting) -> None:
    vector = gymnasium.make_vec(setting.id, num_envs=3, opponent="greedy", **setting.options)
    assert isinstance(vector, SingleAgentVectorEnv)
    assert vector.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert vector.game == setting.game()
    observations, infos = vector.reset(seed=4)
    assert vector.observation_space.contains(observations)
    assert infos["action_mask"].shape == (3, vector.game.num_actions)
    again = gymnasium.make_vec(vector.spec)
    assert isinstance(again, SingleAgentVectorEnv) and again.game == setting.game()
    compare(again.reset(seed=4), (observations, infos))


@each_game
@pytest.mark.parametrize("mode", ["sync", "async"])
def test_make_vec_in_the_modes_of_gymnasium(setting: Setting, mode: str) -> None:
    """They play the games of the native form."""
    arguments: dict[str, Any] = {"num_envs": 2, "opponent": "greedy", **setting.options}
    vector_kwargs: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}
    if mode == "async":  # a fork of a process in which PyTorch has run is not safe
        vector_kwargs["context"] = "spawn"
    stock = gymnasium.make_vec(
        setting.id, vectorization_mode=mode, vector_kwargs=vector_kwargs, **arguments
    )
    native = gymnasium.make_vec(setting.id, **arguments)
    compare(native.reset(seed=30), stock.reset(seed=30))
    ended = 0
    for number in range(70):
        actions = np.array([nth_legal(mask, number) for mask in native.action_masks()])
        mine, theirs = native.step(actions), stock.step(actions)
        compare(mine, theirs)
        ended += int(mine[2].sum())
    stock.close()
    assert ended >= 2


def test_import_is_light() -> None:
    code = (
        "import sys, wonderzoo\n"
        "print([m for m in ('torch', 'matplotlib', 'pygame', 'PIL', 'pandas', 'stable_baselines3')"
        " if m in sys.modules])\n"
        "import gymnasium; print('wonderzoo/Duel-v0' in gymnasium.registry)"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.split("\n")[:2] == ["[]", "True"]


def play(env: Any) -> tuple[float, int]:
    total, number, over = 0.0, 0, False
    while not over:
        _, reward, over, truncated, info = env.step(nth_legal(env.action_masks(), number))
        assert not truncated and info["action_mask"].dtype == np.int8
        assert info["action_mask"].any()
        total += reward
        number += 1
    return total, number


@pytest.mark.parametrize("seat", [0, 1])
def test_learner_gets_the_result(seat: int) -> None:
    env = single_agent_env("duel", seat=seat, opponent="greedy")
    results = []
    for seed in range(6):
        env.reset(seed=seed)
        total, _ = play(env)
        with pytest.warns(UserWarning, match="after the game was over"):
            _, reward, _, _, info = env.step(0)
        assert reward == 0
        assert info["action_mask"].all()
        over = env.game.over_row(env.record)
        assert over is not None
        expected = 0.0 if over["winner"] is None else 1.0 if over["winner"] == seat else -1.0
        assert total == expected
        results.append(total)
    assert -1.0 in results  # the loser learns of it


def test_places_and_seat_in_info() -> None:
    env = single_agent_env("duel")
    env.reset(seed=0)
    number, over = 0, False
    while not over:
        assert env.record.actor == env._learner.seats[0]
        _, _, over, _, info = env.step(nth_legal(env.action_masks(), number))
        assert ("places" in info) == ("points" in info) == over
        number += 1
    result = env.game.over_row(env.record)
    assert result is not None
    assert info["points"].tolist() == [sheet["total"] for sheet in result["scores"]]
    assert info["places"].argmin() == result["winner"] and info["places"].sum() == 3


@each_game
def test_seats_alternate(setting: Setting) -> None:
    env = setting.single()
    n = env.game.num_players
    seats = []
    for number in range(6):
        _, info = env.reset(seed=0 if number == 0 else None)
        seats.append(info["seat"])
        if number % 2:
            play(env)
    assert seats == [(seats[0] + number) % n for number in range(6)]
    # a seed for each game, as evaluations do it: all seats come
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(40)} == set(range(n))


@each_game
def test_seed_gives_the_game_of_aec(setting: Setting) -> None:
    aec, single = setting.raw_env(), setting.single(seat=0)
    for number in range(3):
        seed = 21 if number == 0 else None
        aec.reset(seed=seed)
        single.reset(seed=seed)
        assert aec.record.tobytes() == single.record.tobytes()


@each_game
def test_reset_with_a_deal(setting: Setting) -> None:
    env = setting.single(seat=0)
    deal = env.game.deal_to_names(env.game.dealt(77)[0])
    env.reset(options={"deal": deal})
    assert env.game.deal_to_names(env.record) == deal
    vector = setting.vector(2, seat=0)
    vector.reset(options={"deal": deal})
    assert all(env.game.deal_to_names(s) == deal for s in vector.learner.batch.states)


def test_illegal_action() -> None:
    env = single_agent_env("duel", seat=0)
    for action in (0, -3, 10**6, None, 1.5):
        env.reset(seed=0)
        _, reward, terminated, truncated, info = env.step(action)  # type: ignore[arg-type]
        assert (reward, terminated, truncated) == (-1.0, True, False)
        assert "places" not in info and info["action_mask"].all()
    strict = single_agent_env("duel", seat=0, strict=True)
    strict.reset(seed=0)
    before = strict.record.tobytes()
    with pytest.raises(IllegalActionError, match="player_0 chose 'wait' but the legal"):
        strict.step(0)
    assert strict.record.tobytes() == before


def test_opponents() -> None:
    assert single_agent_env("duel", opponent=GreedyAgent())._learner.opponents[0].name == "greedy"
    mixed = single_agent_env("duel", opponent=["random", GreedyAgent()])
    assert [o.name for o in mixed._learner.opponents] == ["random", "greedy"]
    with pytest.raises(AgentError, match="there is no agent 'strong'"):
        single_agent_env("duel", opponent="strong")


def test_three_seats() -> None:
    env = SingleAgentEnv(Toy(), opponent="greedy")
    check_env(env)
    env.reset(seed=1)
    play(env)


@each_game
@pytest.mark.parametrize("obs_format", ["flat", "dict"])
@pytest.mark.parametrize("seat", [0, 1, "random"])
def test_vector_is_many_single_ones(setting: Setting, seat: int | str, obs_format: str) -> None:
    """Step by step what Gymnasium's own SyncVectorEnv makes of single environments."""
    arguments: dict[str, Any] = {"seat": seat, "obs_format": obs_format, "opponent": "greedy"}
    ours = setting.vector(3, **arguments)
    theirs = SyncVectorEnv(
        [lambda: setting.single(**arguments)] * 3,
        autoreset_mode=AutoresetMode.SAME_STEP,
    )
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    compare(ours.reset(seed=30), theirs.reset(seed=30))
    ended = 0
    for number in range(70):
        masks = ours.action_masks()
        actions = np.array([nth_legal(mask, number + i) for i, mask in enumerate(masks)])
        if number == 50:
            actions[1] = 0  # forfeits
        mine, stock = ours.step(actions), theirs.step(actions)
        compare(mine, stock)
        ended += int(mine[2].sum())
    assert ended >= 4


def compare(a: Any, b: Any) -> None:
    assert type(a) is type(b)
    if isinstance(a, dict):
        assert a.keys() == b.keys()
        for key in a:
            compare(a[key], b[key])
    elif isinstance(a, tuple):
        assert len(a) == len(b)
        for x, y in zip(a, b, strict=True):
            compare(x, y)
    elif isinstance(a, np.ndarray):
        assert a.shape == b.shape and a.dtype == b.dtype
        if a.dtype == object:
            for x, y in zip(a, b, strict=True):
                compare(x, y)
        else:
            assert np.array_equal(a, b)
    else:
        assert a == b


@each_game
def test_vector_keeps_the_last_observation_aside(setting: Setting) -> None:
    env = setting.vector(4)
    places = sum(range(1, env.game.num_players + 1))
    observations, infos = env.reset(seed=1)
    assert observations.shape == (4, *env.single_observation_space.shape)
    assert infos["action_mask"].shape == (4, env.game.num_actions)
    ended = 0
    for _ in range(60):
        observations, _, done, _, infos = env.step(env.learner.batch.random_actions())
        assert ("final_obs" in infos) == bool(done.any())
        if done.any():
            assert np.array_equal(infos["_final_obs"], done)
            assert np.array_equal(infos["_final_info"], done)
            for i in np.flatnonzero(done):
                assert not np.array_equal(infos["final_obs"][i], observations[i])
                assert infos["final_info"]["action_mask"][i].all()
                assert infos["final_info"]["places"][i].sum() == places
                ended += 1
        assert infos["action_mask"].any(axis=1).all()
    assert ended > 3


@each_game
def test_vector_arrays_stay_as_they_were(setting: Setting) -> None:
    env = setting.vector(2, obs_format="dict")
    observations, infos = env.reset(seed=1)
    kept = [(a, a.tobytes()) for a in (*observations.values(), *infos.values())]
    for _ in range(5):
        observations, *arrays, infos = env.step(env.learner.batch.random_actions())
        parts = (*observations.values(), *arrays, *infos.values())
        kept += [(a, a.tobytes()) for a in parts if isinstance(a, np.ndarray) and a.dtype != object]
    assert all(array.tobytes() == data for array, data in kept)


def test_vector_with_many_endings() -> None:
    """Shared victories and forfeits among others: the infos must join."""
    env = SingleAgentVectorEnv(Toy(), 64)
    env.reset(seed=0)
    shared = forfeits = 0
    for number in range(40):
        actions = env.learner.batch.random_actions().copy()
        actions[number] = 0
        *_, infos = env.step(actions)
        final = infos.get("final_info", {})
        there = infos.get("_final_info", np.zeros(64, dtype=bool))
        ended = final.get("_places", np.zeros(64, dtype=bool))
        forfeits += int((there & ~ended).sum())
        shared += int((final["places"][ended] == 2).all(axis=1).sum()) if ended.any() else 0
    assert shared > 5 and forfeits >= 40


@each_game
def test_vector_seeds(setting: Setting) -> None:
    env = setting.vector(3, seat=0)
    env.reset(seed=10)
    game = setting.game()
    for i in range(3):
        assert env.learner.batch.states[i].tobytes() == game.dealt(10 + i)[0].tobytes()
    env.reset(seed=[5, 9, 5])
    assert env.learner.batch.states[1].tobytes() == game.dealt(9)[0].tobytes()
    first, _ = env.reset()
    env.reset(seed=[5, 9, 5])
    assert np.array_equal(env.reset()[0], first)


def test_vector_strict_and_bad_actions() -> None:
    env = single_agent_vector_env("duel", 2, strict=True, seat=0)
    env.reset(seed=0)
    before = env.learner.batch.states.tobytes()
    actions = env.learner.batch.random_actions().copy()
    actions[1] = 0
    with pytest.raises(IllegalActionError, match=r"^game 1: player_0 chose 'wait' but"):
        env.step(actions)
    with pytest.raises(OptionError, match="actions must be 2 integers"):
        env.step(np.array([1]))
    assert env.learner.batch.states.tobytes() == before


def test_render() -> None:
    env = single_agent_vector_env("duel", 2, render_mode="ansi")
    env.reset(seed=0)
    frames = env.render()
    assert frames is not None and len(frames) == 2 and frames[0] != frames[1]
    image = single_agent_env("duel", render_mode="rgb_array")
    image.reset(seed=0)
    assert image.render().shape[2] == 3  # type: ignore[union-attr]
