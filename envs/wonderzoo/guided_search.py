"""Tree search guided by a network's policy and value, written once for all games.

The tree is that of `wonderzoo.search`: it is shared by all deals that the searching player holds
possible (single-observer ISMCTS: Cowling, Powley and Whitehouse, IEEE TCIAIG 4(2), 2012). In it
actions are chosen by PUCT, and a simulation ends with the network's value instead of a playout
(Silver et al., "Mastering the game of Go without human knowledge", Nature 550, 2017).

Many positions are searched at once, each with its own tree and its own simulation. `advance` moves
each simulation on until it needs the network's word on one position; the caller asks the network
for all of them together; `take_in` takes in the answers. So inference is batched over positions,
never over the simulations of one position, and no simulation has to guess another's result.

A node whose legal actions in the deal at hand are not all its children is a leaf of this deal: the
missing ones are added with the network's policy as prior, and the simulation ends there. Priors are
normalised anew over what is legal, and the visits of the parent in PUCT are those in which the
child was legal.

In a game of simultaneous choices only the searching player's decisions are nodes, as in
`wonderzoo.search`; the others' choices are drawn from the network's policy for what they see.

All arrays are owned by the caller; nothing is allocated.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from wonderzoo.compiled import kernel
from wonderzoo.kernels import Kernel, lowest_seat, rewards_from_outcome
from wonderzoo.rng import derive, mix
from wonderzoo.search import NO_NODE, Tree, add_child, most_visited, row

# what a simulation waits for
NOTHING, LEAF, CHOICE = range(3)
NO_ACTION = -1
_NOT_BEGUN = -1
_SCALE = 2.0  # from the worst to the best result by the rewards "win" and "rank", at most


class Runs(NamedTuple):
    """The running simulation of each of M positions, and what it asks of the network."""

    states: np.ndarray  # (M,) records
    done: np.ndarray  # (M,) int32, simulations finished
    nodes: np.ndarray  # (M,) int32, in use in the tree
    steps: np.ndarray  # (M,) int32, decisions made in this simulation; -1: not begun
    length: np.ndarray  # (M,) int32, of the path
    path: np.ndarray  # (M, MAX_DEPTH) int32, nodes chosen
    request: np.ndarray  # (M,) int32: NOTHING (all simulations are done), LEAF or CHOICE
    players: np.ndarray  # (M,) int32, the seat that decides
    ids: np.ndarray  # (M, L) int32, its legal actions
    counts: np.ndarray  # (M,) int32
    drawn: np.ndarray  # (M,) int32, the answer to CHOICE; NO_ACTION at other times
    least: np.ndarray  # (M,) float64, the worst a simulation was worth to the searching seat
    most: np.ndarray  # (M,) float64, the best


class Room(NamedTuple):
    """Scratch of the kernels."""

    mark: np.ndarray  # (A,) bool, all False between calls
    chances: np.ndarray  # (L,) float64
    places: np.ndarray  # (P,) float64
    points: np.ndarray  # (P,) float64
    worth: np.ndarray  # (P,) float64, of the simulation to each seat


@dataclass(frozen=True)
class GuidedKernels:
    """The part of the guided search that knows the rules of one game."""

    advance: Kernel


def begin(trees: Tree, runs: Runs) -> None:
    """Set M searches to their start: nothing simulated, and roots without children."""
    trees.child[:, 0] = NO_NODE
    runs.done[:] = 0
    runs.nodes[:] = 1
    runs.steps[:] = _NOT_BEGUN
    runs.drawn[:] = NO_ACTION
    runs.least[:] = np.inf
    runs.most[:] = -np.inf


@kernel
def _best_child(tree, prior, node, mark, scale, exploration):
    """The legal child of the highest PUCT bound, and how many children are legal.

    The bound is Q + c P sqrt(available) / (1 + visits). Q is the mean over the visits; without
    any, the mean over all visits of the legal siblings. Counts each legal child as available.
    """
    legal, visits, value, chance = 0, 0, 0.0, 0.0
    child = tree.child[node]
    while child != NO_NODE:
        if mark[tree.action[child]]:
            legal += 1
            tree.available[child] += 1
            visits += tree.visits[child]
            value += tree.value[child]
            chance += prior[child]
        child = tree.sibling[child]
    usual = value / visits if visits else 0.0
    chance = max(chance, 1e-300)  # priors can underflow
    best, highest = NO_NODE, -math.inf
    child = tree.child[node]
    while child != NO_NODE:
        if mark[tree.action[child]]:
            own = tree.visits[child]
            mean = tree.value[child] / own if own else usual
            bound = exploration * prior[child] / chance * math.sqrt(tree.available[child])
            bound = mean / scale + bound / (1 + own)
            if bound > highest:
                best, highest = child, bound
        child = tree.sibling[child]
    return best, legal


@kernel
def _softmax(logits, ids, count, out):
    """The network's policy over the legal actions: out (L,), the first ``count`` written."""
    highest = -math.inf
    for k in range(count):
        highest = max(highest, np.float64(logits[ids[k]]))
    total = 0.0
    for k in range(count):
        out[k] = math.exp(np.float64(logits[ids[k]]) - highest)
        total += out[k]
    for k in range(count):
        out[k] /= total


