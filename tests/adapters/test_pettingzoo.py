"""PettingZoo's own conformance tests, and the wrappers people put around environments."""

from __future__ import annotations

import pickle
import re
import warnings
from types import SimpleNamespace
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)
from pettingzoo.utils.conversions import parallel_to_aec

import wonderzoo  # noqa: F401  (registers the ids)
from tests.adapters.helpers import (
    MODULES,
    OBS_ARGUMENTS,
    Setting,
    each_game,
    ids,
    nth_legal,
    play_aec,
)
from tests.adapters.toy import Toy
from wonderzoo import duel_v0
from wonderzoo.adapters.aec import OrderedTurnEnv, TurnEnv
from wonderzoo.adapters.parallel import RoundEnv
from wonderzoo.game import Game

ALL = [*OBS_ARGUMENTS, {"obs_format": "dict", "obs_key": "observations"}]
each = pytest.mark.parametrize("arguments", ALL, ids=ids)

# Said of every environment whose observation is a dict, or a table with negative numbers.
EXPECTED = (
    "Observation space for each agent probably should be",
    "Observation is not a NumPy array",
    "The observation contains negative numbers and is in the shape of a graphical",
)


def no_surprises(caught: list[warnings.WarningMessage]) -> None:
    surprises = [str(w.message) for w in caught if not str(w.message).startswith(EXPECTED)]
    assert not surprises, surprises


@each
@pytest.mark.parametrize("make", [duel_v0.env, duel_v0.raw_env], ids=["env", "raw"])
def test_api(make: Any, arguments: dict[str, Any]) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(make(**arguments), num_cycles=300)
    no_surprises(caught)


@each
def test_seed(arguments: dict[str, Any]) -> None:
    seed_test(lambda: duel_v0.env(**arguments), num_cycles=100)


@each
def test_parallel_api(arguments: dict[str, Any]) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        parallel_api_test(duel_v0.parallel_env(**arguments), num_cycles=300)
    no_surprises(caught)


@each
def test_parallel_seed(arguments: dict[str, Any]) -> None:
    parallel_seed_test(lambda: duel_v0.parallel_env(**arguments), num_cycles=50)


@pytest.mark.parametrize("arguments", OBS_ARGUMENTS[:1] + OBS_ARGUMENTS[3:], ids=ids)
def test_render(arguments: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda **mode: duel_v0.env(**arguments, **mode))
    assert "Progress tokens" in capsys.readouterr().out


def test_simultaneous_game() -> None:
    """The same adapters with a game in which all choose at once."""
    api_test(OrderedTurnEnv(TurnEnv(Toy())), num_cycles=50)
    parallel_api_test(RoundEnv(Toy()), num_cycles=50)
    seed_test(lambda: OrderedTurnEnv(TurnEnv(Toy())))
    parallel_seed_test(lambda: RoundEnv(Toy()))


class _LegalSampler:
    """A space whose ``sample`` is legal now: the stock test does not look at masks."""

    def __init__(self, env: RoundEnv, agent: str) -> None:
        self.env, self.agent = env, agent

    def sample(self) -> int:
        return nth_legal(self.env._mask_of(self.env.possible_agents.index(self.agent)), 5)


class _SamplesLegal(RoundEnv):
    def action_space(self, agent: str) -> Any:
        return _LegalSampler(self, agent)


@pytest.mark.parametrize("game", [duel_v0.raw_env().game, Toy()], ids=["duel", "toy"])
def test_max_cycles_stock(game: Game) -> None:
    def parallel_env(max_cycles: int) -> RoundEnv:
        env = _SamplesLegal(game, max_cycles=max_cycles)
        env.reset(seed=1)
        return env

    if game.name == "toy":  # it is over after at most 4 steps
        env = parallel_env(2)
        env.step({a: env.action_space(a).sample() for a in env.agents})
        *_, truncations, _ = env.step({a: env.action_space(a).sample() for a in env.agents})
        assert all(truncations.values()) and not env.agents
        return
    max_cycles_test(
        SimpleNamespace(
            parallel_env=parallel_env,
            env=lambda max_cycles: parallel_to_aec(parallel_env(max_cycles)),
        )
    )


@pytest.mark.parametrize("cycles", [1, 7, 30])
def test_max_cycles_same_in_both_forms(cycles: int) -> None:
    aec = duel_v0.env(max_cycles=cycles)
    aec.reset(seed=4)
    seen = play_aec(aec)
    assert [s[3:5] for s in seen] == [(False, False)] * cycles + [(False, True)] * 2
    aec.reset(seed=4)
    assert play_aec(aec) == seen  # the count begins anew
    parallel = duel_v0.parallel_env(max_cycles=cycles)
    _, infos = parallel.reset(seed=4)
    for number in range(cycles):
        assert parallel.agents
        actions = {a: nth_legal(i["action_mask"], number) for a, i in infos.items()}
        _, rewards, terminations, truncations, infos = parallel.step(actions)
    assert not parallel.agents and not any(rewards.values())
    assert all(truncations.values()) and not any(terminations.values())
    assert parallel.record.tobytes() == aec.unwrapped.record.tobytes()


