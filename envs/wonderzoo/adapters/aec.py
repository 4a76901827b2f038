"""PettingZoo's AEC interface: the seats act one at a time."""

from __future__ import annotations

import copy
import operator
from collections.abc import Mapping
from typing import Any

import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from wonderzoo.adapters.spaces import MASK
from wonderzoo.adapters.table import TableEnv
from wonderzoo.game import Game

FORFEIT = -1.0


class TurnEnv(TableEnv, AECEnv[str, Any, int]):
    """Any game as a PettingZoo AEC environment.

    An observation is ``{obs_key: float32 (encoder's shape), "action_mask": int8 (A,)}``; the same
    mask is in ``infos[agent]["action_mask"]``. Arrays handed out are never written again. A mask
    is never all zero: a seat that is not to act sees only ``wait`` (action 0), and when the game
    is over everything is 1.

    Illegal actions need no wrapper. One that the mask forbids ends the game, -1 for the mover and
    0 for the others, all seats terminated and truncated, as PettingZoo's TerminateIllegalWrapper
    does it. One outside the action space raises AssertionError, as AssertOutOfBoundsWrapper does.

    Args:
        game: the game with its options.
        render_mode: "ansi" (``render`` returns text), "human" (the table is printed after each
            step) or "rgb_array" ((H, W, 3) uint8; needs Pillow).
        encoder: a name in ``game.encoders``.
        obs_format: "dict" as above; "flat" gives the float32 array alone, the mask in the info.
        obs_key: the name of the array in the dict ("observations" for RLlib).
        reward: "win", "rank" or "score", all zero-sum and given once, at the end, to every seat.
        strict: raise `IllegalActionError`, the game untouched, where it would be forfeited.
        max_cycles: truncate the game after so many cycles; a cycle is over when every seat that
            had to decide at its beginning has decided (one decision, where turns alternate).
    """

    def __init__(self, game: Game, **arguments: Any) -> None:
        super().__init__(game, **arguments)
        self._which = np.zeros(1, dtype=np.int64)
        self._action = np.zeros(1, dtype=np.int64)
        self._pending = 0
        self._skip_agent_selection: str | None = None

    # --- AEC ---

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal a game.

        ``seed`` gives exactly its game, the same in every interface. Without one, the next game
        of the environment's own generator is dealt, which the last seed given has started.
        ``options`` may hold ``{"deal": ...}``, a deal by printed names as in recorded games.
        """
        self._deal(seed, options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._pending = int(self.game.kernels.actors(self.record))
        self.agent_selection = self.possible_agents[int(self._batch.players[0])]
        self.infos = {a: {MASK: self._mask_of(seat)} for seat, a in enumerate(self.agents)}
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        """Play the action of ``agent_selection``; None for a seat whose game is over.

        Raises:
            AssertionError: the action is not in the action space.
            ValueError: a seat whose game is over may only pass None.
            IllegalActionError: with ``strict``, the action is illegal.
        """
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        over = self.terminations[agent] or self.truncations[agent]
        if not (over and action is None):
            self._check_in_space(agent, action)
        if over:
            self._was_dead_step(action)
            return
        batch = self._batch
        assert action is not None  # it is no action of the space
        chosen = operator.index(action)
        if self.strict and not batch.masks[0, chosen]:
            self._refuse(agent, action)
        self._action[0] = chosen
        batch.step_some(self._which, self._action)
        # Rewards come only at the end, so there is nothing to clear before it.
        if batch.illegal[0]:
            self._forfeit(agent)
        elif batch.dones[0]:
            self.terminations = dict.fromkeys(self.agents, True)
            self._end(dict(zip(self.agents, batch.rewards[0].tolist(), strict=True)))
        else:
            self._pass_on(agent)
        if self.render_mode == "human":
            self.render()

    def _pass_on(self, agent: str) -> None:
        """The turn goes to the next seat to decide, which may be the same one again."""
        if self.max_cycles is not None and self._cycle_is_full(agent):
            self.truncations = dict.fromkeys(self.agents, True)
            self._end(dict.fromkeys(self.agents, 0.0))
            return
        batch = self._batch
        selected = self.possible_agents[batch.players[0]]
        if selected != agent:
            self.infos[agent] = {MASK: self._wait_mask()}
            self.agent_selection = selected
        self.infos[selected] = {MASK: batch.masks[0].copy()}

    def _cycle_is_full(self, agent: str) -> bool:
        """Count the cycle if it is over; whether it was the last one."""
        actors = int(self.game.kernels.actors(self.record))
        self._pending &= actors & ~(1 << self._seat_of[agent])
        if self._pending:
            return False
        self._pending = actors
        self._cycles += 1
        return self.max_cycles is not None and self._cycles >= self.max_cycles

    def _forfeit(self, agent: str) -> None:
        EnvLogger.warn_on_illegal_move()
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self._end({name: FORFEIT if name == agent else 0.0 for name in self.agents})

    def _end(self, rewards: dict[str, float]) -> None:
        """The game is over for all seats; each takes a last step with None, in their order."""
        self.rewards = rewards
        self._accumulate_rewards()
        self._deads_step_first()
        self.infos = {name: {MASK: self._all_ones()} for name in self.agents}

    def observe(self, agent: str) -> Any:
        """What the agent sees now, in new arrays (see the class)."""
        seat = self._seat_of[agent]
        encoder = self._encoder
        out = np.empty(encoder.shape, dtype=np.float32)
        self.game.kernels.observe[encoder.name](
            self._batch.states, np.array((seat,), dtype=np.int32), out.reshape(1, -1)
        )
        if self._obs_key is None:
            return out
        return {self._obs_key: out, MASK: self._mask_of(seat)}

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Observation, reward since its last step, termination, truncation, info of the agent."""
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def _mask_of(self, seat: int) -> np.ndarray:
        batch = self._batch
        if batch.players[0] == seat and not self._truncated():
            mask: np.ndarray = batch.masks[0].copy()
            return mask
        if batch.players[0] < 0 or self._truncated():
            return self._all_ones()
        return self._wait_mask()

    def _truncated(self) -> bool:
        return self.max_cycles is not None and self._cycles >= self.max_cycles

    def _all_ones(self) -> np.ndarray:
        return np.ones(self.game.num_actions, dtype=np.int8)

    # --- copies ---

    _PLAIN = (
        *TableEnv._PLAIN,
        "agent_selection",
        "rewards",
        "_cumulative_rewards",
        "terminations",
        "truncations",
        "_pending",
        "_skip_agent_selection",
    )

    def set_state(self, saved: Mapping[str, Any]) -> None:
        """Continue from what ``get_state`` gave; see `TableEnv`."""
        super().set_state(saved)
        self.infos = {agent: {MASK: self._mask_of(self._seat_of[agent])} for agent in self.agents}


