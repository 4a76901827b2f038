"""Information-set Monte Carlo tree search, written once for all games.

Each simulation draws anew all that the searching player cannot know (`resample`), then walks down
one tree that all these deals share, choosing among the actions that are legal in the deal at hand
(single-observer ISMCTS: Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search",
IEEE TCIAIG 4(2), 2012). Below the tree the game is played out, or judged by the game's heuristic.

In a game of simultaneous choices only the searching player's own decisions are nodes: what others
choose in the same turn is hidden from him, and a tree that branched on his choice before theirs
would let them answer it. Their choices are those of the playout policy, in every simulation anew.

All arrays are owned by the caller; nothing is allocated.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from wonderzoo.compiled import kernel
from wonderzoo.kernels import count_winners, lowest_seat
from wonderzoo.rng import below, derive

Kernel = Callable[..., Any]

# how a position below the tree is judged
RANDOM_PLAYOUT, HEURISTIC = range(2)
ROLLOUTS = {"random": RANDOM_PLAYOUT, "heuristic": HEURISTIC}
# what a simulation is worth to a seat, 0 to 1
WIN_SHARE, PLACE = range(2)
VALUES = {"win": WIN_SHARE, "place": PLACE}

SENSIBLE = 0  # the style of `evaluate` that is nobody's preference
NO_NODE = -1
MAX_DEPTH = 512  # of a path in the tree; no game has so many decisions
_POINTS = 8.0  # a lead of so many points of the heuristic makes a win e times as likely


class Tree(NamedTuple):
    """The nodes of one search; node 0 is the root. A node is a player's action at its parent.

    Or of M searches: then every array has the shape (M, nodes), and `row` takes out one search.
    """

    child: np.ndarray  # (nodes,) int32, the first child
    sibling: np.ndarray  # (nodes,) int32, the next child of the same parent
    action: np.ndarray  # (nodes,) int32
    mover: np.ndarray  # (nodes,) int32, the seat that chose it
    visits: np.ndarray  # (nodes,) int32
    available: np.ndarray  # (nodes,) int32, visits of the parent in which it was legal
    value: np.ndarray  # (nodes,) float64, sum over visits of what it was worth to the mover


class Scratch(NamedTuple):
    """Room for one simulation."""

    state: np.ndarray  # (1,) record
    ids: np.ndarray  # (L,) int32
    mark: np.ndarray  # (A,) int64: the simulation step that saw an action legal
    path: np.ndarray  # (MAX_DEPTH,) int32 nodes
    places: np.ndarray  # (P,) float64
    points: np.ndarray  # (P,) float64
    worth: np.ndarray  # (P,) float64, of the simulation to each seat


def new_tree(nodes: int | tuple[int, int]) -> Tree:
    """Room for ``nodes`` nodes, or for (M, nodes) of M searches."""

    def integers() -> np.ndarray:
        return np.zeros(nodes, dtype=np.int32)

    return Tree(
        integers(), integers(), integers(), integers(), integers(), integers(), np.zeros(nodes)
    )


@kernel
def row(trees, i):
    """The i-th of M searches, as a view."""
    return Tree(
        trees.child[i],
        trees.sibling[i],
        trees.action[i],
        trees.mover[i],
        trees.visits[i],
        trees.available[i],
        trees.value[i],
    )


@dataclass(frozen=True)
class SearchKernels:
    """The search of one game."""

    mcts: Kernel


@kernel
def worth_of_places(places, value, out):
    """What a result is worth to each seat, 0 to 1: its share of the victory, or its place."""
    n = len(places)
    best = places.min()
    winners = count_winners(places)
    for seat in range(n):
        if value == PLACE:
            out[seat] = 1.0 - (places[seat] - 1.0) / (n - 1)
        else:
            out[seat] = 1.0 / winners if places[seat] == best else 0.0


@kernel
def _best_child(tree, node, mark, step, exploration):
    """The legal child of the highest upper confidence bound, and how many children are legal.

    Counts each legal child as available and sets its action's mark to ``-step``.
    """
    best, most, legal = NO_NODE, -1.0, 0
    child = tree.child[node]
    while child != NO_NODE:
        if mark[tree.action[child]] == step:
            mark[tree.action[child]] = -step
            legal += 1
            tree.available[child] += 1
            visits = tree.visits[child]
            bound = tree.value[child] / visits
            bound += exploration * math.sqrt(math.log(tree.available[child]) / visits)
            if bound > most:
                best, most = child, bound
        child = tree.sibling[child]
    return best, legal


@kernel
def _nth_new(room, count, step, rank):
    """The rank-th legal action that is no child yet."""
    for k in range(count):
        if room.mark[room.ids[k]] == step:
            if rank == 0:
                return room.ids[k]
            rank -= 1
    return room.ids[0]


@kernel
def add_child(tree, node, new, action, mover):
    """Make ``new`` the first child of ``node``."""
    tree.child[new] = NO_NODE
    tree.sibling[new] = tree.child[node]
    tree.child[node] = new
    tree.action[new] = action
    tree.mover[new] = mover
    tree.visits[new] = 0
    tree.available[new] = 1
    tree.value[new] = 0.0


@kernel
def most_visited(tree, settling, ids, count, visits):
    """The action of the root's child with most simulations; of equal ones the higher mean.

    Args:
        settling: (nodes,) decides where that is equal too; the first child if it does not.
        ids: (L,), count: the legal actions; visits: (L,), simulations of each, written.
    """
    best = NO_NODE
    child = tree.child[0]
    while child != NO_NODE:
        for k in range(count):
            if ids[k] == tree.action[child]:
                visits[k] = tree.visits[child]
        if best == NO_NODE or tree.visits[child] != tree.visits[best]:
            better = best == NO_NODE or tree.visits[child] > tree.visits[best]
        elif tree.value[child] != tree.value[best]:
            better = tree.value[child] > tree.value[best]
        else:
            better = settling[child] > settling[best]
        if better:
            best = child
        child = tree.sibling[child]
    return ids[0] if best == NO_NODE else tree.action[best]


def build_search(
    game: str,
    *,
    actors: Kernel,
    legal: Kernel,
    apply: Kernel,
    outcome: Kernel,
    resample: Kernel,
    evaluate: Kernel,
    finish: Kernel,
    simultaneous: bool,
) -> SearchKernels:
    """Make the search of a game from its rules; ``game``: a name for the compilation cache."""

    @kernel(name=f"{game}_judge")
    def judge(state, player, room, value):
        """What a position is worth to each seat, into ``room.worth``: by heuristic, if not over."""
        if actors(state) == 0:
            outcome(state, room.places, room.points)
            worth_of_places(room.places, value, room.worth)
            return
        finish(state, player)
        seats = len(room.worth)
        most = -1e30
        for seat in range(seats):
            room.points[seat] = evaluate(state, seat, SENSIBLE) / _POINTS
            most = max(most, room.points[seat])
        total = 0.0
        for seat in range(seats):
            room.worth[seat] = math.exp(max(room.points[seat] - most, -50.0))
            total += room.worth[seat]
        for seat in range(seats):
            room.worth[seat] /= total

    @kernel(name=f"{game}_simulate")
    def simulate(tree, room, searcher, nodes, step, key, exploration, rollout, value):
        """One simulation from the redrawn position in ``room.state``.

        Down the tree to its first new node, then by playout, or no further. Returns the nodes in
        use and the steps taken. (One call of each rule: a second would be compiled a second time.)
        """
        state = room.state[0]
        node, length, made = 0, 0, 0
        in_tree = True
        bits = actors(state)
        while bits and (in_tree or rollout == RANDOM_PLAYOUT):
            player = lowest_seat(bits)
            if simultaneous and (bits >> searcher) & 1:
                player = searcher
            count = legal(state, player, room.ids)
            word = derive(key, made)
            made += 1
            if in_tree and count > 1 and (not simultaneous or player == searcher):
                step += 1
                for k in range(count):
                    room.mark[room.ids[k]] = step
                best, known = _best_child(tree, node, room.mark, step, exploration)
                if known < count:
                    best = nodes
                    rank = below(word, count - known)
                    add_child(tree, node, best, _nth_new(room, count, step, rank), player)
                    nodes += 1
                    in_tree = False
                node = best
                room.path[length] = node
                length += 1
                action = np.int64(tree.action[node])
            else:
                action = np.int64(room.ids[below(word, count)])
            apply(state, player, action)
            bits = actors(state)
        judge(state, searcher, room, value)
        for i in range(length):
            node = room.path[i]
            tree.visits[node] += 1
            tree.value[node] += room.worth[tree.mover[node]]
        return nodes, step

    @kernel(name=f"{game}_mcts")
    def mcts(
        states, players, ids, counts, keys, simulations, exploration, rollout, value, tree, room,
        out, visits,
    ):  # fmt: skip
        """Search each position and choose the action that was simulated most.

        Args:
            ids: (M, L) legal actions; counts: (M,); keys: (M,) random words.
            simulations: at least 1, for each position; exploration: the UCB constant.
            tree: room for ``simulations + 1`` nodes; room: `Scratch`.
            out: (M,) actions, written; visits: (M, L), simulations of each legal action, written.
        """
        for i in range(len(states)):
            out[i] = ids[i, 0]
            for k in range(counts[i]):
                visits[i, k] = 0
            if counts[i] == 1:
                continue
            player = np.int64(players[i])
            tree.child[0] = NO_NODE
            room.mark[:] = 0
            nodes, step = 1, 0
            for simulation in range(simulations):
                key = derive(keys[i], simulation)
                room.state[0] = states[i]
                resample(room.state[0], player, key)
                nodes, step = simulate(
                    tree, room, player, nodes, step, key, exploration, rollout, value
                )
            out[i] = most_visited(tree, tree.value, ids[i], counts[i], visits[i])

    return SearchKernels(mcts)
