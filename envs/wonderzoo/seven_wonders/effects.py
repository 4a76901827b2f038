"""What cards and wonder stages do: when they are placed, and when their coins come (section 5)."""

from __future__ import annotations

from wonderzoo.compiled import kernel
from wonderzoo.seven_wonders.payment import left_of, right_of
from wonderzoo.seven_wonders.tables import (
    ANY_AGE,
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
    HALF_COINS,
    HALF_KIND,
    HALF_SHIELDS,
    NUM_CARDS,
    NUM_COLORS,
    NUM_RESOURCES,
    PER_ALL,
    PER_COINS,
    PER_NEIGHBORS,
    PER_SELF,
    PER_WHAT,
    PER_WHO,
    REVIVAL,
    REVIVE_HALF,
    SCIENCE_HALF,
    STAGE_COINS,
    STAGE_ONE_OF,
    STAGE_PAWN,
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
    state.had_colors[seat] |= 1 << color
    state.shields[seat] += CARD_SHIELDS[edition, card]
    for resource in range(NUM_RESOURCES):
        state.production[seat, resource] += CARD_PRODUCES[edition, card, resource]
    if CARD_ONE_OF[edition, card]:
        if color == YELLOW:  # never sold to neighbors: ruling 4.2
            add_own_choice(state, seat, CARD_ONE_OF[edition, card])
        else:
            state.choices[seat, state.num_choices[seat]] = CARD_ONE_OF[edition, card]
            state.num_choices[seat] += 1
    state.raw_at_one[seat] |= CARD_RAW_AT_ONE[edition, card]
    state.goods_at_one[seat] |= CARD_GOODS_AT_ONE[edition, card]
    if CARD_SYMBOL[edition, card] >= 0:
        state.symbols[seat, CARD_SYMBOL[edition, card]] += 1


@kernel
def add_own_choice(state, seat, mask):
    """A source of one resource of several, which neighbors can not buy."""
    state.own_choices[seat, state.num_own_choices[seat]] = mask
    state.num_own_choices[seat] += 1


@kernel
def _without(masks, count, mask):
    """Take a source out of the first ``count`` of ``masks``; order does not matter."""
    for i in range(count):
        if masks[i] == mask:
            masks[i] = masks[count - 1]
            masks[count - 1] = 0
            return


@kernel
def remove_card(state, seat, card):
    """A card leaves the city with all its lasting effects; coins that it gave stay. Edifice 9."""
    edition = state.edition
    color = CARD_COLOR[edition, card]
    state.city[seat, card] = 0
    state.colors[seat, color] -= 1
    state.shields[seat] -= CARD_SHIELDS[edition, card]
    for resource in range(NUM_RESOURCES):
        state.production[seat, resource] -= CARD_PRODUCES[edition, card, resource]
    mask = CARD_ONE_OF[edition, card]
    if mask and color == YELLOW:
        _without(state.own_choices[seat], state.num_own_choices[seat], mask)
        state.num_own_choices[seat] -= 1
    elif mask:
        _without(state.choices[seat], state.num_choices[seat], mask)
        state.num_choices[seat] -= 1
    if CARD_RAW_AT_ONE[edition, card] or CARD_GOODS_AT_ONE[edition, card]:
        _recount_discounts(state, seat)
    if CARD_SYMBOL[edition, card] >= 0:
        state.symbols[seat, CARD_SYMBOL[edition, card]] -= 1


@kernel
def _recount_discounts(state, seat):
    state.raw_at_one[seat] = 0
    state.goods_at_one[seat] = 0
    for card in range(NUM_CARDS):
        if state.city[seat, card]:
            state.raw_at_one[seat] |= CARD_RAW_AT_ONE[state.edition, card]
            state.goods_at_one[seat] |= CARD_GOODS_AT_ONE[state.edition, card]
    for stage in range(state.stages[seat]):
        state.raw_at_one[seat] |= STAGE_RAW_AT_ONE[state.board[seat], stage]


@kernel
def place_stage(state, seat):
    """The next wonder stage is built; its coins come later, its half or pawn may be chosen."""
    board, stage = state.board[seat], state.stages[seat]
    state.stages[seat] += 1
    state.shields[seat] += STAGE_SHIELDS[board, stage]
    if STAGE_ONE_OF[board, stage]:
        add_own_choice(state, seat, STAGE_ONE_OF[board, stage])
    state.raw_at_one[seat] |= STAGE_RAW_AT_ONE[board, stage]
    state.symbols[seat, WILD] += STAGE_WILD[board, stage]
    if STAGE_SPECIAL[board, stage] == REVIVAL:
        state.revivals[seat] += 1
    pawn = STAGE_PAWN[board, stage]
    if pawn and pawn != ANY_AGE:
        state.pawns[seat, pawn - 1] += 1


@kernel
def must_choose(state, seat):
    """Whether the stage that the seat has just built has halves or a pawn's Age to choose."""
    board, stage = state.board[seat], state.stages[seat] - 1
    return HALF_KIND[board, stage, 0] >= 0 or STAGE_PAWN[board, stage] == ANY_AGE


@kernel
def take_half(state, seat, kind):
    """Carthage: the half of the last stage that does this (`HALVES`). Edifice 14."""
    board, stage = state.board[seat], state.stages[seat] - 1
    half = 0 if HALF_KIND[board, stage, 0] == kind else 1
    state.halves[seat, stage] = 1 + half
    state.shields[seat] += HALF_SHIELDS[board, stage, half]
    if kind == SCIENCE_HALF:
        state.symbols[seat, WILD] += 1
    elif kind == REVIVE_HALF:
        state.revivals[seat] += 1


@kernel
def take_pawn(state, seat, age):
    """Ur, day: a pawn of the Edifice of an Age (0, 1, 2) from the box. Edifice 13."""
    state.halves[seat, state.stages[seat] - 1] = 1 + age
    state.pawns[seat, age] += 1


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


@kernel
def gain_half_coins(state, seat):
    """Coins of the half that was chosen of it, if it has halves."""
    board, stage = state.board[seat], state.stages[seat] - 1
    if HALF_KIND[board, stage, 0] >= 0 and state.halves[seat, stage]:
        state.coins[seat] += HALF_COINS[board, stage, state.halves[seat, stage] - 1]
