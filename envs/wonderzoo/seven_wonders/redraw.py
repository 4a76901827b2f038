"""What a player knows of the hands and the pile, and redrawing what he cannot know.

Cards lie at places of hands (`state.deck`). Of each place the others see when a card left it, and
of a card that was built, which one. Whoever has held the hand knows what was in it then. Whoever
builds from the discards sees all cards of the pile, but not who had sold which.
"""

from __future__ import annotations

import numpy as np

from wonderzoo.compiled import kernel
from wonderzoo.rng import draw
from wonderzoo.seven_wonders.deal import deal_age, swap_cards
from wonderzoo.seven_wonders.hands import is_public
from wonderzoo.seven_wonders.state import NO_CHOICE, REVIVED, SOLD
from wonderzoo.seven_wonders.tables import (
    CARD_COLOR,
    GUILDS,
    HAND_SIZE,
    NUM_AGES,
    NUM_GUILDS,
    PURPLE,
    TURNS,
)

# The groups of places that a player cannot tell apart, within an Age: 0 for hands that he has not
# held; 1 to 6 for the turn in which he last held the hand with the card in it (he holds one hand a
# turn, so the turn names the hand); 8 more if he has seen the card in the pile.
KNOWN = -1  # he knows the very card
UNSEEN = 0
SEEN_IN_PILE = 8
_GROUPS = 16
_FINE = 1 << 30  # steps of a probability
_SWEEPS = 2
_COUNT_BITS = 6  # of a count of places, at most 49
_ZERO = np.int64(0)


@kernel
def last_held(state, seat, age, hand, limit):
    """The last turn of an Age (0, 1, 2), up to ``limit``, in which a seat held a hand; 0: none."""
    n = int(state.num_players)
    passed = (hand - seat) % n if age == 1 else (seat - hand) % n
    first = passed + 1
    if first > limit:
        return 0
    return first + (limit - first) // n * n


@kernel
def turns_begun(state, age):
    """How many turns of an Age (0, 1, 2) have begun; only of Ages that have been opened."""
    return int(state.turn) if age == state.age - 1 else TURNS


@kernel
def has_seen_in_pile(state, seat, age, hand, place):
    """Whether the card lay in the pile when the seat last looked through it."""
    look = state.first_look[age, hand, place]
    return look > 0 and look <= state.last_look[seat]


@kernel
def group_of(state, seat, age, hand, place):
    """The group of a place for a seat (see above); `KNOWN` if he knows the very card."""
    taken = int(state.taken[age, hand, place])
    how = state.how_taken[age, hand, place]
    if taken and is_public(how):
        return KNOWN
    begun = turns_begun(state, age)
    last = last_held(state, seat, age, hand, min(taken, begun) if taken else begun)
    if last and last == (min(taken, TURNS) if taken else begun):
        return KNOWN  # his own doing, or he holds the hand now
    if has_seen_in_pile(state, seat, age, hand, place):
        return last + SEEN_IN_PILE
    return last


@kernel
def _move_sales(state, sign):
    """Take the cards that were sold out of the discards (-1), or put them back (1)."""
    for age in range(state.age):
        for hand in range(state.num_players):
            for place in range(HAND_SIZE):
                if state.taken[age, hand, place] and state.how_taken[age, hand, place] == SOLD:
                    state.discards[state.deck[age, hand, place]] += sign


# --- where revived cards had come from ---


@kernel
def _may_be_origin(state, age, hand, place, look):
    """Whether the card at a place lay in the pile at a look and may be the one revived then."""
    if not state.taken[age, hand, place] or state.how_taken[age, hand, place] != SOLD:
        return False
    first = state.first_look[age, hand, place]
    return first > 0 and first <= look


@kernel
def _tally(state, seat, age, card, look, origin):
    """Count the places of an Age (0, 1, 2) that may be the origin of a card, by groups.

    Places of other revived cards hold those cards and do not count, but ``origin`` (age, hand,
    place) does.

    Returns:
        How many candidates are known to hold the card; then, 6 bits for each of 8 groups and 8 more
        in a second word, the places of each group, those of them with the card, and the candidates.
    """
    known = 0
    size, size_seen, fits, fits_seen = _ZERO, _ZERO, _ZERO, _ZERO
    open_, open_seen = _ZERO, _ZERO
    for h in range(state.num_players):
        for p in range(HAND_SIZE):
            here = age == origin[0] and h == origin[1] and p == origin[2]
            candidate = here or _may_be_origin(state, age, h, p, look)
            group = group_of(state, seat, age, h, p)
            has = state.deck[age, h, p] == card
            if group == KNOWN:
                known += candidate and has
                continue
            unit = np.int64(1) << np.int64(_COUNT_BITS * (group % SEEN_IN_PILE))
            if here or state.revived_at[age, h, p] == 0:
                if group < SEEN_IN_PILE:
                    size += unit
                    fits += unit if has else _ZERO
                    open_ += unit if candidate else _ZERO
                else:
                    size_seen += unit
                    fits_seen += unit if has else _ZERO
                    open_seen += unit if candidate else _ZERO
    return known, size, size_seen, fits, fits_seen, open_, open_seen


@kernel
def _of_group(low, high, group):
    """The count of a group in a pair of words."""
    word = low if group < SEEN_IN_PILE else high
    return (word >> np.int64(_COUNT_BITS * (group % SEEN_IN_PILE))) & ((1 << _COUNT_BITS) - 1)


