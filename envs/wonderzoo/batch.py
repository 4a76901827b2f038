"""Many games at once, on arrays: the native interface that the others stand on."""

from __future__ import annotations

import copy
from collections.abc import Sequence

import numpy as np

from wonderzoo.agents.base import Decisions
from wonderzoo.errors import OptionError
from wonderzoo.game import Game
from wonderzoo.kernels import ALL_LEGAL, REWARD_SCHEMES, derive_keys, pick, rewards_from_outcome
from wonderzoo.rng import derive

_WORD = 0xFFFFFFFFFFFFFFFF
_CHOICES = np.uint64(0x63686F69636573)


def choice_seeds(seeds: np.ndarray) -> np.ndarray:
    """The seeds of the players' randomness, kept apart from that of the deals."""
    return seeds ^ _CHOICES


def seed_word(seed: int) -> int:
    """The 64-bit word of a seed; `OptionError` unless it is an integer of that size."""
    whole = isinstance(seed, int | np.integer) and not isinstance(seed, bool)
    if not whole or not -(2**63) <= seed <= _WORD:
        raise OptionError(f"seed={seed!r} is impossible; give an integer of at most 64 bits")
    return int(seed) & _WORD


class Batch:
    """N games stepped together; every array is allocated once and written in place.

    Slot ``i`` plays the same games whatever N is: game ``k`` of slot ``i`` is dealt from a seed
    derived from (seed, i, k). No attribute is a view of another and none is compiled code, so
    ``pickle`` and ``copy.deepcopy`` give a batch that plays on the same way.

    Attributes:
        states: (N,) records of the games.
        players: (N,) int32, the seat that must choose; -1 when the game is over.
        masks: (N, A) int8, 1 for each legal action; all ones when the game is over.
        observations: (N, *shape) float32, seen from ``players``; only if ``encoder`` is given.
        rewards: (N, P) float32 of the last step.
        dones: (N,) bool, the game ended with the last step.
        illegal: (N,) bool, it ended by an illegal action (-1 for the mover, 0 for the others).
        final_states: (N,) records, the last position of the game that ended last in each slot.
    """

    def __init__(
        self,
        game: Game,
        num_games: int,
        *,
        seed: int = 0,
        encoder: str | None = "flat",
        reward: str = "win",
        auto_reset: bool = True,
    ) -> None:
        """Deal ``num_games`` games.

        Args:
            encoder: a name in ``game.encoders``; None for no observations.
            reward: "win", "rank" or "score" (see `kernels.rewards_from_outcome`).
            auto_reset: deal a new game in the same step in which one ends.
        """
        if not isinstance(game, Game):
            raise OptionError(f"{game!r} is no game; make one with wonderzoo.make_game")
        if not isinstance(num_games, int) or num_games < 1:
            raise OptionError(f"num_games={num_games} is impossible; it must be at least 1")
        if not isinstance(reward, str) or reward not in REWARD_SCHEMES:
            raise OptionError(
                f"there is no reward scheme {reward!r}; choose from {', '.join(REWARD_SCHEMES)}"
            )
        self.game = game
        self.num_games = num_games
        self.auto_reset = auto_reset
        self.encoder = game.encoder(encoder) if encoder is not None else None
        self._scheme = REWARD_SCHEMES[reward]
        n, seats = num_games, game.num_players
        self.states = game.new_states(n)
        self.final_states = game.new_states(n)
        self.players = np.full(n, -1, dtype=np.int32)
        self.ids = np.zeros((n, game.max_legal), dtype=np.int32)
        self.counts = np.zeros(n, dtype=np.int32)
        self.masks = np.zeros((n, game.num_actions), dtype=np.int8)
        self.rewards = np.zeros((n, seats), dtype=np.float32)
        self.dones = np.zeros(n, dtype=np.bool_)
        self.illegal = np.zeros(n, dtype=np.bool_)
        self.seeds = np.zeros(n, dtype=np.uint64)
        self.episodes = np.zeros(n, dtype=np.int64)
        self.steps = np.zeros(n, dtype=np.int64)  # decisions made in each slot
        self._all = np.arange(n)
        self._places = np.zeros(seats)
        self._points = np.zeros(seats)
        self._keys = np.zeros(n, dtype=np.uint64)
        self._actions = np.zeros(n, dtype=np.int32)
        if self.encoder is not None:
            self.observations = np.zeros((n, *self.encoder.shape), dtype=np.float32)
        self.reset(seed)

    def reset(self, seed: int = 0) -> None:
        """Deal every slot anew, as a new batch with this seed would."""
        base = np.uint64(seed_word(seed))
        for i in range(self.num_games):
            self.seeds[i] = derive(base, i)
        self.game.kernels.deal_many(self.states, self._next_seeds(0 * self.episodes))
        self._start()

    def deal(self, seeds: Sequence[int] | np.ndarray) -> None:
        """Deal slot ``i`` from exactly ``seeds[i]``, and start its count of games at 0.

        The later games of the slot, and the choices of agents, follow from ``seeds[i]`` too.
        """
        if len(seeds) != self.num_games:
            raise OptionError(f"give {self.num_games} seeds, one for each game; got {len(seeds)}")
        self.seeds[:] = [seed_word(seed) for seed in seeds]
        self.game.kernels.deal_many(self.states, self.seeds)
        self._start()

    def replace(self, states: np.ndarray) -> None:
        """Put the given records, (N,), in place of the games now; no counter changes.

        Raises:
            OptionError: they are not of this game, or were played with other options.
        """
        self.game.check_states(states)
        self.states[:] = states
        self._refresh()

    def end_games(self) -> None:
        """Settle the games that were played to their end on the records themselves."""
        k = self.game.kernels
        for i in np.flatnonzero(self.players >= 0):
            if not k.actors(self.states[i]):
                self.dones[i] = True
                self.episodes[i] += 1
                self.final_states[i] = self.states[i]
                k.outcome(self.states[i], self._places, self._points)
                rewards_from_outcome(self._places, self._points, self._scheme, self.rewards[i])
        self._refresh()

    def next_games(self) -> None:
        """Deal the next game of every slot; games in progress are dropped."""
        self.episodes[self.players >= 0] += 1  # a game that ended has been counted
        self.game.kernels.deal_many(self.states, self._next_seeds(self.episodes))
        self.rewards[:] = 0
        self.dones[:] = False
        self.illegal[:] = False
        self._refresh()

    def _next_seeds(self, episodes: np.ndarray) -> np.ndarray:
        seeds = np.empty(self.num_games, dtype=np.uint64)
        derive_keys(self.seeds, episodes, seeds)
        return seeds

    def _start(self) -> None:
        self.episodes[:] = 0
        self.steps[:] = 0
        self.rewards[:] = 0
        self.dones[:] = False
        self.illegal[:] = False
        self._refresh()

    def _refresh(self) -> None:
        k = self.game.kernels
        k.refresh(self.states, self.players, self.ids, self.counts, self.masks)
        self._write_observations()

    def _write_observations(self) -> None:
        if self.encoder is not None:
            self.observe_into(self.players, self.observations)

    def step(self, actions: np.ndarray) -> None:
        """Play one action, (N,) integers, in every game, and write all arrays anew.

        Raises:
            OptionError: ``actions`` are not N integers.
        """
        self.step_some(self._all, actions)
        self._write_observations()

    def step_some(self, which: np.ndarray, actions: np.ndarray) -> None:
        """Play one action, (M,), in the games ``which``, (M,); observations stay as they are."""
        chosen = np.asarray(actions)
        if chosen.shape != which.shape or chosen.dtype.kind not in "iu":
            raise OptionError(
                f"actions must be {which.size} integers, one for each game; "
                f"got {chosen.dtype} of shape {chosen.shape}"
            )
        if which.size and not (which.min() >= 0 and which.max() < self.num_games):
            raise OptionError(
                f"which={which} is impossible; games are numbered 0 to {self.num_games - 1}"
            )
        self.game.kernels.step(
            self.states,
            which,
            np.ascontiguousarray(chosen, dtype=np.int64),  # one dtype, or numba compiles anew
            self.players,
            self.ids,
            self.counts,
            self.masks,
            self.rewards,
            self.dones,
            self.illegal,
            self.final_states,
            self.seeds,
            self.episodes,
            self._scheme,
            self.auto_reset,
            self._places,
            self._points,
        )
        self.steps[which] += 1

    def random_actions(self) -> np.ndarray:
        """A uniformly random legal action for each game, (N,) int32; the array is reused."""
        derive_keys(choice_seeds(self.seeds), self.steps, self._keys)
        pick(self.ids, np.maximum(self.counts, 1), self._keys, self._actions)
        return self._actions

    def decisions(self, which: np.ndarray) -> Decisions:
        """The positions of the games ``which``, (M,), none of them over, for an agent."""
        keys = np.empty(len(which), dtype=np.uint64)
        derive_keys(choice_seeds(self.seeds[which]), self.steps[which], keys)
        return Decisions(
            self.game,
            self.states[which],
            self.players[which],
            self.ids[which],
            self.counts[which],
            keys,
        )

    def observe(self, seats: np.ndarray, states: np.ndarray | None = None) -> np.ndarray:
        """What the given seats, (N,), see: (N, *shape) float32, of ``states`` or the games now."""
        if self.encoder is None:
            raise OptionError("this batch was made with encoder=None; name one to observe")
        out = np.empty((len(seats), *self.encoder.shape), dtype=np.float32)
        self.observe_into(seats, out, states)
        return out

    def observe_into(
        self, seats: np.ndarray, out: np.ndarray, states: np.ndarray | None = None
    ) -> None:
        """``observe`` into ``out``, a C-contiguous (N, *shape) float32 array."""
        if self.encoder is None:
            raise OptionError("this batch was made with encoder=None; name one to observe")
        if len(seats) and not (np.min(seats) >= -1 and np.max(seats) < self.game.num_players):
            raise OptionError(
                f"seats={seats} are impossible; they are numbered 0 to {self.game.num_players - 1}"
            )
        self.game.kernels.observe[self.encoder.name](
            self.states if states is None else states,
            np.ascontiguousarray(seats, dtype=np.int32),
            out.reshape(len(seats), self.encoder.size),
        )

    _SAVED = (
        "states",
        "final_states",
        "players",
        "rewards",
        "dones",
        "illegal",
        "seeds",
        "episodes",
        "steps",
    )

    def get_state(self) -> dict[str, np.ndarray]:
        """Copies of all that is needed to continue the same games (see ``set_state``)."""
        return {name: getattr(self, name).copy() for name in self._SAVED}

    def set_state(self, saved: dict[str, np.ndarray]) -> None:
        """Continue from what ``get_state`` of a batch of the same size gave."""
        missing = [name for name in self._SAVED if name not in saved]
        if missing:
            raise OptionError(f"this is no saved state of a batch: {missing[0]!r} is missing")
        if len(saved["states"]) != self.num_games:
            raise OptionError(
                f"the saved state is of {len(saved['states'])} games, not {self.num_games}"
            )
        self.game.check_states(saved["states"])
        for name in self._SAVED:
            getattr(self, name)[:] = saved[name]
        self._refresh()
        # The record does not know that its game was forfeited by an illegal action.
        forfeited = (saved["players"] < 0) & (self.players >= 0)
        self.players[forfeited] = -1
        self.counts[forfeited] = ALL_LEGAL
        self.masks[forfeited] = 1

    def clone(self) -> Batch:
        """An independent copy that plays on the same way."""
        return copy.deepcopy(self)
