"""The guided search of many decisions, with any network: the loop between kernels and inference."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from wonderzoo.agents.base import Decisions
from wonderzoo.game import Game
from wonderzoo.guided_search import NOTHING, Room, Runs, begin, choose, take_in
from wonderzoo.search import MAX_DEPTH, Tree, new_tree

# (B, *shape) float32 observations -> logits (B, A) and values (B,) of the observing seats
Infer = Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]

# Positions searched together: batches get no better beyond, and their trees take memory.
_AT_ONCE = 256
_SIMULATIONS_AT_ONCE = 500_000  # of all of them; some hundred megabytes of trees
_FIRST_NODES = 256  # of each tree; doubled when one of them is full


def guided_search(
    decisions: Decisions,
    infer: Infer,
    *,
    encoder: str,
    simulations: int,
    exploration: float,
    scheme: int,
    at_once: int | None = None,
    first_nodes: int = _FIRST_NODES,
) -> tuple[np.ndarray, np.ndarray]:
    """Search each decision that has a choice (see `wonderzoo.guided_search`).

    Args:
        infer: the network; a row's answer must depend on that row alone.
        encoder: of the observations that it takes.
        simulations: for each decision, at least 1. The first one evaluates the root; with no more
            than that, the likeliest action is chosen.
        exploration: the constant c of PUCT, from 0 up.
        scheme: the rewards that its values foretell, of `REWARD_SCHEMES`.
        at_once: positions searched together (default: 256, fewer if there are very many
            simulations); first_nodes: of each tree, before it grows.

    Returns:
        The chosen actions, (M,) int32, and the simulations of each legal action, (M, L) int32;
        these sum to ``simulations - 1``, and to 0 where there was no choice.
    """
    out = decisions.ids[:, 0].copy()
    visits = np.zeros(decisions.ids.shape, dtype=np.int32)
    if at_once is None:
        at_once = max(1, min(_AT_ONCE, _SIMULATIONS_AT_ONCE // simulations))
    searched = np.flatnonzero(decisions.counts > 1)
    for first in range(0, len(searched), at_once):
        part = searched[first : first + at_once]
        trees, priors = search_trees(
            decisions.game,
            (decisions.states[part], decisions.players[part], decisions.keys[part]),
            infer,
            encoder,
            (simulations, exploration, scheme),
            first_nodes,
        )
        chosen, counted = out[part], visits[part]
        choose(trees, priors, decisions.ids[part], decisions.counts[part], chosen, counted)
        out[part], visits[part] = chosen, counted
    return out, visits


def search_trees(
    game: Game,
    roots: tuple[np.ndarray, np.ndarray, np.ndarray],
    infer: Infer,
    encoder: str,
    settings: tuple[int, float, int],
    first_nodes: int = _FIRST_NODES,
) -> tuple[Tree, np.ndarray]:
    """The trees of M positions, each with a choice, and the priors of their nodes, (M, nodes).

    Args:
        roots: the states, the searching seats and the keys.
        settings: simulations, exploration and scheme; these and the others as in `guided_search`.
    """
    states, players, keys = roots
    runs, room = _new_runs(game, len(states)), _new_room(game)
    trees = new_tree((len(states), first_nodes))
    priors = np.zeros((len(states), first_nodes))
    begin(trees, runs)
    while True:
        game.guided_search.advance(states, players, keys, trees, priors, runs, room, *settings)
        which = np.flatnonzero(runs.request != NOTHING)
        if not len(which):
            return trees, priors
        asked = Decisions(
            game,
            runs.states[which],
            runs.players[which],
            runs.ids[which],
            runs.counts[which],
            keys[which],
        )
        logits, values = infer(asked.observe(encoder))
        wanted = int((runs.nodes[which] + runs.counts[which]).max())
        while priors.shape[1] < wanted:
            trees, priors = Tree(*map(_doubled, trees)), _doubled(priors)
        take_in(
            which,
            np.ascontiguousarray(logits, dtype=np.float32),
            np.ascontiguousarray(values, dtype=np.float32),
            players,
            keys,
            trees,
            priors,
            runs,
            room,
        )


def _doubled(array: np.ndarray) -> np.ndarray:
    """(M, nodes) -> (M, 2 nodes)."""
    return np.concatenate([array, np.zeros_like(array)], axis=1)


def _new_runs(game: Game, count: int) -> Runs:
    def integers(*shape: int) -> np.ndarray:
        return np.zeros((count, *shape), dtype=np.int32)

    return Runs(
        states=game.new_states(count),
        done=integers(),
        nodes=integers(),
        steps=integers(),
        length=integers(),
        path=integers(MAX_DEPTH),
        request=integers(),
        players=integers(),
        ids=integers(game.max_legal),
        counts=integers(),
        drawn=integers(),
        least=np.zeros(count),
        most=np.zeros(count),
    )


def _new_room(game: Game) -> Room:
    return Room(
        np.zeros(game.num_actions, dtype=np.bool_),
        np.zeros(game.max_legal),
        *(np.zeros(game.num_players) for _ in range(3)),
    )
