"""The contract between a game and everything that plays it.

A game is one record type and a few kernels over it (`kernels.Kernels`), plus the words to talk
about it. Adapters, agents, records and training know only this class.
"""

from __future__ import annotations

import difflib
import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from wonderzoo.errors import OptionError, UnknownActionError
from wonderzoo.guided_search import GuidedKernels
from wonderzoo.kernels import Kernels
from wonderzoo.search import SearchKernels

Options = Mapping[str, Any]


@dataclass(frozen=True)
class Block:
    """A named part of an observation."""

    name: str
    rows: int  # how many things
    columns: tuple[str, ...]  # what is said of each

    @property
    def size(self) -> int:
        return self.rows * len(self.columns)


@dataclass(frozen=True)
class Encoder:
    """A named way to show a game to an agent.

    ``shape`` is the shape of one float32 observation. A flat encoder is the concatenation of its
    blocks, each written row by row. A table encoder has the blocks' rows below one another, all
    with the same columns; its column 0 is 1 for a row that is in play (the attention mask).
    """

    name: str
    shape: tuple[int, ...]
    blocks: tuple[Block, ...]

    @property
    def size(self) -> int:
        return int(np.prod(self.shape))

    @property
    def layout_hash(self) -> str:
        """Changes with any change of the layout; checkpoints keep it."""
        text = json.dumps(
            [self.name, self.shape, [(b.name, b.rows, b.columns) for b in self.blocks]]
        )
        return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Measured:
    """What is counted of N finished games."""

    numbers: dict[str, np.ndarray]  # (N,), or (N, players) for what each player has
    events: dict[str, np.ndarray]  # (N,), 1 where it happened
    groups: dict[str, np.ndarray] = field(default_factory=dict)  # any number of values each