@kernel
def _expand(tree, prior, nodes, node, room, ids, count, player):
    """Add the legal actions that are no children of ``node`` yet; returns the nodes in use."""
    for k in range(count):
        room.mark[ids[k]] = True
    child = tree.child[node]
    while child != NO_NODE:
        room.mark[tree.action[child]] = False
        child = tree.sibling[child]
    for k in range(count - 1, -1, -1):  # a child is put first: so they stand in the actions' order
        if room.mark[ids[k]]:
            room.mark[ids[k]] = False
            add_child(tree, node, nodes, ids[k], player)
            prior[nodes] = room.chances[k]
            nodes += 1
    return nodes


@kernel
def _back_up(tree, runs, i, searcher, worth):
    """Credit the path of a simulation with what it was worth to each mover; it is over."""
    for k in range(runs.length[i]):
        node = runs.path[i, k]
        tree.visits[node] += 1
        tree.value[node] += worth[tree.mover[node]]
    runs.least[i] = min(runs.least[i], worth[searcher])
    runs.most[i] = max(runs.most[i], worth[searcher])
    runs.done[i] += 1
    runs.steps[i] = _NOT_BEGUN


@kernel
def _draw(chances, count, word):
    """The first option at which the summed chances exceed a uniform number."""
    left = (word >> np.uint64(11)) * 2.0**-53
    for k in range(count):
        left -= chances[k]
        if left < 0.0:
            return k
    return count - 1


@kernel
def take_in(which, logits, values, searchers, keys, trees, priors, runs, room):
    """Take in the network's word on each position of ``which`` that waits for it.

    Args:
        which: (B,) indices; logits: (B, A) float32; values: (B,) float32, of the observing seat
            by the network's reward. The others are given ``-value / (n - 1)`` each: rewards sum
            to zero.
        searchers, keys: as in `advance`.
        trees: with room for ``counts`` more nodes in each of these; priors: (M, nodes).
    """
    for k in range(len(which)):
        i = which[k]
        count = runs.counts[i]
        player = runs.players[i]
        _softmax(logits[k], runs.ids[i], count, room.chances)
        if runs.request[i] == CHOICE:
            # another stream than the redrawn deal's, which starts from the key itself
            word = derive(mix(derive(keys[i], runs.done[i])), runs.steps[i])
            runs.drawn[i] = runs.ids[i, _draw(room.chances, count, word)]
            continue
        tree = row(trees, i)
        node = runs.path[i, runs.length[i] - 1] if runs.length[i] else 0
        runs.nodes[i] = _expand(
            tree, priors[i], runs.nodes[i], node, room, runs.ids[i], count, player
        )
        room.worth[:] = -np.float64(values[k]) / (len(room.worth) - 1)
        room.worth[player] = np.float64(values[k])
        _back_up(tree, runs, i, searchers[i], room.worth)