@kernel
def _redraw_origin(state, seat, age, hand, place):
    """Draw anew which of the sold cards was the revived one that now counts as this place's.

    The chance of a place is the share of the card among those that may lie there.
    """
    card = state.deck[age, hand, place]
    look = state.revived_at[age, hand, place]
    origin = (age, hand, place)
    total = 0.0
    for a in range(state.age):
        known, size, size_seen, fits, fits_seen, open_, open_seen = _tally(
            state, seat, a, card, look, origin
        )
        total += known
        for group in range(_GROUPS):
            candidates = _of_group(open_, open_seen, group)
            if candidates:
                share = _of_group(fits, fits_seen, group) / _of_group(size, size_seen, group)
                total += candidates * share
    at = draw(state, _FINE) / _FINE * total
    for a in range(state.age):
        known, size, size_seen, fits, fits_seen, open_, open_seen = _tally(
            state, seat, a, card, look, origin
        )
        at -= known
        if at < 0:
            _move_origin(state, seat, origin, a, KNOWN, draw(state, known))
            return
        for group in range(_GROUPS):
            candidates = _of_group(open_, open_seen, group)
            if candidates:
                share = _of_group(fits, fits_seen, group) / _of_group(size, size_seen, group)
                at -= candidates * share
                if at < 0:
                    _move_origin(state, seat, origin, a, group, draw(state, candidates))
                    return


@kernel
def _move_origin(state, seat, origin, age, group, rank):
    """Make the rank-th candidate of a group the place that the revived card had come from."""
    card = state.deck[origin[0], origin[1], origin[2]]
    look = state.revived_at[origin[0], origin[1], origin[2]]
    for h in range(state.num_players):
        for p in range(HAND_SIZE):
            here = age == origin[0] and h == origin[1] and p == origin[2]
            if not here and not _may_be_origin(state, age, h, p, look):
                continue
            if group_of(state, seat, age, h, p) != group:
                continue
            if group == KNOWN and state.deck[age, h, p] != card:
                continue
            if rank == 0:
                if not here:
                    state.how_taken[origin[0], origin[1], origin[2]] = SOLD
                    state.revived_at[origin[0], origin[1], origin[2]] = 0
                    _bring(state, seat, age, h, p, card)
                    state.how_taken[age, h, p] = REVIVED
                    state.revived_at[age, h, p] = look
                return
            rank -= 1


@kernel
def _bring(state, seat, age, hand, place, card):
    """Exchange cards within a group so that the card lies at this place."""
    if state.deck[age, hand, place] == card:
        return
    group = group_of(state, seat, age, hand, place)
    for h in range(state.num_players):
        for p in range(HAND_SIZE):
            if state.deck[age, h, p] == card and group_of(state, seat, age, h, p) == group:
                if not state.taken[age, h, p] or state.how_taken[age, h, p] != REVIVED:
                    swap_cards(state, age, hand * HAND_SIZE + place, h * HAND_SIZE + p)
                    return


@kernel
def _redraw_origins(state, seat):
    for _ in range(_SWEEPS if state.looks > 1 else 1):
        for look in range(1, state.looks + 1):
            _redraw_origin_at(state, seat, look)


@kernel
def _redraw_origin_at(state, seat, look):
    """The same for the card that was revived at a look, if one was."""
    for age in range(state.age):
        for hand in range(state.num_players):
            for place in range(HAND_SIZE):
                if state.revived_at[age, hand, place] == look:
                    _redraw_origin(state, seat, age, hand, place)
                    return


# --- the hidden cards ---


@kernel
def _redraw_hands(state, seat, age):
    """Exchange the cards that the seat cannot tell apart, among their places."""
    total = HAND_SIZE * int(state.num_players)
    present = 0  # a bit for each group
    for i in range(total):
        group = group_of(state, seat, age, i // HAND_SIZE, i % HAND_SIZE)
        if group != KNOWN:
            present |= 1 << group
    for group in range(_GROUPS):
        if not (present >> group) & 1:
            continue
        places = np.int64(0)
        for i in range(total):
            hand, place = i // HAND_SIZE, i % HAND_SIZE
            if group_of(state, seat, age, hand, place) == group:
                if not state.revived_at[age, hand, place]:
                    places |= np.int64(1) << np.int64(i)
        if age == NUM_AGES - 1 and group == UNSEEN:
            _redraw_guilds(state, age, places, total)
        _shuffle_places(state, age, places, total)


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
                        swap_cards(state, age, i, j)
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

    Hidden are: the hands that he has not held, what others tucked or sold, who had sold a card
    that was revived, the Ages to come, and what the others have chosen in this turn but not shown
    (they choose anew). All deals that fit are equally likely, with three approximations: where two
    or more cards have been revived, their origins are drawn one after another, twice over; copies
    that a player has seen in the pile stay in the group of hands that they had come from; and that
    another seat found nothing in the pile to build does not rule out a pile in which he would have.
    """
    state.rng = np.uint64(seed)
    _move_sales(state, -1)
    if state.looks:
        _redraw_origins(state, player)
    for age in range(state.age):
        _redraw_hands(state, player, age)
    _move_sales(state, 1)
    for age in range(state.age, NUM_AGES):
        deal_age(state, age)
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
