"""Setting up a game (section 1)."""

from __future__ import annotations

import numpy as np

from wonderzoo.compiled import kernel
from wonderzoo.rng import draw
from wonderzoo.seven_wonders.edifice_tables import EDIFICES_OF_AGE, PAWNS
from wonderzoo.seven_wonders.state import (
    MAIN,
    MAX_TOKENS,
    NO_CHOICE,
    NO_EDIFICE,
    SIDE,
    SIDES_CHOOSE,
    SIDES_RANDOM,
    WONDER_DRAWN,
)
from wonderzoo.seven_wonders.tables import (
    BOARD_RESOURCE,
    DECK_SIZE,
    DECKS,
    GUILDS,
    HAND_SIZE,
    MAX_PLAYERS,
    MAX_STAGES,
    MIN_PLAYERS,
    NUM_AGES,
    NUM_CARDS,
    NUM_COLORS,
    NUM_GUILDS,
    NUM_RESOURCES,
    NUM_WONDERS,
    START_COINS,
)
from wonderzoo.seven_wonders.turns import everybody, open_age


@kernel
def swap_cards(state, age, i, j):
    """Exchange the i-th and the j-th card of an Age's hands, counted hand by hand."""
    a, b = i // HAND_SIZE, i % HAND_SIZE
    c, d = j // HAND_SIZE, j % HAND_SIZE
    card = state.deck[age, a, b]
    state.deck[age, a, b] = state.deck[age, c, d]
    state.deck[age, c, d] = card


@kernel
def deal_age(state, age):
    """Shuffle the cards of an Age into hands; n + 2 of the guilds join Age III. Ruling 1.1."""
    n = state.num_players
    size = DECK_SIZE[state.edition, n - MIN_PLAYERS, age]
    for i in range(size):
        card = DECKS[state.edition, n - MIN_PLAYERS, age, i]
        state.deck[age, i // HAND_SIZE, i % HAND_SIZE] = card
    if age == NUM_AGES - 1:
        wanted = n + 2
        for i in range(NUM_GUILDS):  # each guild with the chance that makes all sets equally likely
            if draw(state, NUM_GUILDS - i) < wanted:
                state.deck[age, size // HAND_SIZE, size % HAND_SIZE] = GUILDS[state.edition, i]
                size += 1
                wanted -= 1
    for i in range(size - 1, 0, -1):
        swap_cards(state, age, i, draw(state, i + 1))


@kernel
def _seat_wonders(state):
    """Give each seat the wonder that the options fix, or one of the others by lot. Ruling 1.2."""
    used = 0
    for seat in range(state.num_players):
        if state.fixed_wonders[seat] != WONDER_DRAWN:
            used |= 1 << state.fixed_wonders[seat]
    for seat in range(state.num_players):
        wonder = int(state.fixed_wonders[seat])
        if wonder == WONDER_DRAWN:
            free = 0
            for other in range(NUM_WONDERS):
                free += (state.pool & ~used) >> other & 1
            rank = draw(state, free)
            for other in range(NUM_WONDERS):
                if (state.pool & ~used) >> other & 1:
                    if rank == 0:
                        wonder = other
                    rank -= 1
            used |= 1 << wonder
        side = 0
        if state.sides == SIDES_RANDOM:
            side = draw(state, 2)
        elif state.sides != SIDES_CHOOSE:
            side = state.sides - SIDES_RANDOM - 1
        state.board[seat] = (state.edition * NUM_WONDERS + wonder) * 2 + side


@kernel
def begin(state, choosers):
    """Open a game whose hands, boards and Edifices are in place.

    ``choosers``: a bit for each seat that chooses its side.
    """
    state.action = NO_CHOICE
    state.billing = 0
    state.completed = 0
    state.done_age = 0
    state.done_turn = 0
    state.looks = 0
    state.resolving = MAIN
    for age in range(NUM_AGES):
        state.pawns_left[age] = PAWNS[state.num_players - MIN_PLAYERS] if state.edifice else 0
    for seat in range(MAX_PLAYERS):
        present = seat < state.num_players
        state.coins[seat] = START_COINS if present else 0
        state.shields[seat] = 0
        state.num_choices[seat] = 0
        state.num_own_choices[seat] = 0
        state.raw_at_one[seat] = 0
        state.goods_at_one[seat] = 0
        state.stages[seat] = 0
        state.revivals[seat] = 0
        state.free_used[seat] = 0
        state.copied[seat] = -1
        state.sold[seat] = 0
        state.traded[seat] = 0
        state.chosen[seat] = NO_CHOICE
        state.bill[seat, 0] = 0
        state.bill[seat, 1] = 0
        state.num_tokens[seat] = 0
        state.last_look[seat] = 0
        state.built[seat] = NO_CHOICE if present else 0
        state.staged[seat] = 0
        state.had_colors[seat] = 0
        state.joined[seat] = 0
        state.debts[seat] = 0
        state.passing_shields[seat] = 0
        for i in range(MAX_STAGES):
            state.halves[seat, i] = 0
        for age in range(NUM_AGES):
            state.pawns[seat, age] = 0
            state.rewarded[seat, age] = 0
        for i in range(NUM_RESOURCES):
            state.production[seat, i] = 0
        for i in range(4):
            state.symbols[seat, i] = 0
        for i in range(NUM_COLORS):
            state.colors[seat, i] = 0
        for i in range(MAX_TOKENS):
            state.tokens[seat, i] = 0
        for card in range(NUM_CARDS):
            state.city[seat, card] = 0
        for i in range(len(state.choices[seat])):
            state.choices[seat, i] = 0
            state.own_choices[seat, i] = 0
        for age in range(NUM_AGES):
            state.left[age, seat] = 0
            for i in range(HAND_SIZE):
                state.taken[age, seat, i] = 0
                state.how_taken[age, seat, i] = 0
                state.first_look[age, seat, i] = 0
                state.revived_at[age, seat, i] = 0
                if not present:
                    state.deck[age, seat, i] = 0
        if not present:
            state.board[seat] = 0
        else:
            state.production[seat, BOARD_RESOURCE[state.board[seat]]] = 1
    for card in range(NUM_CARDS):
        state.discards[card] = 0
        state.lost[card] = 0
    open_age(state, 1)
    if choosers:
        state.phase = SIDE
        state.waiting = choosers


@kernel
def deal(state, seed):
    """Deal a new game from a 64-bit seed. Options in the record are kept."""
    state.rng = np.uint64(seed)
    _seat_wonders(state)
    for age in range(NUM_AGES):
        deal_age(state, age)
    for age in range(NUM_AGES):
        state.edifices[age] = NO_EDIFICE
        if state.edifice:
            state.edifices[age] = EDIFICES_OF_AGE[age, draw(state, EDIFICES_OF_AGE.shape[1])]
    begin(state, everybody(state) if state.sides == SIDES_CHOOSE else 0)
