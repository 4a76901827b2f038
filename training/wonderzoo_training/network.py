"""The policy and value network, a plain torch module, and the agent that plays with it."""

from __future__ import annotations

import itertools

import numpy as np
import torch
from torch import nn

from wonderzoo.agents.base import Decisions
from wonderzoo.game import Game

# Finite, so that a gradient through a masked logit is 0 and never NaN.
_MASKED = -1e9


class PolicyNetwork(nn.Module):
    """A shared trunk with an action head and a value head.

    An action block that is the product of two things (Duel's "wonder W with C") gets a logit for
    each of the two, added: fewer weights, and what is learned of tucking a card holds for every
    wonder.
    """

    def __init__(self, game: Game, encoder: str, hidden: tuple[int, ...]) -> None:
        super().__init__()
        sizes = [game.encoder(encoder).size, *hidden]
        layers: list[nn.Module] = []
        for wide, narrow in itertools.pairwise(sizes):
            layers += [nn.Linear(wide, narrow), nn.ReLU()]
        self.trunk = nn.Sequential(*layers)
        self._blocks: list[tuple[int, int]] = []  # (rows, columns) of each block; columns 0: plain
        parts = 0
        for name, size, _ in game.action_blocks:
            rows, columns = game.action_products.get(name, (size, 0))
            self._blocks.append((rows, columns))
            parts += rows + columns
        self.parts = nn.Linear(sizes[-1], parts)
        self.value = nn.Linear(sizes[-1], 1)
        self._initialize()

    def _initialize(self) -> None:
        """Orthogonal, small at the action head: what PPO implementations agree on."""
        for module in self.trunk:
            if isinstance(module, nn.Linear):
                nn.init.orthogonal_(module.weight, 2**0.5)
                nn.init.zeros_(module.bias)
        for head, gain in ((self.parts, 0.01), (self.value, 1.0)):
            nn.init.orthogonal_(head.weight, gain)
            nn.init.zeros_(head.bias)

    def forward(self, observations: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits (B, A) and values (B,) for observations (B, ...) float32."""
        latent = self.trunk(observations.flatten(1))
        return self._logits(self.parts(latent)), self.value(latent).squeeze(1)

    def values(self, observations: torch.Tensor) -> torch.Tensor:
        """Values only, (B,)."""
        latent: torch.Tensor = self.trunk(observations.flatten(1))
        value: torch.Tensor = self.value(latent).squeeze(1)
        return value

    def _logits(self, parts: torch.Tensor) -> torch.Tensor:
        pieces, at = [], 0
        for rows, columns in self._blocks:
            first = parts[:, at : at + rows]
            at += rows
            if columns:
                second = parts[:, at : at + columns]
                at += columns
                first = (first.unsqueeze(2) + second.unsqueeze(1)).flatten(1)
            pieces.append(first)
        return torch.cat(pieces, 1)


def masked_log_probs(logits: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
    """Log-probabilities of the legal actions, (B, A); very low where the mask is 0.

    Written out, since torch's `Categorical` validates and normalises several times over.
    """
    return torch.log_softmax(torch.where(masks, logits, _MASKED), 1)


def sample(log_probs: torch.Tensor, uniform: torch.Tensor) -> torch.Tensor:
    """Actions (B,) drawn by inverting the distribution at ``uniform`` (B,) in [0, 1)."""
    cumulative = log_probs.exp().double().cumsum(1)
    targets = uniform.double() * cumulative[:, -1]
    return torch.searchsorted(cumulative, targets.unsqueeze(1), right=True).squeeze(1)


class NetworkAgent:
    """Plays with a network: draws from its policy, or takes the likeliest action."""

    def __init__(
        self, network: PolicyNetwork, encoder: str, name: str, *, likeliest: bool = False
    ) -> None:
        self.network = network
        self.encoder = encoder
        self.name = name
        self.likeliest = likeliest

    def act(self, decisions: Decisions) -> np.ndarray:
        """(M,) legal actions; the draw depends only on each decision's own key."""
        device = self.network.value.weight.device
        observations = torch.from_numpy(decisions.observe(self.encoder)).to(device)
        masks = torch.from_numpy(decisions.masks).to(device).bool()
        with torch.inference_mode():
            logits, _ = self.network(observations)
            log_probs = masked_log_probs(logits, masks)
            if self.likeliest:
                return log_probs.argmax(1).cpu().numpy()
            uniform = torch.from_numpy((decisions.keys >> np.uint64(11)) * 2.0**-53).to(device)
            return sample(log_probs, uniform).cpu().numpy()
