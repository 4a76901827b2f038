"""Ways to play used by the tests of the adapters."""

from __future__ import annotations

import copy
import pickle
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from wonderzoo import duel_v0, make_game, seven_wonders_v0
from wonderzoo.adapters.aec import OrderedTurnEnv, TurnEnv
from wonderzoo.adapters.parallel import RoundEnv
from wonderzoo.adapters.single_agent import SingleAgentEnv, single_agent_env
from wonderzoo.adapters.vector import SingleAgentVectorEnv, single_agent_vector_env
from wonderzoo.batch import Batch
from wonderzoo.game import Game
from wonderzoo.learner import LearnerBatch
from wonderzoo.registration import env_id

MODULES = {"duel": duel_v0, "seven_wonders": seven_wonders_v0}


@dataclass(frozen=True)
class Setting:
    """A game with its options, to be made through any interface."""

    name: str
    options: dict[str, Any]

    def __str__(self) -> str:
        return "-".join(map(str, (self.name, *self.options.values())))

    @property
    def id(self) -> str:
        return env_id(self.name)

    def game(self) -> Game:
        return make_game(self.name, **self.options)

    def env(self, **arguments: Any) -> OrderedTurnEnv:
        env: OrderedTurnEnv = MODULES[self.name].env(**self.options, **arguments)
        return env

    def raw_env(self, **arguments: Any) -> TurnEnv:
        env: TurnEnv = MODULES[self.name].raw_env(**self.options, **arguments)
        return env

    def parallel_env(self, **arguments: Any) -> RoundEnv:
        env: RoundEnv = MODULES[self.name].parallel_env(**self.options, **arguments)
        return env

    def single(self, **arguments: Any) -> SingleAgentEnv:
        return single_agent_env(self.name, **self.options, **arguments)

    def vector(self, num_envs: int, **arguments: Any) -> SingleAgentVectorEnv:
        return single_agent_vector_env(self.name, num_envs, **self.options, **arguments)


DUEL = Setting("duel", {})
TABLE_OF_FOUR = Setting("seven_wonders", {"num_players": 4})
TABLES = [
    Setting("seven_wonders", {"num_players": size, "payment": payment, "sides": "choose"})
    for size in (3, 7)
    for payment in ("choose", "cheapest")
]
each_game = pytest.mark.parametrize("setting", [DUEL, TABLE_OF_FOUR], ids=str)
each_table = pytest.mark.parametrize("setting", [DUEL, *TABLES], ids=str)

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

OBS_ARGUMENTS = [
    {"obs_format": obs_format, "encoder": encoder}
    for obs_format in ("dict", "flat")
    for encoder in ("flat", "entities")
]


def ids(arguments: dict[str, Any]) -> str:
    return "-".join(map(str, arguments.values()))


def nth_legal(mask: np.ndarray, number: int) -> int:
    """A legal action that depends on the mask and the number alone."""
    legal = np.flatnonzero(mask)
    return int(legal[(number * 7919 + 13) % len(legal)])


def play_aec(env: Any, choose: Callable[[np.ndarray, int], int] = nth_legal) -> list[Any]:
    """Play the game from where it is to its end; all that was seen and done."""
    seen = []
    for number, agent in enumerate(env.agent_iter()):
        observation, reward, termination, truncation, info = env.last()
        action = None if termination or truncation else choose(info["action_mask"], number)
        shown = observation["observation"] if isinstance(observation, dict) else observation
        seen.append((agent, action, reward, termination, truncation, shown.tobytes()))
        env.step(action)
    return seen


def play_parallel(env: Any, actions_of: Callable[[np.ndarray, int], int] = nth_legal) -> list[Any]:
    """The same for a parallel environment that was just reset."""
    seen = []
    masks = {agent: env.unwrapped._mask_of(seat) for seat, agent in enumerate(env.agents)}
    number = 0
    while env.agents:
        actions = {agent: actions_of(mask, number) for agent, mask in masks.items()}
        observations, rewards, terminations, truncations, infos = env.step(actions)
        masks = {agent: info["action_mask"] for agent, info in infos.items()}
        first = next(iter(observations.values()))
        shown = first["observation"] if isinstance(first, dict) else first
        seen.append((actions, rewards, terminations, truncations, shown.tobytes()))
        number += 1
    return seen


def trace_batch(batch: Any, steps: int) -> list[bytes]:
    """Random steps of a batch or a learner's batch; all that came of them."""
    seen = []
    for _ in range(steps):
        inner = batch.batch if isinstance(batch, LearnerBatch) else batch
        batch.step(inner.random_actions())
        arrays = (batch.observations, batch.rewards, batch.dones, inner.masks, inner.states)
        seen += [a.tobytes() for a in arrays]
    return seen


def aec_speed(seconds: float = 2.0) -> float:
    """Decisions a second of the plain AEC loop with random legal actions."""
    env = duel_v0.env()
    draw = random.Random(0).random
    decisions, seed = 0, 0
    start = time.perf_counter()
    while time.perf_counter() < start + seconds:
        env.reset(seed=seed)
        seed += 1
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                action = None
            else:
                legal = observation["action_mask"].nonzero()[0]
                action = int(legal[int(draw() * len(legal))])
                decisions += 1
            env.step(action)
    return decisions / (time.perf_counter() - start)
