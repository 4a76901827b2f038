"""Games seen from one seat, the other seats played by agents.

The Gymnasium and Stable-Baselines3 adapters and self-play training are thin layers over this.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from wonderzoo.agents.base import Agent
from wonderzoo.batch import Batch
from wonderzoo.errors import AgentError, OptionError
from wonderzoo.game import Game
from wonderzoo.rng import below, derive

SEATS = ("alternate", "random")
_SEATS_KEY = np.uint64(0x7365617473)
_OPPONENT_KEY = np.uint64(0x6F70706F)


class LearnerBatch:
    """N games, one learner's seat in each; ``step`` returns when all learners must choose again.

    The reward of a step sums what the learner's seat received since his last choice. A game that
    ends is dealt anew in the same step (``auto_reset``), its last observation kept aside.

    Attributes:
        batch: the games; ``batch.masks`` are the learners' masks between steps.
        seats: (N,) int32, the learner's seat in each game.
        observations: (N, *shape) float32 of the learners.
        rewards: (N,) float32; dones: (N,) bool; illegal: (N,) bool, the learner's own forfeit.
        final_observations: (N, *shape) float32, valid where ``dones``.
        final_seats: (N,), final_assigned: (N, P): of the game that ended, valid where ``dones``.
        opponent_seconds: time spent in the opponents' ``act`` so far.
    """

    def __init__(
        self,
        game: Game,
        num_games: int,
        opponents: Sequence[Agent],
        *,
        weights: Sequence[float] | None = None,
        seat: int | str = "alternate",
        seed: int = 0,
        encoder: str = "flat",
        reward: str = "win",
        auto_reset: bool = True,
    ) -> None:
        """Deal the games.

        Args:
            opponents: agents for the other seats; each game draws one for each seat.
            weights: the odds of each opponent; even if None.
            seat: the learner's seat, or "alternate" (game by game) or "random".
        """
        if not opponents:
            raise OptionError("give at least one opponent")
        if isinstance(seat, str) and seat not in SEATS:
            raise OptionError(f"seat={seat!r} is impossible; give a seat number or one of {SEATS}")
        if not isinstance(seat, str) and not 0 <= seat < game.num_players:
            raise OptionError(f"seat={seat} is impossible; give 0 to {game.num_players - 1}")
        self.opponents = list(opponents)
        self._seat = seat
        self.set_weights(weights if weights is not None else [1.0] * len(opponents))
        self.batch = Batch(
            game, num_games, seed=seed, encoder=encoder, reward=reward, auto_reset=auto_reset
        )
        n, shape = num_games, game.encoder(encoder).shape
        self.seats = np.zeros(n, dtype=np.int32)
        self.assigned = np.zeros((n, game.num_players), dtype=np.int32)  # the opponent of each seat
        self.observations = np.zeros((n, *shape), dtype=np.float32)
        self.final_observations = np.zeros((n, *shape), dtype=np.float32)
        self.final_seats = self.seats.copy()
        self.final_assigned = self.assigned.copy()
        self.rewards = np.zeros(n, dtype=np.float32)
        self.dones = np.zeros(n, dtype=np.bool_)
        self.illegal = np.zeros(n, dtype=np.bool_)
        self.opponent_seconds = 0.0
        self._begin()

    @property
    def game(self) -> Game:
        return self.batch.game

    def table(self, i: int) -> tuple[Game, np.record]:
        """The game and the record of slot ``i``."""
        return self.batch.game, self.batch.states[i]

    @property
    def num_games(self) -> int:
        return self.batch.num_games

    @property
    def masks(self) -> np.ndarray:
        """(N, A) int8, the learners' legal actions."""
        return self.batch.masks

    def set_weights(self, weights: Sequence[float]) -> None:
        """New odds of the opponents, for the games dealt from now on."""
        odds = np.asarray(weights, dtype=np.float64)
        if odds.shape != (len(self.opponents),) or (odds < 0).any() or odds.sum() <= 0:
            raise OptionError(
                f"weights={list(weights)} are impossible; one number >= 0 each, not all 0"
            )
        self._cumulative = np.cumsum(odds / odds.sum())

    def reset(self, seed: int = 0) -> None:
        """Deal every slot anew, as a new batch with this seed would."""
        self.batch.reset(seed)
        self._begin()

    def deal(self, seeds: Sequence[int] | np.ndarray, states: np.ndarray | None = None) -> None:
        """Deal slot ``i`` from exactly ``seeds[i]``, or begin with the records ``states``, (N,)."""
        self.batch.deal(seeds)
        if states is not None:
            self.batch.replace(states)
        self._begin()

    def next_games(self, states: np.ndarray | None = None) -> None:
        """Deal the next game of every slot, or begin with the records ``states``, (N,)."""
        self.batch.next_games()
        if states is not None:
            self.batch.replace(states)
        self._begin()

    def _begin(self) -> None:
        self._assign(range(self.num_games))
        self.rewards[:] = 0
        self.dones[:] = False
        self.illegal[:] = False
        self._play_opponents(np.arange(self.num_games))
        self._observe()

    def _assign(self, games: Any) -> None:
        """Seat the learner and draw the opponents of freshly dealt games."""
        players = self.game.num_players
        for i in games:
            slot, episode = self.batch.seeds[i], self.batch.episodes[i]
            if self._seat == "alternate":
                # which seat comes first depends on the seed: reset(seed=...) before each game
                # must not always give the same one
                word = np.uint64(derive(slot ^ _SEATS_KEY, 0))  # handed back as an int
                self.seats[i] = (below(word, players) + episode) % players
            elif self._seat == "random":
                word = np.uint64(derive(slot ^ _SEATS_KEY, episode))
                self.seats[i] = below(word, players)
            else:
                self.seats[i] = self._seat
            for other in range(players):
                word = derive(slot ^ _OPPONENT_KEY, episode * players + other)
                position = np.searchsorted(self._cumulative, int(word) / 2.0**64, side="right")
                self.assigned[i, other] = min(int(position), len(self.opponents) - 1)

    def step(self, actions: np.ndarray) -> None:
        """Play the learners' actions, (N,), then the opponents until every learner must choose."""
        everyone = np.arange(self.num_games)
        self.rewards[:] = 0
        self.dones[:] = False
        self.batch.step_some(everyone, actions)
        self.illegal[:] = self.batch.illegal
        self._collect(everyone)
        self._play_opponents(everyone)
        self._observe()

    def _collect(self, which: np.ndarray) -> None:
        """Add up the rewards of the games just stepped; settle those that ended."""
        self.rewards[which] += self.batch.rewards[which, self.seats[which]]
        ended = which[self.batch.dones[which]]
        if len(ended):
            self.dones[ended] = True
            self.final_observations[ended] = self.batch.observe(
                self.seats[ended], self.batch.final_states[ended]
            )
            self.final_seats[ended] = self.seats[ended]
            self.final_assigned[ended] = self.assigned[ended]
            if self.batch.auto_reset:
                self._assign(ended)

    def _play_opponents(self, which: np.ndarray) -> None:
        players = self.batch.players
        while True:
            waiting = players[which]
            which = which[(waiting >= 0) & (waiting != self.seats[which])]
            if not len(which):
                return
            chosen = self.assigned[which, players[which]]
            actions = np.empty(len(which), dtype=np.int32)
            for number in np.unique(chosen):
                here = np.flatnonzero(chosen == number)
                decisions = self.batch.decisions(which[here])
                start = time.perf_counter()
                actions[here] = self.opponents[number].act(decisions)
                self.opponent_seconds += time.perf_counter() - start
            self.batch.step_some(which, actions)
            wrong = which[self.batch.illegal[which]]
            if len(wrong):
                name = self.opponents[chosen[np.searchsorted(which, wrong[0])]].name
                raise AgentError(f"the opponent {name!r} chose an illegal action")
            self._collect(which)

    def _observe(self) -> None:
        self.batch.observe_into(self.seats, self.observations)

    _SAVED = (
        "seats",
        "assigned",
        "final_seats",
        "final_assigned",
        "final_observations",
        "rewards",
        "dones",
        "illegal",
    )

    def get_state(self) -> dict[str, np.ndarray]:
        """Copies of all that is needed to continue, but for the opponents and their weights."""
        saved = {name: getattr(self, name).copy() for name in self._SAVED}
        return saved | {f"batch.{k}": v for k, v in self.batch.get_state().items()}

    def clone(self) -> LearnerBatch:
        """An independent copy that plays on the same way, the opponents copied too."""
        return copy.deepcopy(self)

    def set_state(self, saved: dict[str, np.ndarray]) -> None:
        """Continue from what ``get_state`` gave; opponents and weights stay as they are."""
        for name in self._SAVED:
            getattr(self, name)[:] = saved[name]
        self.batch.set_state(
            {k.removeprefix("batch."): v for k, v in saved.items() if k.startswith("batch.")}
        )
        self._observe()
