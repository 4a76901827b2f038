"""Search by simulations: ``mcts:300``."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np

from wonderzoo.agents.base import Decisions
from wonderzoo.errors import AgentError
from wonderzoo.search import MAX_DEPTH, ROLLOUTS, VALUES, Scratch, new_tree

MOST_SIMULATIONS = 10_000_000


@dataclass(frozen=True)
class MctsOptions:
    """How the search is done.

    Attributes:
        simulations: for each decision; a decision with one legal action needs none.
        c: the constant of the upper confidence bound (UCB1); results are worth 0 to 1.
        rollout: how a position below the tree is judged: "random": played out at random;
            "heuristic": by what greedy thinks of it, a hundred times faster than a playout.
        value: what a result is worth: "win": the share of the victory; "place": from 1 for the
            first place to 0 for the last.
    """

    simulations: int
    c: float = 0.7
    rollout: str = "random"
    value: str = "win"

    def __str__(self) -> str:
        """As `parse` takes it, with the options that are not the default ones."""
        others = [
            f",{field.name}={getattr(self, field.name)}"
            for field in fields(self)[1:]
            if getattr(self, field.name) != field.default
        ]
        return f"mcts:{self.simulations}" + "".join(others)

    @classmethod
    def parse(cls, spec: str) -> MctsOptions:
        """The options of ``mcts:N`` or ``mcts:N,key=value,...``; `AgentError` if one is wrong."""
        simulations, given = parse_search(
            spec, spec.removeprefix("mcts:"), [field.name for field in fields(cls)][1:]
        )
        for key, allowed in (("rollout", ROLLOUTS), ("value", VALUES)):
            if given.get(key, next(iter(allowed))) not in allowed:
                raise AgentError(f"{spec!r}: {key} must be one of {', '.join(allowed)}")
        return cls(simulations, parse_c(spec, given.pop("c", str(cls.c))), **given)


def parse_search(spec: str, text: str, known: list[str]) -> tuple[int, dict[str, str]]:
    """The number of simulations and the options of ``N,key=value,...``.

    Args:
        spec: the whole of what was given, for messages; text: the part behind ``mcts:``.
        known: the keys that there are.

    Raises:
        AgentError: the number is none or too large, or a key is unknown or stands twice.
    """
    first, *rest = text.split(",")
    if not first.isdecimal() or not 1 <= int(first) <= MOST_SIMULATIONS:
        raise AgentError(
            f"{spec!r}: write mcts:N with N simulations, from 1 to {MOST_SIMULATIONS:,}"
        )
    given: dict[str, str] = {}
    for part in rest:
        key, equals, value = part.partition("=")
        if not equals or key not in known or key in given:
            raise AgentError(f"{spec!r}: after the number write {', '.join(known)} as key=value")
        given[key] = value
    return int(first), given


def parse_c(spec: str, text: str) -> float:
    """The constant of exploration; `AgentError` if it is no number from 0 up."""
    try:
        c = float(text)
    except ValueError:
        c = -1.0
    if not 0 <= c < float("inf"):
        raise AgentError(f"{spec!r}: c must be a number from 0 up")
    return c


class MctsAgent:
    """Information-set Monte Carlo tree search (see `wonderzoo.search`).

    It sees no hidden card: each simulation redraws what its seat cannot know.
    """

    games_at_once = 32  # see `Agent`

    def __init__(self, options: MctsOptions, name: str = "") -> None:
        self.options = options
        self.name = name or str(options)

    def act(self, decisions: Decisions) -> np.ndarray:
        return self.search(decisions)[0]

    def search(self, decisions: Decisions) -> tuple[np.ndarray, np.ndarray]:
        """The chosen actions, (M,), and the simulations of each legal action, (M, L) int32."""
        game, options = decisions.game, self.options
        seats = game.num_players
        room = Scratch(
            game.new_states(1),
            np.zeros(game.max_legal, dtype=np.int32),
            np.zeros(game.num_actions, dtype=np.int64),
            np.zeros(MAX_DEPTH, dtype=np.int32),
            *(np.zeros(seats) for _ in range(3)),
        )
        out = np.empty(len(decisions), dtype=np.int32)
        visits = np.zeros(decisions.ids.shape, dtype=np.int32)
        game.search.mcts(
            decisions.states,
            decisions.players,
            decisions.ids,
            decisions.counts,
            decisions.keys,
            options.simulations,
            options.c,
            ROLLOUTS[options.rollout],
            VALUES[options.value],
            new_tree(options.simulations + 1),
            room,
            out,
            visits,
        )
        return out, visits
