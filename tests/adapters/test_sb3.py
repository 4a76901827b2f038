"""Stable-Baselines3 and sb3-contrib."""

from __future__ import annotations

import subprocess
import sys
import warnings
from typing import Any

import numpy as np
import pytest

from tests.adapters.helpers import Setting, each_game, nth_legal
from wonderzoo import make_game
from wonderzoo.agents import RandomAgent
from wonderzoo.learner import LearnerBatch

pytest.importorskip("stable_baselines3")
sb3_contrib = pytest.importorskip("sb3_contrib")

from sb3_contrib.common.maskable.utils import (  # noqa: E402
    get_action_masks,
    is_masking_supported,
)
from stable_baselines3.common.env_checker import check_env  # noqa: E402
from stable_baselines3.common.vec_env import VecMonitor, VecNormalize  # noqa: E402

from wonderzoo.adapters.sb3 import SB3VecEnv, sb3_vec_env  # noqa: E402

SMALL: dict[str, Any] = {
    "n_steps": 16,
    "batch_size": 32,
    "n_epochs": 1,
    "policy_kwargs": {"net_arch": [16]},
    "seed": 3,
}


def vec_env(setting: Setting, num_envs: int, **arguments: Any) -> SB3VecEnv:
    return sb3_vec_env(setting.name, num_envs, **setting.options, **arguments)


