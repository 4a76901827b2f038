"""Recorded games: write what was played, read it back, replay it move by move.

A record is one JSON object: ``{"format": "wonderzoo-record-1", "game": ..., "options": {...},
"seats": [...], "deal": {...}, "moves": [[seat, "text"], ...], "scores": {...}}``. A file holds one
record, or one a line (``.jsonl``).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from wonderzoo.agents.base import Agent
from wonderzoo.batch import Batch
from wonderzoo.errors import DealError, RecordError, WonderzooError
from wonderzoo.game import Game
from wonderzoo.games import make_game
from wonderzoo.play import play_out
from wonderzoo.rng import derive

FORMAT = "wonderzoo-record-1"


@dataclass
class Record:
    """A recorded game, its outer shape checked."""

    game: Game
    deal: Mapping[str, Any]
    moves: list[tuple[int, str]]
    seats: list[str]
    scores: Mapping[str, Any] | None = None
    extra: dict[str, Any] = field(default_factory=dict)  # other keys, kept as they are

    def to_json(self) -> dict[str, Any]:
        data = {
            "format": FORMAT,
            "game": self.game.name,
            "options": self.game.options,
            "seats": self.seats,
            "deal": self.deal,
            "moves": [list(move) for move in self.moves],
        }
        if self.scores is not None:
            data["scores"] = self.scores
        return data | self.extra

    @classmethod
    def from_json(cls, data: Any) -> Record:
        """Check the outer shape; `RecordError` names what is wrong."""
        if not isinstance(data, dict):
            raise RecordError("not a record: it must be a JSON object")
        if data.get("format") != FORMAT:
            raise RecordError(f"not a record: its 'format' must be {FORMAT!r}")
        for key, kind in (("game", str), ("deal", dict), ("moves", list)):
            if not isinstance(data.get(key), kind):
                raise RecordError(f"{key!r} is missing or of the wrong kind")
        options = data.get("options") or {}
        if not isinstance(options, dict):
            raise RecordError("'options' must be an object")
        game = make_game(data["game"], **options)
        moves = []
        for number, move in enumerate(data["moves"]):
            fits = isinstance(move, list) and len(move) == 2
            if not fits or type(move[0]) is not int or not isinstance(move[1], str):
                raise RecordError(f"move {number}: {move!r} is not [seat, text]")
            moves.append((move[0], move[1]))
        seats = data.get("seats") or game.agents
        named = isinstance(seats, list) and all(isinstance(name, str) for name in seats)
        if not named or len(seats) != game.num_players:
            raise RecordError(f"'seats' must be a list of {game.num_players} names")
        if not isinstance(data.get("scores") or {}, dict):
            raise RecordError("'scores' must be an object")
        known = {"format", "game", "options", "deal", "moves", "seats", "scores"}
        extra = {key: value for key, value in data.items() if key not in known}
        return cls(game, data["deal"], moves, seats, data.get("scores"), extra)


def read_record(path: str | Path, number: int = 0) -> Record:
    """The record of a file, or the ``number``-th (from 0) of a file with one a line."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not text"
        raise RecordError(f"cannot read {path}: {reason}") from None
    try:
        data = _select(text, number)
        return Record.from_json(data)
    except WonderzooError as error:
        raise RecordError(f"{path}: {error}") from None


def _select(text: str, number: int) -> Any:
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        raise RecordError("the file is empty")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        whole = error
    else:
        if number != 0:
            raise RecordError(f"there is no record {number}: the file holds one")
        return data
    try:
        json.loads(lines[0])
    except (ValueError, RecursionError):
        raise RecordError(f"not valid JSON: {whole}") from None
    if not 0 <= number < len(lines):
        raise RecordError(f"there is no record {number}: the file holds {len(lines)}, from 0")
    try:
        return json.loads(lines[number])
    except (ValueError, RecursionError) as error:
        raise RecordError(f"record {number} is not valid JSON: {error}") from None


@dataclass(frozen=True)
class Step:
    """One replayed move; ``state`` is the record after it."""

    number: int
    seat: int
    text: str
    legal: list[str]  # what the seat could have chosen, sorted
    state: np.record


def replay(record: Record, source: str = "") -> Iterator[Step]:
    """Play a record from its deal, move by move; each step holds its own copy of the state.

    Args:
        source: what errors name as the place of the record, such as its file.

    Raises:
        RecordError: in one line, the first move that is illegal, by whom, and what was legal.
        DealError: the deal is impossible.
    """
    game = record.game
    where = f"{source}: " if source else ""
    try:
        states = game.deal_from_names(record.deal)
    except DealError as error:
        raise DealError(f"{where}{error}") from None
    state = states[0]
    for number, (seat, text) in enumerate(record.moves):
        actors = game.actors(state)
        if not actors:
            raise RecordError(
                f"{where}move {number}: seat {seat} {text!r} comes after the end of the game"
            )
        chooser = seat if seat in actors else actors[0]
        legal = game.legal_moves(state, chooser)
        if seat != chooser or text not in legal:
            whose = "" if seat == chooser else f" (it is for seat {chooser} to choose)"
            raise RecordError(
                f"{where}move {number}: seat {seat} {text!r} is illegal{whose}; "
                f"legal: {', '.join(sorted(legal))}"
            )
        game.kernels.apply(state, seat, legal[text])
        yield Step(number, seat, text, sorted(legal), states.copy()[0])


def play_records(
    game: Game, agents: Sequence[Agent], games: int, seed: int, *, at_once: int = 256
) -> Iterator[Record]:
    """Play games with an agent on each seat and record them, in the order of their deals.

    Game ``i`` is the same whatever ``games`` and ``at_once`` are.
    """
    if len(agents) != game.num_players:
        raise RecordError(f"{game.name} needs {game.num_players} agents; {len(agents)} given")
    for first in range(0, games, at_once):
        yield from _play_chunk(game, agents, np.arange(first, min(first + at_once, games)), seed)


def _play_chunk(
    game: Game, agents: Sequence[Agent], numbers: np.ndarray, seed: int
) -> Iterator[Record]:
    base = np.uint64(seed & 0xFFFFFFFFFFFFFFFF)
    words = np.array([derive(base, number) for number in numbers], dtype=np.uint64)
    batch = Batch(game, len(numbers), encoder=None, auto_reset=False)
    batch.deal(words)
    batch.seeds[:] = words
    deals = [game.deal_to_names(state) for state in batch.states]
    moves: list[list[tuple[int, str]]] = [[] for _ in numbers]

    def note(which: np.ndarray, players: np.ndarray, actions: np.ndarray) -> None:
        for i, seat, action in zip(which, players, actions, strict=True):
            text = game.move_text(batch.states[i], int(seat), int(action))
            moves[i].append((int(seat), text))

    seating = np.tile(np.arange(len(agents)), (len(numbers), 1))
    play_out(batch, agents, seating, on_move=note)
    names = [agent.name for agent in agents]
    for i, state in enumerate(batch.states):
        yield Record(game, deals[i], moves[i], names, game.over_row(state))
