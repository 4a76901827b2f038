"""Tree search guided by a trained network: ``checkpoint:FOLDER+mcts:100``."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch

from wonderzoo.agents.base import Decisions
from wonderzoo.agents.guided import guided_search
from wonderzoo.agents.mcts import parse_c, parse_search
from wonderzoo.errors import AgentError
from wonderzoo.kernels import REWARD_SCHEMES
from wonderzoo_training.network import PolicyNetwork

_OF_PLAYOUTS = ("rollout", "value")  # options of the search without a network


@dataclass(frozen=True)
class NetworkSearchOptions:
    """How the search is done.

    Attributes:
        simulations: for each decision; a decision with one legal action needs none.
        c: the constant of PUCT; results are worth -1 to 1.
    """

    simulations: int
    c: float = 0.5

    @classmethod
    def parse(cls, spec: str, search: str) -> NetworkSearchOptions:
        """The options of ``N`` or ``N,c=...``, the part of ``spec`` behind ``+mcts:``.

        Raises:
            AgentError: a number is wrong, or there is no such option.
        """
        for part in search.split(",")[1:]:
            key = part.partition("=")[0]
            if key in _OF_PLAYOUTS:
                raise AgentError(
                    f"{spec!r}: {key} does not apply where a network judges; leave it out"
                )
        simulations, given = parse_search(spec, search, ["c"])
        return cls(simulations, parse_c(spec, given.get("c", str(cls.c))))


class SearchingNetworkAgent:
    """Plays the most simulated action of a tree search guided by a network.

    It sees no hidden card: each simulation redraws what its seat cannot know.
    """

    games_at_once = 64  # see `Agent`; fewer would make small batches for the network

    def __init__(
        self,
        network: PolicyNetwork,
        encoder: str,
        reward: str,
        options: NetworkSearchOptions,
        name: str,
    ) -> None:
        self.network = network
        self.encoder = encoder
        self.reward = reward
        self.options = options
        self.name = name

    def act(self, decisions: Decisions) -> np.ndarray:
        """(M,) legal actions; the randomness of each comes from its own key alone."""
        return self.search(decisions)[0]

    def search(self, decisions: Decisions) -> tuple[np.ndarray, np.ndarray]:
        """The chosen actions, (M,), and the simulations of each legal action, (M, L) int32."""
        threads = torch.get_num_threads()
        torch.set_num_threads(1)  # many small batches: threads would wait for each other
        try:
            return guided_search(
                decisions,
                self._infer,
                encoder=self.encoder,
                simulations=self.options.simulations,
                exploration=self.options.c,
                scheme=REWARD_SCHEMES[self.reward],
            )
        finally:
            torch.set_num_threads(threads)

    def _infer(self, observations: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        device = self.network.value.weight.device
        with torch.inference_mode():
            logits, values = self.network(torch.from_numpy(observations).to(device))
            return logits.cpu().numpy(), values.cpu().numpy()
