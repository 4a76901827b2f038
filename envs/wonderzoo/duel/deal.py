"""Setting up a game, and redrawing what a player cannot know (rulings 1-5, 36)."""

from __future__ import annotations

import numpy as np

from wonderzoo.compiled import kernel
from wonderzoo.duel.state import (
    CARD_IN_BOX,
    CARD_IN_TABLEAU,
    DRAFT,
    LEFT_OUT,
    NO_WINNER,
    NOT_OVER,
    ON_BOARD,
    WONDER_IN_BOX,
    WONDER_OFFERED,
)
from wonderzoo.duel.tables import (
    BIT,
    CARD_COLOR,
    DECK_ROOM,
    DECK_SIZE,
    DECKS,
    GUILDS_IN_AGE_3,
    NUM_AGES,
    NUM_CARDS,
    NUM_COLORS,
    NUM_GUILDS,
    NUM_RESOURCES,
    NUM_SLOTS,
    NUM_SYMBOLS,
    NUM_TOKENS,
    NUM_WONDERS,
    PURPLE,
    SET_UP_COINS,
    TOKENS_ON_BOARD,
)
from wonderzoo.rng import draw

_OFFERED_AT_ONCE = 4
_AGE_3 = NUM_AGES - 1
_DECK_3 = int(DECK_SIZE[_AGE_3])


@kernel
def _shuffle(state, row, first, last):
    """Fisher-Yates over ``row[first:last]``."""
    for i in range(last - 1, first, -1):
        j = first + draw(state, i - first + 1)
        row[i], row[j] = row[j], row[i]


@kernel
def _shuffle_places(state, row, places):
    """Fisher-Yates over the places of ``row`` whose bit is set in ``places``."""
    for i in range(DECK_ROOM):
        if places & BIT[i]:
            earlier = 0
            for j in range(i + 1):
                if places & BIT[j]:
                    earlier += 1
            rank = draw(state, earlier)
            for j in range(i + 1):
                if places & BIT[j]:
                    if rank == 0:
                        row[i], row[j] = row[j], row[i]
                        break
                    rank -= 1


@kernel
def _shuffle_age(state, age):
    """Shuffle the deck of a whole Age (0, 1, 2); three cards stay in the box. Ruling 3."""
    row = state.deck[age]
    for i in range(DECK_ROOM):
        row[i] = DECKS[age, i]  # guilds apart again, should this be a redraw
    _shuffle(state, row, 0, DECK_SIZE[age])
    if age == _AGE_3:
        _shuffle(state, row, _DECK_3, _DECK_3 + NUM_GUILDS)
        for i in range(GUILDS_IN_AGE_3):  # the three boxed cards change places with three guilds
            a, b = _DECK_3 - GUILDS_IN_AGE_3 + i, _DECK_3 + i
            row[a], row[b] = row[b], row[a]
        _shuffle(state, row, 0, NUM_SLOTS)
    for i in range(DECK_ROOM):
        if row[i] >= 0:
            state.card_slot[row[i]] = i if i < NUM_SLOTS else -1


@kernel
def begin(state):
    """Open a game whose decks are in place: first four wonders shown, 7 coins each."""
    state.present = 0
    state.revealed = 0
    state.pawn = 0
    state.paid = 0
    state.action = -1
    state.phase = DRAFT
    state.actor = 0
    state.age = 0
    state.picks = 0
    state.again = 0
    state.ending = NOT_OVER
    state.winner = NO_WINNER
    for player in range(2):
        state.coins[player] = SET_UP_COINS
        state.one_raw[player] = 0
        state.one_grey[player] = 0
        state.wonders_built[player] = 0
        for i in range(NUM_RESOURCES):
            state.production[player, i] = 0
            state.price_one[player, i] = 0
        for i in range(NUM_SYMBOLS):
            state.symbols[player, i] = 0
        for i in range(NUM_COLORS):
            state.colors[player, i] = 0
        for i in range(2):
            state.loot[player, i] = 1
    for card in range(NUM_CARDS):
        state.card_at[card] = CARD_IN_BOX
    for age in range(NUM_AGES):
        for i in range(DECK_ROOM):
            if state.deck[age, i] >= 0:
                state.card_slot[state.deck[age, i]] = i if i < NUM_SLOTS else -1
    for wonder in range(NUM_WONDERS):
        state.wonder_at[wonder] = WONDER_IN_BOX
    for i in range(_OFFERED_AT_ONCE):
        state.wonder_at[state.wonder_deck[i]] = WONDER_OFFERED
    for token in range(NUM_TOKENS):
        state.token_at[token] = LEFT_OUT
    for i in range(TOKENS_ON_BOARD):
        state.token_at[state.token_deck[i]] = ON_BOARD


@kernel
def deal(state, seed):
    """Deal a new game from a 64-bit seed. Options in the record are kept."""
    state.rng = np.uint64(seed)
    for wonder in range(NUM_WONDERS):
        state.wonder_deck[wonder] = wonder
    for token in range(NUM_TOKENS):
        state.token_deck[token] = token
    _shuffle(state, state.wonder_deck, 0, NUM_WONDERS)
    _shuffle(state, state.token_deck, 0, NUM_TOKENS)
    for age in range(NUM_AGES):
        _shuffle_age(state, age)
    begin(state)


@kernel
def _redraw_age(state, age):
    """Redraw the cards that lie face down or in the box, each among those with its back.

    The back of a face-down guild differs from the others, so where guilds lie is public.
    """
    row = state.deck[age]
    hidden = np.int64(0)
    hidden_guilds = np.int64(0)
    for i in range(DECK_ROOM):
        if row[i] >= 0 and (i >= NUM_SLOTS or not state.revealed & BIT[i]):
            if CARD_COLOR[row[i]] == PURPLE:
                hidden_guilds |= BIT[i]
            else:
                hidden |= BIT[i]
    _shuffle_places(state, row, hidden)
    _shuffle_places(state, row, hidden_guilds)
    for i in range(DECK_ROOM):
        if (hidden | hidden_guilds) & BIT[i]:
            in_tableau = i < NUM_SLOTS
            state.card_at[row[i]] = CARD_IN_TABLEAU if in_tableau else CARD_IN_BOX
            state.card_slot[row[i]] = i if in_tableau else -1


@kernel
def resample(state, player, seed):
    """Redraw everything that ``player`` cannot know, as it may lie given what he has seen.

    Both players of Duel know the same. Hidden are: face-down cards, the Ages to come, the boxed
    cards, the second group of wonders during the first, the tokens that The Great Library will
    offer.
    """
    state.rng = np.uint64(seed)
    if state.picks < _OFFERED_AT_ONCE:
        _shuffle(state, state.wonder_deck, _OFFERED_AT_ONCE, NUM_WONDERS)
    if state.token_at[state.token_deck[TOKENS_ON_BOARD]] == LEFT_OUT:
        _shuffle(state, state.token_deck, TOKENS_ON_BOARD, NUM_TOKENS)
    if state.age > 0:
        _redraw_age(state, state.age - 1)
    for age in range(state.age, NUM_AGES):
        _shuffle_age(state, age)
