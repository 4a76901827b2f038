"""Batch loops over the kernels of a game, written once for all games.

`build_kernels` takes a game's rules and returns loops over arrays of records. All arrays are owned
by the caller; nothing is allocated. In the docstrings N is the number of games, P of seats, A of
actions and L the most actions that can be legal at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from wonderzoo.compiled import kernel
from wonderzoo.rng import below, derive

# reward schemes
WIN, RANK, SCORE = range(3)
REWARD_SCHEMES = {"win": WIN, "rank": RANK, "score": SCORE}

# `counts` of a finished game: its mask is all ones
ALL_LEGAL = -1

Kernel = Callable[..., Any]


@kernel
def count_winners(places):
    """How many seats share the first place; ``places``: (P,) floats, as `outcome` writes them."""
    best = places.min()
    winners = 0
    for seat in range(len(places)):
        if places[seat] == best:
            winners += 1
    return winners


@kernel
def rewards_from_outcome(places, points, scheme, out):
    """Zero-sum rewards of a finished game with n seats.

    win: the winner gets 1 and every other seat -1 / (n - 1); winners who tie share.
    rank: from 1 for the first place down to -1 for the last in equal steps; ties share.
    score: own victory points minus the mean of the others' points. With two seats the winner gets
    at least 1 and the loser at most -1, since supremacy can win with fewer points.

    Args:
        places: (P,) float places, 1 is first; who ties has the mean of the places.
        points: (P,) float victory points.
        out: (P,) float rewards, written.
    """
    n = len(places)
    best = places.min()
    winners = count_winners(places)
    total = points.sum()
    for seat in range(n):
        if scheme == SCORE:
            out[seat] = points[seat] - (total - points[seat]) / (n - 1)
            if n == 2 and winners == 1:
                if places[seat] == best:
                    out[seat] = max(out[seat], 1.0)
                else:
                    out[seat] = min(out[seat], -1.0)
        elif scheme == RANK:
            out[seat] = 1.0 - 2.0 * (places[seat] - 1.0) / (n - 1)
        else:
            share = 1.0 / winners if places[seat] == best else 0.0
            out[seat] = (n * share - 1.0) / (n - 1)


@kernel
def lowest_seat(bits):
    """The first seat of a bit mask; -1 if there is none."""
    for seat in range(8):
        if (bits >> seat) & 1:
            return seat
    return -1


@kernel
def pick(ids, counts, keys, out):
    """A uniformly random legal action for each row.

    Args:
        ids: (N, L) legal actions; counts: (N,) how many, at least 1; keys: (N,) random words.
        out: (N,) actions, written.
    """
    for i in range(len(counts)):
        out[i] = ids[i, below(keys[i], counts[i])]


@kernel
def write_masks(ids, counts, out):
    """Masks from lists of actions: ids (N, L); counts (N,); out (N, A) int8, zero at first."""
    for i in range(len(counts)):
        for k in range(counts[i]):
            out[i, ids[i, k]] = 1


@kernel
def derive_keys(seeds, steps, out):
    """One random word for each decision: from the game's seed and the number of the decision."""
    for i in range(len(seeds)):
        out[i] = derive(seeds[i], steps[i])


@kernel
def nothing_to_finish(state, player):
    """`finish` of a game in which every choice takes effect at once."""


@dataclass(frozen=True)
class Kernels:
    """A game's rules on one record, and the loops over many."""

    # on one record
    deal: Kernel  # (state, seed)
    actors: Kernel  # (state) -> bit mask of the seats that must decide; 0 at the end
    legal: Kernel  # (state, player, out ids) -> count
    apply: Kernel  # (state, player, action)
    outcome: Kernel  # (state, places, points)
    scores: Kernel  # (state, out)
    resample: Kernel  # (state, player, seed)
    evaluate: Kernel  # (state, player, style) -> float: how a player of a style likes his position
    finish: Kernel  # (state, player): let a turn of hidden choices resolve for a look ahead
    # loops
    deal_many: Kernel
    refresh: Kernel
    step: Kernel
    play_random: Kernel
    greedy: Kernel
    scores_many: Kernel
    resample_many: Kernel
    observe: Mapping[str, Kernel]


