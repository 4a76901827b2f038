"""Hands and who holds them. Hands are not moved: the seat that holds one follows from the turn."""

from __future__ import annotations

from wonderzoo.compiled import kernel
from wonderzoo.seven_wonders.state import BUILT, REVIVED, SOLD
from wonderzoo.seven_wonders.tables import HAND_SIZE


@kernel
def hand_at(players, age, seat, turn):
    """The number of the hand that a seat holds in a turn: the seat that it was dealt to.

    Hands are passed to the left in Ages I and III, to the right in Age II. Ruling 2.8.
    """
    passed = (turn - 1) % players
    if age == 2:
        return (seat + passed) % players
    return (seat + players - passed) % players


@kernel
def hand_of(state, seat):
    """The number of the hand that a seat holds now."""
    return hand_at(int(state.num_players), int(state.age), seat, int(state.turn))


@kernel
def place_in_hand(state, hand, card):
    """The first place of a hand that still holds the card; -1 if none does."""
    age = state.age - 1
    for place in range(HAND_SIZE):
        if (state.left[age, hand] >> place) & 1 and state.deck[age, hand, place] == card:
            return place
    return -1


@kernel
def take_from_hand(state, hand, card, how, turn):
    """Take a card out of a hand and note when and how it left."""
    take_place(state, hand, place_in_hand(state, hand, card), how, turn)


@kernel
def take_place(state, hand, place, how, turn):
    """The same for the card at a place of the hand."""
    age = state.age - 1
    state.left[age, hand] &= ~(1 << place)
    state.taken[age, hand, place] = turn
    state.how_taken[age, hand, place] = how
    if how == SOLD:
        state.discards[state.deck[age, hand, place]] += 1


@kernel
def is_public(how):
    """Whether everybody knows which card left its place in this way."""
    return how == BUILT


@kernel
def take_from_discards(state, card):
    """Take a card out of the discards; the place that it once left by being sold notes it.

    If a copy was lost from a city, for all to see, it is that one.
    """
    state.discards[card] -= 1
    if state.lost[card]:
        state.lost[card] -= 1
        return
    for age in range(state.age):
        for hand in range(state.num_players):
            for place in range(HAND_SIZE):
                if state.deck[age, hand, place] == card:
                    if state.taken[age, hand, place] and state.how_taken[age, hand, place] == SOLD:
                        state.how_taken[age, hand, place] = REVIVED
                        state.revived_at[age, hand, place] = state.looks
                        return


@kernel
def look_at_discards(state, seat):
    """The seat looks through the pile; every card in it is known to him from now on."""
    state.looks += 1
    state.last_look[seat] = state.looks
    for age in range(state.age):
        for hand in range(state.num_players):
            for place in range(HAND_SIZE):
                if state.taken[age, hand, place] and state.how_taken[age, hand, place] == SOLD:
                    if not state.first_look[age, hand, place]:
                        state.first_look[age, hand, place] = state.looks