def test_max_cycles_of_simultaneous_turns() -> None:
    """A cycle is over when all who had to choose have chosen; and each game counts anew."""
    env = TurnEnv(Toy(), max_cycles=1)
    for seed in range(3):
        env.reset(seed=seed)
        env.step(1)
        twin = TurnEnv(Toy(), max_cycles=1)
        twin.set_state(env.get_state())
        for each_env in (env, twin):
            for action in (3, 4, 2):  # the second seat picks "three", so it settles a bill too
                assert not any(each_env.truncations.values())
                each_env.step(action)
            assert all(each_env.truncations.values()) and not any(each_env.terminations.values())


@pytest.mark.skipif(not hasattr(pettingzoo, "register"), reason="PettingZoo before 1.27")
def test_registered() -> None:
    env = pettingzoo.make("aec", "wonderzoo/Duel-v0", tied_start="begin", obs_format="flat")
    assert env.unwrapped.game.options == {"tied_start": "begin"}
    assert isinstance(pettingzoo.make("parallel", "wonderzoo/Duel-v0", max_cycles=9), RoundEnv)
    assert pettingzoo.make("parallel", "wonderzoo/Duel-v0", max_cycles=9).max_cycles == 9
    table = pettingzoo.make("aec", "wonderzoo/SevenWonders-v0", num_players=6)
    assert table.unwrapped.game.num_players == len(table.possible_agents) == 6


@each_game
def test_documented_sizes_and_names(setting: Setting) -> None:
    env = setting.env()
    doc = MODULES[setting.name].__doc__ or ""
    assert f"Discrete({env.unwrapped.game.num_actions})" in doc
    assert str(env) == env.metadata["name"] == f"{setting.name}_v0"
    assert f"{setting.name}_v0.parallel_env()" in doc and setting.id in doc
    assert env.metadata["is_parallelizable"] is env.unwrapped.game.simultaneous


def test_metadata() -> None:
    env = duel_v0.env()
    assert str(env) == env.metadata["name"] == "duel_v0"
    assert env.metadata["is_parallelizable"] is False
    assert TurnEnv(Toy()).metadata["is_parallelizable"] is True
    assert set(env.metadata["render_modes"]) == {"ansi", "human", "rgb_array"}
    assert env.possible_agents == ["player_0", "player_1"]
    first, second = (env.observation_space(a) for a in env.possible_agents)
    assert first == second and first is not second
    assert env.action_space("player_0") == env.action_space("player_1")


def test_documented_actions() -> None:
    first = 0
    for name, size, text in duel_v0.raw_env().game.action_blocks:
        ids = str(first) if size == 1 else f"{first}-{first + size - 1}"
        line = rf"^{ids} +{name} +{re.escape(text)}$"
        assert re.search(line, duel_v0.__doc__ or "", re.MULTILINE), name
        first += size
    assert f"Discrete({duel_v0.raw_env().game.num_actions})" in (duel_v0.__doc__ or "")


def test_order_is_enforced() -> None:
    env = duel_v0.env()
    for name in ("agents", "rewards", "infos", "agent_selection", "num_agents", "terminations"):
        with pytest.raises(AttributeError, match="before reset"):
            getattr(env, name)
    for call in (env.last, env.render, env.state, env.agent_iter, lambda: env.step(0)):
        with pytest.raises(AssertionError, match=r"reset\(\) needs to be called before"):
            call()
    env.reset(seed=0)
    with pytest.raises(AssertionError, match="need to call step"):
        for _ in env.agent_iter():
            pass


def test_supersuit() -> None:
    supersuit = pytest.importorskip("supersuit")
    flat = duel_v0.parallel_env(obs_format="flat")
    vector = supersuit.pettingzoo_env_to_vec_env_v1(flat)
    vector = supersuit.concat_vec_envs_v1(vector, 2, num_cpus=0, base_class="gymnasium")
    observations, _ = vector.reset(seed=0)
    assert observations.shape == (4, *flat.observation_space("player_0").shape)
    observations, rewards, *_ = vector.step(np.zeros(4, dtype=np.int64))  # a forfeit by one seat
    assert sorted(rewards.tolist()) == [-1.0, -1.0, 0.0, 0.0]
    wrapped = supersuit.dtype_v0(duel_v0.env(obs_format="flat"), np.float64)
    wrapped.reset(seed=0)
    assert wrapped.last()[0].dtype == np.float64
    reward = supersuit.clip_reward_v0(duel_v0.env(obs_format="flat", reward="score"))
    reward.reset(seed=0)
    assert {row[2] for row in play_aec(reward)} <= {-1.0, 0.0, 1.0}


def test_functions_and_wrapped_environment_pickle() -> None:
    for function in (duel_v0.env, duel_v0.raw_env, duel_v0.parallel_env):
        assert pickle.loads(pickle.dumps(function)) is function
    env = duel_v0.env()
    env.reset(seed=8)
    env.step(nth_legal(env.last()[4]["action_mask"], 0))
    assert play_aec(pickle.loads(pickle.dumps(env))) == play_aec(env)