def build_kernels(
    game: str,
    *,
    deal: Kernel,
    actors: Kernel,
    legal: Kernel,
    apply: Kernel,
    outcome: Kernel,
    scores: Kernel,
    resample: Kernel,
    evaluate: Kernel,
    finish: Kernel,
    encoders: Mapping[str, Kernel],
) -> Kernels:
    """Make the batch loops of a game from its rules.

    Args:
        game: the game's name; part of the name of each loop in the compilation cache.
        encoders: for each encoder a kernel (state, player, out) that fills a flat float32 row.
    """

    @kernel(name=f"{game}_deal_many")
    def deal_many(states, seeds):
        for i in range(len(states)):
            deal(states[i], seeds[i])

    @kernel(name=f"{game}_refresh_one")
    def refresh_one(states, i, players, ids, counts, masks):
        if counts[i] == ALL_LEGAL:
            masks[i, :] = 0
        else:
            for k in range(counts[i]):
                masks[i, ids[i, k]] = 0
        players[i] = lowest_seat(actors(states[i]))
        if players[i] < 0:
            counts[i] = ALL_LEGAL
            masks[i, :] = 1
            return
        counts[i] = legal(states[i], players[i], ids[i])
        for k in range(counts[i]):
            masks[i, ids[i, k]] = 1

    @kernel(name=f"{game}_refresh")
    def refresh(states, players, ids, counts, masks):
        """Find who decides in each game and what is legal.

        ``masks`` must hold what an earlier call wrote (all zero with ``counts`` 0 at first): only
        the entries that change are touched. In a finished game ``players`` is -1, ``counts``
        `ALL_LEGAL` and the mask all ones.

        Args:
            players: (N,); ids: (N, L); counts: (N,); masks: (N, A) int8; all written.
        """
        for i in range(len(states)):
            refresh_one(states, i, players, ids, counts, masks)

    @kernel(name=f"{game}_step")
    def step(
        states,
        which,
        actions,
        players,
        ids,
        counts,
        masks,
        rewards,
        dones,
        illegal,
        final_states,
        seeds,
        episodes,
        scheme,
        auto_reset,
        places,
        points,
    ):
        """Play one action in each game of ``which``; deal finished games anew if asked.

        A game that is over and not dealt anew stays as it is.

        An illegal action forfeits: the game ends, -1 for the mover and 0 for the others. The last
        state of a game that ended goes to ``final_states`` before the new deal.

        Args:
            which: (M,) indices of games.
            actions: (M,) integers.
            rewards: (N, P) float, written.
            dones, illegal: (N,) bool, written.
            final_states: (N,) records, written where a game ended.
            seeds: (N,) uint64 of the slots.
            episodes: (N,) the number of each slot's game, from 0; counted up.
            places, points: (P,) float scratch.
        """
        for k in range(len(which)):
            i = which[k]
            dones[i] = False
            illegal[i] = False
            rewards[i, :] = 0.0
            # plain integers, here as elsewhere: rules are compiled once, not for each width
            player = np.int64(players[i])
            if player < 0:
                continue
            action = np.int64(actions[k])
            if action < 0 or action >= masks.shape[1] or masks[i, action] == 0:
                illegal[i] = True
                dones[i] = True
                rewards[i, player] = -1.0
            else:
                apply(states[i], player, action)
                if actors(states[i]) == 0:
                    dones[i] = True
                    outcome(states[i], places, points)
                    rewards_from_outcome(places, points, scheme, rewards[i])
            if dones[i]:
                final_states[i] = states[i]
                episodes[i] += 1
                if auto_reset:
                    deal(states[i], derive(seeds[i], episodes[i]))
            if illegal[i] and not auto_reset:
                if counts[i] != ALL_LEGAL:
                    counts[i] = ALL_LEGAL
                    masks[i, :] = 1
                players[i] = -1
            else:
                refresh_one(states, i, players, ids, counts, masks)

    @kernel(name=f"{game}_play_random")
    def play_random(states, seeds, ids, decisions, with_choice, options):
        """Play each game to its end with random legal actions, and count.

        Args:
            seeds: (N,) of the players' choices; ids: (L,) scratch; decisions, with_choice (more
            than one option), options (summed over decisions): (N,), added to.
        """
        for i in range(len(states)):
            made = 0
            bits = actors(states[i])
            while bits:
                player = lowest_seat(bits)
                count = legal(states[i], player, ids)
                apply(states[i], player, np.int64(ids[below(derive(seeds[i], made), count)]))
                made += 1
                options[i] += count
                if count > 1:
                    with_choice[i] += 1
                bits = actors(states[i])
            decisions[i] += made

    @kernel(name=f"{game}_greedy")
    def greedy(states, players, ids, counts, keys, style, scratch, out):
        """The legal action after which ``evaluate`` likes the position best, for each row.

        What the player cannot know is redrawn first, so no hidden card can sway the choice. Equal
        values are settled at random.

        Args:
            keys: (N,) random words; style: an index in ``Game.styles``; scratch: (2,) records;
            out: (N,) actions, written.
        """
        for i in range(len(states)):
            scratch[0] = states[i]
            player = np.int64(players[i])
            resample(scratch[0], player, keys[i])
            best = -1e30
            ties = 0
            for k in range(counts[i]):
                scratch[1] = scratch[0]
                apply(scratch[1], player, np.int64(ids[i, k]))
                finish(scratch[1], player)
                value = evaluate(scratch[1], player, style)
                if value > best:
                    best, ties = value, 1
                    out[i] = ids[i, k]
                elif value == best:
                    ties += 1
                    if below(derive(keys[i], k), ties) == 0:
                        out[i] = ids[i, k]

    @kernel(name=f"{game}_scores_many")
    def scores_many(states, out):
        """Points by category: out (N, P, columns)."""
        for i in range(len(states)):
            scores(states[i], out[i])

    @kernel(name=f"{game}_resample_many")
    def resample_many(states, players, seeds):
        for i in range(len(states)):
            resample(states[i], np.int64(players[i]), seeds[i])

    def observer(encoder: str, encode: Kernel) -> Kernel:
        @kernel(name=f"{game}_observe_{encoder}")
        def observe(states, players, out):
            """What each player sees: out (N, size) float32. A player of -1 sees as seat 0."""
            for i in range(len(states)):
                encode(states[i], max(np.int64(players[i]), 0), out[i])

        return observe

    return Kernels(
        deal=deal,
        actors=actors,
        legal=legal,
        apply=apply,
        outcome=outcome,
        scores=scores,
        resample=resample,
        evaluate=evaluate,
        finish=finish,
        deal_many=deal_many,
        refresh=refresh,
        step=step,
        play_random=play_random,
        greedy=greedy,
        scores_many=scores_many,
        resample_many=resample_many,
        observe={name: observer(name, encode) for name, encode in encoders.items()},
    )
