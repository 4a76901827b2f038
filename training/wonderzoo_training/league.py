"""The learner's opponents: the policy as it is now, earlier selves, and scripted agents."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import torch

from wonderzoo.agents.base import Agent
from wonderzoo.agents.registry import make_agent
from wonderzoo.game import Game
from wonderzoo_training.config import OpponentsConfig
from wonderzoo_training.network import NetworkAgent, PolicyNetwork


class League:
    """A fixed list of opponents whose odds and whose earlier selves change as training goes on.

    An earlier self enters every ``past_every`` steps. While there is room it takes a free slot;
    then it replaces one at random, but never the newest, so that old and new remain.
    """

    def __init__(
        self,
        config: OpponentsConfig,
        game: Game,
        network: PolicyNetwork,
        encoder: str,
        seed: int,
    ) -> None:
        self._config = config
        self._network = network
        self._past = [copy.deepcopy(network) for _ in range(config.past_slots)]
        self.past_steps = [-1] * config.past_slots  # when each was taken; -1: slot still empty
        self._next = config.past_every
        self._rng = np.random.default_rng(seed)
        self.agents: list[Agent] = [NetworkAgent(network, encoder, "current")]
        self.agents += [
            NetworkAgent(past, encoder, f"past {i}") for i, past in enumerate(self._past)
        ]
        self.agents += [make_agent(name, game) for name in config.scripted]

    def weights(self) -> list[float]:
        """The odds of each agent; the share of missing earlier selves goes to the current one."""
        config = self._config
        filled = sum(step >= 0 for step in self.past_steps)
        past = [config.past / filled if step >= 0 else 0.0 for step in self.past_steps]
        current = config.current if filled else config.current + config.past
        return [current, *past, *config.scripted.values()]

    def update(self, steps: int) -> bool:
        """Take the policy as an earlier self if it is time; whether the odds changed."""
        if steps < self._next:
            return False
        self._next = steps + self._config.past_every
        free = [slot for slot, step in enumerate(self.past_steps) if step < 0]
        if free:
            slot = free[0]
        else:
            newest = int(np.argmax(self.past_steps))
            others = [s for s in range(len(self._past)) if s != newest] or [newest]
            slot = int(self._rng.choice(others))
        self._past[slot].load_state_dict(self._network.state_dict())
        self.past_steps[slot] = steps
        return True

    def tensors(self) -> dict[str, torch.Tensor]:
        """The weights of the earlier selves, for a checkpoint."""
        return {
            f"past.{slot}.{key}": value
            for slot, network in enumerate(self._past)
            if self.past_steps[slot] >= 0
            for key, value in network.state_dict().items()
        }

    def counters(self) -> dict[str, Any]:
        return {
            "past_steps": self.past_steps,
            "next": self._next,
            "rng": self._rng.bit_generator.state,
        }

    def restore(self, tensors: dict[str, torch.Tensor], counters: dict[str, Any]) -> None:
        self.past_steps = list(counters["past_steps"])
        self._next = int(counters["next"])
        self._rng.bit_generator.state = counters["rng"]
        for slot, network in enumerate(self._past):
            prefix = f"past.{slot}."
            weights = {
                k.removeprefix(prefix): v for k, v in tensors.items() if k.startswith(prefix)
            }
            if weights:
                network.load_state_dict(weights)
