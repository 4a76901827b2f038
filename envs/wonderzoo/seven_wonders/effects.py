"""What cards and wonder stages do: when they are placed, and when their coins come (section 5)."""

from __future__ import annotations

from wonderzoo.compiled import kernel
from wonderzoo.seven_wonders.payment import left_of, right_of
from wonderzoo.seven_wonders.tables import (
    CARD_COINS,
    CARD_COLOR,
    CARD_GOODS_AT_ONE,
    CARD_ONE_OF,
    CARD_PRODUCES,
    CARD_RAW_AT_ONE,
    CARD_SHIELDS,
    CARD_SYMBOL,
    COUNT_DEFEATS,
    COUNT_STAGES,
    DEFEAT_TOKEN,
    NUM_COLORS,
    NUM_RESOURCES,
    PER_ALL,
    PER_COINS,
    PER_NEIGHBORS,
    PER_SELF,
    PER_WHAT,
    PER_WHO,
    REVIVAL,
    STAGE_COINS,
    STAGE_ONE_OF,
    STAGE_RAW_AT_ONE,
    STAGE_SHIELDS,
    STAGE_SPECIAL,
    STAGE_WILD,
    WILD,
    YELLOW,
)


@kernel
def place_card(state, seat, card):
    """A card enters the city; its coins come later, when all cards of the turn are placed."""
    edition = state.edition
    color = CARD_COLOR[edition, card]
    state.city[seat, card] = 1
    state.colors[seat, color] += 1
    state.shields[seat] += CARD_SHIELDS[edition, card]
    for resource in range(NUM_RESOURCES):
        state.production[seat, resource] += CARD_PRODUCES[edition, card, resource]
    if CARD_ONE_OF[edition, card]:
        if color == YELLOW:  # never sold to neighbors: ruling 4.2
            _add_own_choice(state, seat, CARD_ONE_OF[edition, card])
        else:
            state.choices[seat, state.num_choices[seat]] = CARD_ONE_OF[edition, card]
            state.num_choices[seat] += 1
    state.raw_at_one[seat] |= CARD_RAW_AT_ONE[edition, card]
    state.goods_at_one[seat] |= CARD_GOODS_AT_ONE[edition, card]
    if CARD_SYMBOL[edition, card] >= 0:
        state.symbols[seat, CARD_SYMBOL[edition, card]] += 1


@kernel
def _add_own_choice(state, seat, mask):
    state.own_choices[seat, state.num_own_choices[seat]] = mask
    state.num_own_choices[seat] += 1


@kernel
def place_stage(state, seat):
    """The next wonder stage is built; its coins come later."""
    board, stage = state.board[seat], state.stages[seat]
    state.stages[seat] += 1
    state.shields[seat] += STAGE_SHIELDS[board, stage]
    if STAGE_ONE_OF[board, stage]:
        _add_own_choice(state, seat, STAGE_ONE_OF[board, stage])
    state.raw_at_one[seat] |= STAGE_RAW_AT_ONE[board, stage]
    state.symbols[seat, WILD] += STAGE_WILD[board, stage]
    if STAGE_SPECIAL[board, stage] == REVIVAL:
        state.revivals[seat] += 1


@kernel
def count_of(state, seat, what):
    """Cards of the colors, wonder stages, or defeat tokens of one seat (see `PER_WHAT`)."""
    if what == COUNT_STAGES:
        return int(state.stages[seat])
    count = 0
    if what == COUNT_DEFEATS:
        for i in range(state.num_tokens[seat]):
            if state.tokens[seat, i] == DEFEAT_TOKEN:
                count += 1
        return count
    for color in range(NUM_COLORS):
        if (what >> color) & 1:
            count += int(state.colors[seat, color])
    return count


@kernel
def count_for(state, seat, card):
    """What a card counts, in its owner's city, the neighbors' or all three."""
    what, who = PER_WHAT[state.edition, card], PER_WHO[state.edition, card]
    count = 0
    if who == PER_SELF or who == PER_ALL:
        count += count_of(state, seat, what)
    if who == PER_NEIGHBORS or who == PER_ALL:
        count += count_of(state, left_of(state, seat), what)
        count += count_of(state, right_of(state, seat), what)
    return count


@kernel
def gain_card_coins(state, seat, card):
    """Coins of a card, when all cards of the turn are in their cities. Ruling 2.5."""
    coins = CARD_COINS[state.edition, card]
    if PER_COINS[state.edition, card]:
        coins += PER_COINS[state.edition, card] * count_for(state, seat, card)
    state.coins[seat] += coins


@kernel
def gain_stage_coins(state, seat):
    """Coins of the stage that the seat has built last."""
    state.coins[seat] += STAGE_COINS[state.board[seat], state.stages[seat] - 1]