@each_game
@pytest.mark.parametrize("obs_format", ["flat", "dict"])
def test_sb3_check_env(setting: Setting, obs_format: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(setting.single(obs_format=obs_format))


@each_game
def test_steps(setting: Setting) -> None:
    env = vec_env(setting, 6, seed=4)
    observations = env.reset()
    assert observations.shape == (6, *env.observation_space.shape)
    lengths, games = np.zeros(6, dtype=int), 0
    for number in range(70):
        actions = np.array([nth_legal(m, number + i) for i, m in enumerate(env.action_masks())])
        if number == 40:
            actions[2] = 0  # forfeits
        observations, rewards, dones, infos = env.step(actions)
        assert rewards.dtype == np.float32 and dones.dtype == np.bool_ and len(infos) == 6
        lengths += 1
        for i in range(6):
            if not dones[i]:
                assert infos[i] == {} and rewards[i] == 0
                continue
            assert set(infos[i]) == {"terminal_observation", "TimeLimit.truncated", "episode"}
            assert infos[i]["TimeLimit.truncated"] is False
            assert infos[i]["episode"]["r"] == rewards[i]
            assert infos[i]["episode"]["l"] == lengths[i]
            last = infos[i]["terminal_observation"]
            assert np.array_equal(last, env.learner.final_observations[i])
            assert not np.array_equal(last, observations[i])
            lengths[i] = 0
            games += 1
            if number == 40 and i == 2:
                assert rewards[i] == -1
    assert games > 6 and dones.shape == (6,)


def test_infos_are_not_shared() -> None:
    env = sb3_vec_env("duel", 3)
    env.reset()
    _, _, _, infos = env.step(env.learner.batch.random_actions())
    infos[0]["mine"] = 1
    _, _, _, later = env.step(env.learner.batch.random_actions())
    assert infos[1] == {} and later[0] == {} and later is not infos


@each_game
def test_arrays_stay_as_they_were(setting: Setting) -> None:
    env = vec_env(setting, 3)
    kept = [env.reset(), env.action_masks()]
    data = [array.tobytes() for array in kept]
    for _ in range(5):
        observations, rewards, dones, _ = env.step(env.learner.batch.random_actions())
        kept += [observations, rewards, dones, env.action_masks()]
        data += [array.tobytes() for array in kept[len(data) :]]
    assert [array.tobytes() for array in kept] == data


@each_game
def test_masks_as_contrib_asks_for_them(setting: Setting) -> None:
    env = vec_env(setting, 5)
    env.reset()
    assert is_masking_supported(env)
    masks = get_action_masks(env)
    assert masks.shape == (5, env.action_space.n) and np.array_equal(masks, env.action_masks())
    assert np.array_equal(env.env_method("action_masks", indices=[3, 1]), masks[[3, 1]])
    with pytest.raises(ValueError, match="read-only"):
        env.env_method("action_masks")[0, 0] = 1
    assert get_action_masks(VecMonitor(env)).shape == masks.shape


def test_what_vec_env_must_answer() -> None:
    env = sb3_vec_env("duel", 3, render_mode="rgb_array")
    assert env.get_attr("render_mode") == ["rgb_array"] * 3
    assert env.get_attr("render_mode", indices=1) == ["rgb_array"]
    assert env.has_attr("action_masks") and not env.has_attr("nothing")
    assert env.env_is_wrapped(VecMonitor) == [False] * 3
    env.set_attr("note", 5)
    assert env.get_attr("note", indices=[0, 2]) == [5, 5]
    with pytest.raises(AttributeError):
        env.env_method("nothing")
    env.reset()
    image = env.render()
    assert image is not None and image.ndim == 3
    text = sb3_vec_env("duel", 2, render_mode="ansi")
    assert all("draft" in frame for frame in text.env_method("render"))


@each_game
def test_seed(setting: Setting) -> None:
    env = vec_env(setting, 2, seat=0)
    env.seed(50)
    env.reset()
    game = setting.game()
    for i in range(2):
        assert env.learner.batch.states[i].tobytes() == game.dealt(50 + i)[0].tobytes()
    # without a seed the next games come, and they follow from it
    first = env.reset()
    env.seed(50)
    seeded = env.reset()
    assert not np.array_equal(seeded, first)
    assert np.array_equal(env.reset(), first)
    # a fresh environment begins with the games of its own seed
    fresh = vec_env(setting, 2, seat=0, seed=7)
    assert np.array_equal(
        fresh.reset(), LearnerBatch(game, 2, [RandomAgent()], seat=0, seed=7).observations
    )


@each_game
def test_copies(setting: Setting) -> None:
    env = vec_env(setting, 3, opponent="greedy")
    env.reset()
    env.step(env.learner.batch.random_actions())
    saved, twin = env.get_state(), env.clone()
    other = vec_env(setting, 3, opponent="greedy", seed=9)
    other.set_state(saved)
    for _ in range(40):
        results = [e.step(e.learner.batch.random_actions()) for e in (env, twin, other)]
        for result in results[1:]:
            assert all(
                np.array_equal(x, y) for x, y in zip(result[:3], results[0][:3], strict=True)
            )
            for a, b in zip(result[3], results[0][3], strict=True):
                assert a.get("episode", {}).get("l") == b.get("episode", {}).get("l")


@each_game
def test_maskable_ppo_learns(setting: Setting) -> None:
    env = vec_env(setting, 4)
    model = sb3_contrib.MaskablePPO("MlpPolicy", env, **SMALL)
    model.learn(64 * 4)
    assert model.num_timesteps >= 256
    assert len(model.ep_info_buffer) > 0  # games ended by their rules, none by a forfeit
    assert all(info["l"] > 10 for info in model.ep_info_buffer)
    observations = env.reset()
    actions, _ = model.predict(observations, action_masks=get_action_masks(env))
    assert env.action_masks()[np.arange(4), actions].all()


@each_game
def test_maskable_ppo_on_the_single_environment(setting: Setting) -> None:
    model = sb3_contrib.MaskablePPO("MlpPolicy", setting.single(), **SMALL)
    model.learn(32)
    assert is_masking_supported(model.get_env())


def test_sb3_wrappers() -> None:
    env = VecNormalize(VecMonitor(sb3_vec_env("duel", 2)), norm_reward=False)
    env.reset()
    for _ in range(40):
        _, _, dones, infos = env.step(get_action_masks(env).argmax(axis=1))
        for done, info in zip(dones, infos, strict=True):
            assert ("episode" in info) == done


def test_errors() -> None:
    batch = LearnerBatch(make_game("duel"), 1, [RandomAgent()], auto_reset=False)
    with pytest.raises(ValueError, match="auto_reset=True"):
        SB3VecEnv(batch)
    with pytest.raises(RuntimeError, match="step_async"):
        sb3_vec_env("duel", 1).step_wait()
    code = (
        "import sys; sys.modules['stable_baselines3'] = None\n"
        "try:\n    import wonderzoo.adapters.sb3\n"
        "except ImportError as error:\n    print(error)"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.startswith("wonderzoo.adapters.sb3 needs Stable-Baselines3: pip install")
    assert out.stdout.count("\n") == 1
