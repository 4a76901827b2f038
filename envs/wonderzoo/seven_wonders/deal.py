"""Setting up a game, and redrawing what a player cannot know (section 1)."""

from __future__ import annotations

import numpy as np

from wonderzoo.compiled import kernel
from wonderzoo.rng import draw
from wonderzoo.seven_wonders.hands import hand_at
from wonderzoo.seven_wonders.state import (
    BUILT,
    MAX_TOKENS,
    NO_CHOICE,
    REVIVED,
    SIDE,
    SIDES_CHOOSE,
    SIDES_RANDOM,
    SOLD,
    WONDER_DRAWN,
)
from wonderzoo.seven_wonders.tables import (
    BOARD_RESOURCE,
    CARD_COLOR,
    DECK_SIZE,
    DECKS,
    GUILDS,
    HAND_SIZE,
    MAX_PLAYERS,
    MIN_PLAYERS,
    NUM_AGES,
    NUM_CARDS,
    NUM_COLORS,
    NUM_GUILDS,
    NUM_RESOURCES,
    NUM_WONDERS,
    PURPLE,
    START_COINS,
    TURNS,
)
from wonderzoo.seven_wonders.turns import everybody, open_age


@kernel
def _swap(state, age, i, j):
    """Exchange the i-th and the j-th card of an Age's hands, counted hand by hand."""
    a, b = i // HAND_SIZE, i % HAND_SIZE
    c, d = j // HAND_SIZE, j % HAND_SIZE
    card = state.deck[age, a, b]
    state.deck[age, a, b] = state.deck[age, c, d]
    state.deck[age, c, d] = card


@kernel
def _deal_age(state, age):
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
        _swap(state, age, i, draw(state, i + 1))


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
                free += 1 - ((used >> other) & 1)
            rank = draw(state, free)
            for other in range(NUM_WONDERS):
                if not (used >> other) & 1:
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
    """Open a game whose hands and boards are in place; ``choosers``: seats that choose a side."""
    state.action = NO_CHOICE
    state.billing = 0
    state.completed = 0
    state.done_age = 0
    state.done_turn = 0
    state.pile_viewer = -1
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
            state.pile_seen[age, seat] = 0
            for i in range(HAND_SIZE):
                state.taken[age, seat, i] = 0
                state.how_taken[age, seat, i] = 0
                if not present:
                    state.deck[age, seat, i] = 0
        if not present:
            state.board[seat] = 0
        else:
            state.production[seat, BOARD_RESOURCE[state.board[seat]]] = 1
    for card in range(NUM_CARDS):
        state.discards[card] = 0
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
        _deal_age(state, age)
    begin(state, everybody(state) if state.sides == SIDES_CHOOSE else 0)


# --- what a player knows of the hands ---


@kernel
def _turns_of(state, age):
    """How many turns of an Age (0, 1, 2) have begun; only of Ages that have been opened."""
    return int(state.turn) if age == state.age - 1 else TURNS


@kernel
def first_held(state, seat, age, hand):
    """The turn in which a seat first held a hand; 0: not yet."""
    for turn in range(1, _turns_of(state, age) + 1):
        if hand_at(int(state.num_players), age + 1, seat, turn) == hand:
            return turn
    return 0


@kernel
def last_held(state, seat, age, hand):
    """The turn in which a seat last held a hand; 0: not yet."""
    for turn in range(_turns_of(state, age), 0, -1):
        if hand_at(int(state.num_players), age + 1, seat, turn) == hand:
            return turn
    return 0


@kernel
def knows_card(state, seat, age, hand, place):
    """Whether a seat knows which card lies, or lay, at a place of a hand.

    Cards built are public. A hand that he has held is known from then on: also what was taken from
    it later, but for which of several cards.
    """
    taken = state.taken[age, hand, place]
    how = state.how_taken[age, hand, place]
    if taken and (how == BUILT or how == REVIVED):
        return True
    if state.pile_viewer == seat and (state.pile_seen[age, hand] >> place) & 1:
        return True
    first = first_held(state, seat, age, hand)
    return first > 0 and (taken == 0 or taken >= first)


@kernel
def parted_in(state, seat, age, hand, place):
    """The turn in which a seat gave away a hand with a card of which he lost track; 0: he has not.

    He knows the card, but not whether it is still in the hand or which of several hidden cards it
    was that another seat tucked and another sold. Cards that parted in the same turn can be
    exchanged without his noticing.
    """
    taken = int(state.taken[age, hand, place])
    how = state.how_taken[age, hand, place]
    if taken and (how == BUILT or how == REVIVED):
        return 0
    if state.pile_viewer == seat and (state.pile_seen[age, hand] >> place) & 1:
        return 0
    if not taken and age < state.age - 1:
        return 0
    parted = 0
    for turn in range(1, _turns_of(state, age) + 1):
        if hand_at(int(state.num_players), age + 1, seat, turn) == hand:
            if taken == turn or (taken > TURNS and turn == TURNS):
                return 0  # his own doing
            if taken == 0 or turn < taken:
                parted = turn
    if not taken and parted == _turns_of(state, age):
        return 0  # he holds it now
    return parted