class OrderedTurnEnv(OrderEnforcingWrapper[str, Any, int]):
    """PettingZoo's OrderEnforcingWrapper around a `TurnEnv`.

    It looks up the environment's attributes directly instead of through ``__getattr__``, which
    would take half the time of a step, and its ``clone`` is wrapped as well.
    """

    env: TurnEnv

    def __str__(self) -> str:
        return str(self.env)

    # Before reset the TurnEnv lacks these, so Python asks __getattr__, which says "before reset".
    @property
    def agents(self) -> list[str]:
        return self.env.agents

    @property
    def agent_selection(self) -> str:
        return self.env.agent_selection

    @property
    def rewards(self) -> dict[str, float]:
        return self.env.rewards

    @property
    def terminations(self) -> dict[str, bool]:
        return self.env.terminations

    @property
    def truncations(self) -> dict[str, bool]:
        return self.env.truncations

    @property
    def infos(self) -> dict[str, dict[str, Any]]:
        return self.env.infos

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if not self._has_reset:
            EnvLogger.error_observe_before_reset()
        return self.env.last(observe)

    def clone(self) -> OrderedTurnEnv:
        return copy.deepcopy(self)

    def set_state(self, saved: Mapping[str, Any]) -> None:
        self.env.set_state(saved)
        self._has_reset = self._has_updated = True
