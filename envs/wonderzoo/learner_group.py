"""Learners at tables of several sizes, side by side: one policy learns them all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from wonderzoo.batch import Batch
from wonderzoo.errors import OptionError
from wonderzoo.game import Game
from wonderzoo.learner import LearnerBatch


class LearnerGroup:
    """Several `LearnerBatch` es with the same spaces, seen as one with N games in a row.

    It has the attributes of a `LearnerBatch` that training reads; arrays are joined copies.
    ``final_assigned`` has -1 for seats that a table does not have.
    """

    def __init__(self, parts: Sequence[LearnerBatch]) -> None:
        """Join ``parts``, all with the same opponents, encoder and number of actions."""
        first = parts[0]
        for part in parts[1:]:
            same = part.opponents == first.opponents and part.batch.encoder == first.batch.encoder
            if not same or part.game.num_actions != first.game.num_actions:
                raise OptionError("the learners of a group need the same opponents and spaces")
        self.parts = list(parts)
        self._ends = np.cumsum([part.num_games for part in parts])

    @property
    def game(self) -> Game:
        """The game of the first table, for spaces and texts."""
        return self.parts[0].game

    @property
    def batch(self) -> Batch:
        """The games of the first table."""
        return self.parts[0].batch

    @property
    def num_games(self) -> int:
        return int(self._ends[-1])

    @property
    def opponents(self) -> list[Any]:
        return self.parts[0].opponents

    @property
    def opponent_seconds(self) -> float:
        return sum(part.opponent_seconds for part in self.parts)

    def table(self, i: int) -> tuple[Game, np.record]:
        """The game and the record of slot ``i``."""
        part = int(np.searchsorted(self._ends, i, side="right"))
        first = int(self._ends[part]) - self.parts[part].num_games
        return self.parts[part].game, self.parts[part].batch.states[i - first]

    def _joined(self, name: str) -> np.ndarray:
        return np.concatenate([getattr(part, name) for part in self.parts])

    @property
    def observations(self) -> np.ndarray:
        return self._joined("observations")

    @property
    def masks(self) -> np.ndarray:
        return self._joined("masks")

    @property
    def rewards(self) -> np.ndarray:
        return self._joined("rewards")

    @property
    def dones(self) -> np.ndarray:
        return self._joined("dones")

    @property
    def final_observations(self) -> np.ndarray:
        return self._joined("final_observations")

    @property
    def final_seats(self) -> np.ndarray:
        return self._joined("final_seats")

    @property
    def final_assigned(self) -> np.ndarray:
        seats = max(part.game.num_players for part in self.parts)
        out = np.full((self.num_games, seats), -1, dtype=np.int32)
        at = 0
        for part in self.parts:
            out[at : at + part.num_games, : part.game.num_players] = part.final_assigned
            at += part.num_games
        return out

    def set_weights(self, weights: Sequence[float]) -> None:
        for part in self.parts:
            part.set_weights(weights)

    def step(self, actions: np.ndarray) -> None:
        """Play the learners' actions, (N,)."""
        for part, chosen in zip(self.parts, np.split(actions, self._ends[:-1]), strict=True):
            part.step(chosen)

    def deal(self, seeds: Sequence[int] | np.ndarray) -> None:
        """Deal slot ``i`` from exactly ``seeds[i]``."""
        for part, given in zip(
            self.parts, np.split(np.asarray(seeds), self._ends[:-1]), strict=True
        ):
            part.deal(given)

    def next_games(self) -> None:
        for part in self.parts:
            part.next_games()

    def get_state(self) -> dict[str, np.ndarray]:
        """Copies of all that is needed to continue."""
        return {
            f"{number}.{name}": array
            for number, part in enumerate(self.parts)
            for name, array in part.get_state().items()
        }

    def set_state(self, saved: dict[str, np.ndarray]) -> None:
        """Continue from what ``get_state`` of a group of the same tables gave."""
        for number, part in enumerate(self.parts):
            prefix = f"{number}."
            part.set_state(
                {k.removeprefix(prefix): v for k, v in saved.items() if k.startswith(prefix)}
            )
