"""Ways to play used by the tests of the adapters."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from wonderzoo import duel_v0

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