@kernel
def _forget_sales(state, age, sign):
    """Take the cards sold in an Age out of the discards (-1), or put them back (1)."""
    for hand in range(state.num_players):
        for place in range(HAND_SIZE):
            if state.taken[age, hand, place] and state.how_taken[age, hand, place] == SOLD:
                state.discards[state.deck[age, hand, place]] += sign


@kernel
def _redraw_hands(state, player, age):
    """Exchange the cards that the player cannot tell apart, among their places."""
    _forget_sales(state, age, -1)
    total = HAND_SIZE * int(state.num_players)
    unknown = np.int64(0)
    for i in range(total):
        if not knows_card(state, player, age, i // HAND_SIZE, i % HAND_SIZE):
            unknown |= np.int64(1) << np.int64(i)
    if age == NUM_AGES - 1:
        _redraw_guilds(state, age, unknown, total)
    _shuffle_places(state, age, unknown, total)
    for hand in range(state.num_players):
        for turn in range(1, _turns_of(state, age) + 1):
            same = np.int64(0)
            for place in range(HAND_SIZE):
                if parted_in(state, player, age, hand, place) == turn:
                    same |= np.int64(1) << np.int64(hand * HAND_SIZE + place)
            _shuffle_places(state, age, same, total)
    _forget_sales(state, age, 1)


@kernel
def _shuffle_places(state, age, places, total):
    """Fisher-Yates over the cards whose bit is set in ``places``."""
    for i in range(total):
        if (places >> np.int64(i)) & 1:
            earlier = 0
            for j in range(i + 1):
                earlier += (places >> np.int64(j)) & 1
            rank = draw(state, earlier)
            for j in range(i + 1):
                if (places >> np.int64(j)) & 1:
                    if rank == 0:
                        _swap(state, age, i, j)
                        break
                    rank -= 1


@kernel
def _redraw_guilds(state, age, unknown, total):
    """Redraw which guilds are in play among those that the player has not seen."""
    candidates = (1 << NUM_GUILDS) - 1
    wanted = 0
    for i in range(total):
        card = state.deck[age, i // HAND_SIZE, i % HAND_SIZE]
        if CARD_COLOR[state.edition, card] == PURPLE:
            if (unknown >> np.int64(i)) & 1:
                wanted += 1
            else:
                for guild in range(NUM_GUILDS):
                    if GUILDS[state.edition, guild] == card:
                        candidates &= ~(1 << guild)
    remaining = 0
    for guild in range(NUM_GUILDS):
        remaining += (candidates >> guild) & 1
    at = 0
    for guild in range(NUM_GUILDS):
        if (candidates >> guild) & 1:
            if draw(state, remaining) < wanted:
                # the next place of an unknown guild; where it lies is shuffled afterwards
                while not _is_unknown_guild(state, age, unknown, at):
                    at += 1
                state.deck[age, at // HAND_SIZE, at % HAND_SIZE] = GUILDS[state.edition, guild]
                at += 1
                wanted -= 1
            remaining -= 1


@kernel
def _is_unknown_guild(state, age, unknown, i):
    card = state.deck[age, i // HAND_SIZE, i % HAND_SIZE]
    return (unknown >> np.int64(i)) & 1 and CARD_COLOR[state.edition, card] == PURPLE


@kernel
def resample(state, player, seed):
    """Redraw everything that ``player`` cannot know, as it may lie given what he has seen.

    Hidden are: the hands that he has not held, what others tucked or sold, the Ages to come, and
    what the others have chosen in this turn but not shown (they choose anew).
    """
    state.rng = np.uint64(seed)
    for age in range(state.age):
        _redraw_hands(state, player, age)
    for age in range(state.age, NUM_AGES):
        _deal_age(state, age)
    state.action = NO_CHOICE  # the last choice may have been another's
    if state.waiting == 0:
        return
    for seat in range(state.num_players):
        if seat != player and state.chosen[seat] != NO_CHOICE:
            state.chosen[seat] = NO_CHOICE
            state.bill[seat, 0] = 0
            state.bill[seat, 1] = 0
            state.waiting |= 1 << seat
            state.billing &= ~(1 << seat)
