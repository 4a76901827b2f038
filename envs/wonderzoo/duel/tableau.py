"""The card structure of an Age: which cards are free, which are turned up (rulings 6, 8, 9)."""

from __future__ import annotations

from wonderzoo.compiled import kernel
from wonderzoo.duel.state import CARD_IN_TABLEAU
from wonderzoo.duel.tables import ALL_SLOTS, BIT, FACE_UP, NUM_SLOTS, SLOT_COVERED_BY


@kernel
def is_free(state, slot):
    """Whether the slot holds a card that no other card covers."""
    if not state.present & BIT[slot]:
        return False
    return (state.present & SLOT_COVERED_BY[state.age - 1, slot]) == 0


@kernel
def lay_out(state, age):
    """Put the 20 cards of an Age on the table, even rows face up."""
    state.age = age
    state.present = ALL_SLOTS
    state.revealed = FACE_UP[age - 1]
    for slot in range(NUM_SLOTS):
        card = state.deck[age - 1, slot]
        state.card_at[card] = CARD_IN_TABLEAU


@kernel
def turn_up_free_cards(state):
    """Turn up the cards that nothing covers any more. Ruling 8 says when this is called."""
    for slot in range(NUM_SLOTS):
        if not state.revealed & BIT[slot] and is_free(state, slot):
            state.revealed = state.revealed | BIT[slot]


@kernel
def take_card(state, card, place):
    """Move a card from the structure to a place (see `state.card_at`)."""
    state.present = state.present & ~BIT[state.card_slot[card]]
    state.card_at[card] = place
