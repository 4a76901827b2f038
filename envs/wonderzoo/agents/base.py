"""What an agent is asked, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from wonderzoo.game import Game
from wonderzoo.kernels import write_masks


@dataclass(frozen=True)
class Decisions:
    """M positions in each of which one player must choose.

    All randomness of an agent comes from ``keys``, one word for each decision, so a choice does
    not depend on which other positions stand in the batch.
    """

    game: Game
    states: np.ndarray  # (M,) records; with hidden facts, which an honest agent does not read
    players: np.ndarray  # (M,) int32, the seat that chooses
    ids: np.ndarray  # (M, L) int32, the legal actions in the first `counts` columns
    counts: np.ndarray  # (M,) int32, at least 1
    keys: np.ndarray  # (M,) uint64 random words

    def __len__(self) -> int:
        return len(self.players)

    @property
    def masks(self) -> np.ndarray:
        """(M, A) int8, 1 for each legal action; made anew at each call."""
        out = np.zeros((len(self), self.game.num_actions), dtype=np.int8)
        write_masks(self.ids, self.counts, out)
        return out

    def observe(self, encoder: str = "flat") -> np.ndarray:
        """(M, *shape) float32 observations of the players who choose."""
        layout = self.game.encoder(encoder)
        out = np.empty((len(self), layout.size), dtype=np.float32)
        self.game.kernels.observe[encoder](self.states, self.players, out)
        return out.reshape(len(self), *layout.shape)


class Agent(Protocol):
    """Chooses for many positions at once.

    An agent that thinks for milliseconds or more can have an attribute ``games_at_once``:
    evaluation then plays no more games than that together, so that a stop loses little.
    """

    @property
    def name(self) -> str: ...

    def act(self, decisions: Decisions) -> np.ndarray:
        """(M,) integers: a legal action for each position."""
        ...