@kernel
def choose(trees, priors, ids, counts, out, visits):
    """The most simulated action of each position; equal ones by mean, then by prior.

    Args:
        ids: (M, L), counts: (M,), the legal actions of the roots.
        out: (M,) actions, written; visits: (M, L), simulations of each, written.
    """
    for i in range(len(counts)):
        out[i] = most_visited(row(trees, i), priors[i], ids[i], counts[i], visits[i])


def build_guided_search(
    game: str,
    *,
    actors: Kernel,
    legal: Kernel,
    apply: Kernel,
    outcome: Kernel,
    resample: Kernel,
    simultaneous: bool,
) -> GuidedKernels:
    """Make the guided search of a game from its rules; ``game``: a name for the cache."""

    @kernel(name=f"{game}_guided_advance_one")
    def advance_one(
        i, root, searcher, key, tree, prior, runs, room, simulations, exploration, scheme
    ):
        # One call of each rule: a second would be compiled a second time.
        state = runs.states[i]
        drawn = np.int64(runs.drawn[i])
        runs.drawn[i] = NO_ACTION
        while runs.done[i] < simulations:
            player = np.int64(runs.players[i])
            action = drawn
            if drawn == NO_ACTION:
                if runs.steps[i] == _NOT_BEGUN:
                    runs.states[i] = root
                    resample(state, searcher, derive(key, runs.done[i]))
                    runs.steps[i] = 0
                    runs.length[i] = 0
                bits = actors(state)
                if bits == 0:
                    outcome(state, room.places, room.points)
                    rewards_from_outcome(room.places, room.points, scheme, room.worth)
                    _back_up(tree, runs, i, searcher, room.worth)
                    continue
                player = np.int64(lowest_seat(bits))
                if simultaneous and (bits >> searcher) & 1:
                    player = searcher
                count = legal(state, player, runs.ids[i])
                action = np.int64(runs.ids[i, 0])
                if count > 1:
                    runs.players[i] = player
                    runs.counts[i] = count
                    if simultaneous and player != searcher:
                        runs.request[i] = CHOICE
                        return
                    for k in range(count):
                        room.mark[runs.ids[i, k]] = True
                    length = runs.length[i]
                    node = runs.path[i, length - 1] if length else 0
                    scale = max(_SCALE, runs.most[i] - runs.least[i]) / 2.0
                    node, known = _best_child(tree, prior, node, room.mark, scale, exploration)
                    for k in range(count):
                        room.mark[runs.ids[i, k]] = False
                    if known < count:
                        runs.request[i] = LEAF
                        return
                    runs.path[i, length] = node
                    runs.length[i] = length + 1
                    action = np.int64(tree.action[node])
            drawn = np.int64(NO_ACTION)
            apply(state, player, action)
            runs.steps[i] += 1
        runs.request[i] = NOTHING

    @kernel(name=f"{game}_guided_advance")
    def advance(
        states, searchers, keys, trees, priors, runs, room, simulations, exploration, scheme
    ):
        """Move each simulation on to its next request, through as many simulations as it takes.

        Each begins from the position with all redrawn that the searching seat cannot know. Who
        searches decides first in a simultaneous turn. Decisions with one option are just made. At
        the end of a game the simulation is worth its rewards, and the next one begins.

        Args:
            states: (M,) roots, with at least two legal actions; searchers: (M,), who decides
                there; keys: (M,) random words.
            trees: `Tree` of (M, nodes); priors: (M, nodes) float64.
            simulations: at least 1, for each position.
            exploration: the constant c of PUCT. Q is measured in halves of the range of results:
                2, that of the rewards "win" and "rank", or the range seen in the search if that
                is wider (points, under the reward "score").
            scheme: the rewards that the network was trained with.
        """
        for i in range(len(states)):
            advance_one(
                i, states[i], np.int64(searchers[i]), keys[i], row(trees, i), priors[i], runs,
                room, simulations, exploration, scheme,
            )  # fmt: skip

    return GuidedKernels(advance)
