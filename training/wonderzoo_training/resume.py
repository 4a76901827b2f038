"""What a checkpoint keeps of a run, so that it goes on bit for bit."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from wonderzoo_training import checkpoint

if TYPE_CHECKING:
    from wonderzoo_training.ppo import Trainer


def pack_trainer(trainer: Trainer) -> bytes:
    """All that `restore_trainer` needs: policy, optimizer, league, games, generators, counters."""
    model = trainer.model
    assert model._last_episode_starts is not None
    optimizer = model.policy.optimizer.state_dict()
    numpy_state: Any = np.random.get_state()
    values = {
        "steps": trainer.steps,
        "updates": model._n_updates,
        "optimizer": optimizer["param_groups"],
        "league": trainer.league.counters(),
        "evaluations": trainer.evaluations,
        "seconds": trainer.seconds,
        "numpy": [numpy_state[0], *map(int, numpy_state[2:4]), float(numpy_state[4])],
        "python": random.getstate(),
    }
    arrays = {f"learner.{k}": v for k, v in trainer.learner.get_state().items()}
    arrays["episode_starts"] = model._last_episode_starts
    arrays["numpy"] = numpy_state[1]
    arrays["torch"] = torch.get_rng_state().numpy()
    tensors = {f"policy.{k}": v for k, v in trainer.network.state_dict().items()}
    tensors |= {f"league.{k}": v for k, v in trainer.league.tensors().items()}
    for number, entries in optimizer["state"].items():
        tensors |= {f"optimizer.{number}.{k}": v for k, v in entries.items()}
    return checkpoint.pack(values, arrays, tensors)


def restore_trainer(trainer: Trainer, folder: Path) -> None:
    """Continue a run from its checkpoint, bit for bit."""
    values, arrays, tensors = checkpoint.unpack(folder)
    try:
        _restore(trainer, values, arrays, tensors)
    except (KeyError, IndexError, TypeError, ValueError, RuntimeError):
        raise checkpoint.CheckpointError(
            f"{folder / checkpoint.TRAINER} does not fit this configuration; resume with the "
            f"one in {folder / checkpoint.CONFIG}, or start a new run"
        ) from None


def _restore(
    trainer: Trainer,
    values: dict[str, Any],
    arrays: dict[str, np.ndarray],
    tensors: dict[str, torch.Tensor],
) -> None:
    def part(name: str) -> dict[str, torch.Tensor]:
        return {k.removeprefix(name): v for k, v in tensors.items() if k.startswith(name)}

    model = trainer.model
    trainer.network.load_state_dict(part("policy."))
    state: dict[int, dict[str, torch.Tensor]] = {}
    for key, value in part("optimizer.").items():
        number, _, name = key.partition(".")
        state.setdefault(int(number), {})[name] = value
    model.policy.optimizer.load_state_dict({"state": state, "param_groups": values["optimizer"]})
    trainer.league.restore(part("league."), values["league"])
    trainer.learner.set_weights(trainer.league.weights())
    learner = {k: v for k, v in arrays.items() if k.startswith("learner.")}
    trainer.learner.set_state({k.removeprefix("learner."): v for k, v in learner.items()})
    model.num_timesteps = values["steps"]
    model._n_updates = values["updates"]
    model._last_obs = trainer.learner.observations.copy()
    model._last_episode_starts = arrays["episode_starts"]
    trainer.evaluations = values["evaluations"]
    trainer.seconds = values["seconds"]
    name, position, has_gauss, cached = values["numpy"]
    np.random.set_state((name, arrays["numpy"], position, has_gauss, cached))
    version, words, gauss = values["python"]
    random.setstate((version, tuple(words), gauss))
    torch.set_rng_state(torch.from_numpy(arrays["torch"]))
