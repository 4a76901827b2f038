"""`PolicyNetwork` in the shape that sb3-contrib's MaskablePPO trains."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.type_aliases import Schedule

from wonderzoo_training.network import PolicyNetwork, masked_log_probs, sample


class SelfPlayPolicy(MaskableActorCriticPolicy):
    """MaskablePPO's policy interface over one `PolicyNetwork`.

    Only what the algorithm calls is overridden: the network has a shared trunk, and its masked
    distribution is a log-softmax instead of torch's `Categorical`.
    """

    def __init__(
        self,
        observation_space: spaces.Space[Any],
        action_space: spaces.Space[Any],
        lr_schedule: Schedule,
        *,
        network: PolicyNetwork,
        **kwargs: Any,
    ) -> None:
        self._given_network = (network,)  # in a tuple, since torch wants its own set-up first
        super().__init__(observation_space, action_space, lr_schedule, ortho_init=False, **kwargs)

    def _build(self, lr_schedule: Schedule) -> None:
        (self.network,) = self._given_network
        self.optimizer = self.optimizer_class(
            self.network.parameters(),
            lr=lr_schedule(1),  # type: ignore[call-arg]
            **self.optimizer_kwargs,
        )

    def forward(
        self,
        obs: torch.Tensor,
        deterministic: bool = False,
        action_masks: np.ndarray | None = None,
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        logits, values = self.network(obs)
        log_probs = masked_log_probs(logits, self._masks(action_masks, logits))
        if deterministic:
            actions = log_probs.argmax(1)
        else:
            # drawn on the CPU, whose generator a checkpoint keeps
            actions = sample(log_probs, torch.rand(len(logits)).to(logits.device))
        return actions, values, log_probs.gather(1, actions.unsqueeze(1)).squeeze(1)

    def evaluate_actions(
        self, obs: torch.Tensor, actions: torch.Tensor, action_masks: torch.Tensor | None = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        logits, values = self.network(obs)
        log_probs = masked_log_probs(logits, self._masks(action_masks, logits))
        chosen = log_probs.gather(1, actions.unsqueeze(1)).squeeze(1)
        entropy = -(log_probs.exp() * log_probs).sum(1)
        return values, chosen, entropy

    def predict_values(self, obs: Any) -> torch.Tensor:
        return self.network.values(obs).unsqueeze(1)

    def _predict(
        self,
        observation: Any,
        deterministic: bool = False,
        action_masks: np.ndarray | None = None,
    ) -> torch.Tensor:
        return self.forward(observation, deterministic, action_masks)[0]

    @staticmethod
    def _masks(masks: np.ndarray | torch.Tensor | None, logits: torch.Tensor) -> torch.Tensor:
        if masks is None:
            return torch.ones_like(logits, dtype=torch.bool)
        return torch.as_tensor(masks, device=logits.device).bool()


class CompactRolloutBuffer(MaskableRolloutBuffer):
    """MaskablePPO's buffer with one byte for a mask entry instead of four, allocated once."""

    def reset(self) -> None:
        assert isinstance(self.action_space, spaces.Discrete)
        self.mask_dims = int(self.action_space.n)
        shape = (self.buffer_size, self.n_envs, self.mask_dims)
        if getattr(self, "_mask_store", None) is None:
            self._mask_store = np.ones(shape, dtype=np.int8)
        self.action_masks = self._mask_store
        super(MaskableRolloutBuffer, self).reset()