class Game(ABC):
    """One game with its options chosen.

    Options are validated when the object is made; `OptionError` names the wrong one.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    state_dtype: ClassVar[np.dtype]
    kernels: ClassVar[Kernels]
    search: ClassVar[SearchKernels]
    guided_search: ClassVar[GuidedKernels]
    action_texts: ClassVar[tuple[str, ...]]
    action_blocks: ClassVar[tuple[tuple[str, int, str], ...]]
    # blocks whose actions are pairs (i, j), numbered i * columns + j: name -> (rows, columns)
    action_products: ClassVar[dict[str, tuple[int, int]]]
    max_legal: ClassVar[int]
    encoders: ClassVar[dict[str, Encoder]]
    styles: ClassVar[tuple[str, ...]]  # how the heuristic can be played; the first is "greedy"
    score_columns: ClassVar[tuple[str, ...]]
    table_line: ClassVar[tuple[str, ...]]  # the keys of `table_row` worth a line of a replay
    option_values: ClassVar[dict[str, tuple[Any, ...]]]  # the first is the default
    option_notes: ClassVar[dict[str, str]] = {}  # what else an option may be, for the docs
    option_fields: ClassVar[tuple[str, ...]]  # the fields of the record that hold the options
    simultaneous: ClassVar[bool]
    _ids: ClassVar[dict[str, int]]
    wait: ClassVar[int] = 0  # the action of a seat with nothing to decide, in every game

    num_players: int
    options: dict[str, Any]

    def __init__(self, /, **options: Any) -> None:
        self.options = {name: values[0] for name, values in self.option_values.items()}
        for name, value in options.items():
            if name not in self.option_values:
                known = ", ".join(self.option_values)
                raise OptionError(f"{self.name} has no option {name!r}; its options: {known}")
            if not any(
                value is v or (type(value) is type(v) and value == v)
                for v in self.option_values[name]
            ):
                allowed = ", ".join(map(repr, self.option_values[name]))
                raise OptionError(f"option {name}={value!r} is impossible; choose from {allowed}")
            self.options[name] = value

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in self.options.items())})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.name, self.options) == (other.name, other.options)

    def __hash__(self) -> int:
        return hash((self.name, json.dumps(self.options, sort_keys=True)))

    @property
    def num_actions(self) -> int:
        return len(self.action_texts)

    @property
    def agents(self) -> list[str]:
        """The names of the seats: ``player_0``, ``player_1``, ..."""
        return [f"player_{seat}" for seat in range(self.num_players)]

    @property
    def actions_hash(self) -> str:
        """Changes with any change of the actions' numbers; checkpoints keep it."""
        return hashlib.sha256("\n".join(self.action_texts).encode()).hexdigest()[:16]

    def encoder(self, name: str) -> Encoder:
        if name not in self.encoders:
            raise OptionError(
                f"{self.name} has no encoder {name!r}; choose from {', '.join(self.encoders)}"
            )
        return self.encoders[name]

    def action_text(self, action: int) -> str:
        """The text form of an action id."""
        if not isinstance(action, int | np.integer) or not 0 <= action < self.num_actions:
            raise UnknownActionError(
                f"{action} is no action of {self.name}: 0 to {self.num_actions - 1}"
            )
        return self.action_texts[action]

    def action_id(self, text: str) -> int:
        """The id of an action's text form."""
        action = self._action_ids().get(text) if isinstance(text, str) else None
        if action is None and not isinstance(text, str):
            raise UnknownActionError(f"{text!r} is no text of an action")
        if action is None:
            close = difflib.get_close_matches(text, self.action_texts, n=3)
            hint = f"; close to it: {', '.join(map(repr, close))}" if close else ""
            raise UnknownActionError(f"{text!r} is no action of {self.name}{hint}")
        return action

    @classmethod
    def _action_ids(cls) -> dict[str, int]:
        if "_ids" not in cls.__dict__:
            cls._ids = {text: action for action, text in enumerate(cls.action_texts)}
        return cls._ids

    def new_states(self, n: int) -> np.ndarray:
        """``n`` records with the options set, not dealt yet."""
        states = np.zeros(n, dtype=self.state_dtype)
        self._set_options(states)
        return states

    @property
    def state_hash(self) -> str:
        """Changes with any change of the record; saved records keep it."""
        return hashlib.sha256(str(self.state_dtype.descr).encode()).hexdigest()[:16]

    def check_states(self, states: np.ndarray) -> None:
        """Raise an `OptionError` unless the records are of this game with these options."""
        if not isinstance(states, np.ndarray) or states.dtype != self.state_dtype:
            raise OptionError(f"these are no records of {self.name} in this version")
        own = self.new_states(1)
        for name in self.option_fields:
            if not np.array_equal(np.broadcast_to(own[name], states[name].shape), states[name]):
                raise OptionError(f"these records were played with another option {name!r}")

    def dealt(self, seed: int) -> np.ndarray:
        """One record, (1,), dealt from ``seed``."""
        states = self.new_states(1)
        self.kernels.deal(states[0], np.uint64(seed & 0xFFFFFFFFFFFFFFFF))
        return states

    def move_text(self, state: np.record, player: int, action: int) -> str:
        """The text of an action in a position: what records write. May say more than the id."""
        return self.action_text(action)

    def legal_moves(self, state: np.record, player: int) -> dict[str, int]:
        """The actions of a seat by their texts in this position; empty at the end."""
        ids = np.empty(self.max_legal, dtype=np.int32)
        count = self.kernels.legal(state, player, ids)
        return {self.move_text(state, player, int(i)): int(i) for i in ids[:count]}

    def legal_texts(self, state: np.record) -> list[str]:
        """Sorted texts of what the first seat to decide may choose; empty at the end."""
        player = self.actor(state)
        return sorted(self.legal_moves(state, player)) if player >= 0 else []

    def actors(self, state: np.record) -> list[int]:
        """The seats that must decide."""
        bits = int(self.kernels.actors(state))
        return [seat for seat in range(self.num_players) if (bits >> seat) & 1]

    def actor(self, state: np.record) -> int:
        """The first seat that must decide; -1 at the end."""
        bits = int(self.kernels.actors(state))
        return (bits & -bits).bit_length() - 1

    def score_sheet(self, state: np.record) -> list[dict[str, int]]:
        """Points by category for each seat, as if the game ended now."""
        out = np.zeros((self.num_players, len(self.score_columns)), dtype=np.int32)
        self.kernels.scores(state, out)
        return [dict(zip(self.score_columns, map(int, row), strict=True)) for row in out]

    @abstractmethod
    def _set_options(self, states: np.ndarray) -> None:
        """Write the options into fresh records."""

    @abstractmethod
    def deal_to_names(self, state: np.record) -> dict[str, Any]:
        """The whole deal, hidden cards included, by printed names (the record format)."""

    @abstractmethod
    def deal_from_names(self, deal: Mapping[str, Any]) -> np.ndarray:
        """One record, (1,), dealt as named; `DealError` names what is wrong."""

    @abstractmethod
    def table_row(self, state: np.record) -> dict[str, Any]:
        """What a replay prints of the table after a move (plain JSON values)."""

    @abstractmethod
    def over_row(self, state: np.record) -> dict[str, Any] | None:
        """The result as plain JSON values; None while the game goes on."""

    @abstractmethod
    def statistics(self, states: np.ndarray) -> Measured:
        """What ``statistics.collect`` averages of finished games, (N,) records."""

    @abstractmethod
    def render(self, state: np.record, *, color: bool = False) -> str:
        """The table as text, with nothing hidden shown."""
