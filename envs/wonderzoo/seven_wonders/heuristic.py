"""How a sensible player likes a position: what the greedy agent maximises one turn ahead.

Points on the score sheet, and an honest guess of what the rest is worth in points: production by
how much of the game is left, coins, the wars to come, science in the making. The weights are
those of a person who has played a dozen games, not the outcome of a search.
"""

from __future__ import annotations

import numpy as np

from wonderzoo.compiled import kernel
from wonderzoo.seven_wonders.actions import (
    BILL_0,
    CHOOSE_0,
    COPY_0,
    COPYABLE,
    LOSE_0,
    PAWN_0,
    REVIVE_0,
    REVIVE_NOTHING,
    SELL_0,
    SIDE_0,
)
from wonderzoo.seven_wonders.edifice_tables import (
    REWARD_CLEARS,
    REWARD_COINS,
    REWARD_ONE_OF,
    REWARD_PER,
    REWARD_REPEATS,
    REWARD_SHIELDS,
    REWARD_TOKEN,
)
from wonderzoo.seven_wonders.edifices import first_loss, is_open
from wonderzoo.seven_wonders.hands import hand_of
from wonderzoo.seven_wonders.payment import bill_number, cheapest_bill, left_of, right_of
from wonderzoo.seven_wonders.rules import apply, bills_of
from wonderzoo.seven_wonders.scoring import (
    blue_points,
    card_points,
    total_points,
    wonder_points,
)
from wonderzoo.seven_wonders.state import CHOOSE, COPY, LOSE, MAIN, OVER, REVIVE, SIDE
from wonderzoo.seven_wonders.tables import (
    BOARD_STAGES,
    CARD_SHIELDS,
    CARD_SYMBOL,
    HALF_KIND,
    HAND_SIZE,
    NUM_AGES,
    NUM_CARDS,
    NUM_RESOURCES,
    PURPLE,
    TURNS,
    VICTORY_TOKENS,
)

# what a player aims at beside sensible play
STYLES = ("greedy", "military", "science", "civilian", "guilds")
SENSIBLE, MILITARY, SCIENCE, CIVILIAN, GUILDS_STYLE = range(len(STYLES))
_MORE_SHIELDS = 2.5  # military: a shield
_MORE_SYMBOLS = 4.0  # science: a symbol
_CIVIL = 0.7  # civilian: a point of a blue card or a wonder stage, beside the point itself
_MORE_GUILDS = 6.0  # guilds: one of them, and before Age III each resource that their costs need
_GUILD_RESOURCE = 1.2
_UNIT = np.array([2.2, 1.4, 0.2])  # the first unit of a resource, by Age
_NEXT_UNIT = np.array([0.5, 0.6, 0.1])
_CHOICE = np.array([3.0, 2.5, 0.3])  # a source of one of several resources
_DISCOUNT = np.array([1.0, 0.8, 0.1])  # for each neighbor and group
_COIN = 0.15  # beyond its third of a point
_COINS_OF_USE = 9
_STAGE_TO_COME = 0.5
_WAR = np.array([0.55, 0.7, 0.9])  # how sure a lead in shields is to last, by Age
_LATER_WAR = 0.4
_SYMBOL = np.array([1.6, 1.0, 0.0])  # what a symbol may add beyond its points now
_SHIELD, _REVIVED_SYMBOL = 1.5, 4.0  # of a card in the discards
_BUILT, _FAILED = 0.6, 0.4  # chances of an Edifice that stands open
_PENALTY = np.array([1.5, 2.5, 4.0])  # what its failure costs, by Age
_REPEATED_GUILD, _PER, _CLEARED = 5.0, 4.0, 2.0  # what rewards are worth that hang on the city
_REWARD = (
    REWARD_COINS * 0.4
    + REWARD_SHIELDS * 3.0
    + REWARD_TOKEN
    + _CLEARED * REWARD_CLEARS
    + 2.5 * (REWARD_ONE_OF > 0)
    + _PER * (REWARD_PER > 0)
    + _REPEATED_GUILD * REWARD_REPEATS
)
_NEIGHBOR = 0.1  # how much a neighbor's gain hurts


@kernel
def _war_worth(state, seat, neighbor):
    """The tokens that a comparison of shields as they are now would bring."""
    lead = int(state.shields[seat]) - int(state.shields[neighbor])
    worth = 0.0
    for age in range(state.age - 1, NUM_AGES):
        sure = _WAR[state.age - 1] if age == state.age - 1 else _LATER_WAR
        if lead > 0:
            worth += sure * VICTORY_TOKENS[age]
        elif lead < 0:
            worth -= sure
    return worth + 0.1 * min(max(lead, -3), 3)


@kernel
def _edifice_worth(state, seat):
    """What pawns of Edifices that are not built yet may bring, and what no pawn may cost."""
    worth = 0.0
    for age in range(state.age - 1, NUM_AGES):
        if not is_open(state, age):
            continue
        edifice = state.edifices[age]
        if state.pawns[seat, age]:
            worth += _BUILT * state.pawns[seat, age] * _REWARD[edifice]
        if age == state.age - 1 and state.pawns[seat, age] == 0:
            worth -= _FAILED * _PENALTY[age]
    return worth


@kernel
def _worth(state, seat):
    worth = np.float64(total_points(state, seat))
    if state.phase == OVER:
        return worth
    age = state.age - 1
    for resource in range(NUM_RESOURCES):
        units = int(state.production[seat, resource])
        if units > 0:
            worth += _UNIT[age] + _NEXT_UNIT[age] * (units - 1)
    worth += _CHOICE[age] * (state.num_choices[seat] + state.num_own_choices[seat])
    for side in range(2):
        worth += _DISCOUNT[age] * ((state.raw_at_one[seat] >> side) & 1)
        worth += _DISCOUNT[age] * ((state.goods_at_one[seat] >> side) & 1)
    worth += _COIN * min(state.coins[seat], _COINS_OF_USE)
    worth += _STAGE_TO_COME * (state.stages[seat] - BOARD_STAGES[state.board[seat]])
    for symbol in range(4):
        worth += _SYMBOL[age] * state.symbols[seat, symbol]
    if state.edifice:
        worth += _edifice_worth(state, seat)
    if state.phase != COPY:  # the war of this Age is to come
        worth += _war_worth(state, seat, left_of(state, seat))
        worth += _war_worth(state, seat, right_of(state, seat))
    return worth


@kernel
def _preference(state, player, style):
    """What a player of a style likes beside what is sensible."""
    worth = 0.0
    if style == MILITARY:
        worth += _MORE_SHIELDS * state.shields[player]
    elif style == SCIENCE:
        for symbol in range(4):
            worth += _MORE_SYMBOLS * state.symbols[player, symbol]
    elif style == CIVILIAN:
        worth += _CIVIL * (blue_points(state, player) + wonder_points(state, player))
    elif style == GUILDS_STYLE:
        worth += _MORE_GUILDS * state.colors[player, PURPLE]
        for resource in range(NUM_RESOURCES):
            if state.age < NUM_AGES and state.production[player, resource] > 0:
                worth += _GUILD_RESOURCE
    return worth


@kernel
def evaluate(state, player, style):
    """The position's worth for ``player``, in points."""
    neighbors = _worth(state, left_of(state, player)) + _worth(state, right_of(state, player))
    worth = _worth(state, player) - _NEIGHBOR * neighbors
    return worth + _preference(state, player, style)


@kernel
def finish_turn(state, player):
    """Let the turn resolve as if the others sold a card each.

    The greedy agent looks at its own choice alone: what the others do is hidden. What it may
    choose later in the turn (a bill, a seventh card, a card of the discards) it does by rule of
    thumb, so that all its choices of a turn are compared at the turn's end.
    """
    for _ in range(4 * TURNS):
        if state.completed or state.waiting == 0:
            return
        seat = 0
        while not (state.waiting >> seat) & 1:
            seat += 1
        if state.phase == MAIN and (state.waiting >> player) & 1:
            if not (state.billing >> player) & 1:
                return  # a new turn: the sides have been chosen
            seat = player
        apply(state, seat, _rule_of_thumb(state, seat))


@kernel
def _rule_of_thumb(state, seat):
    """A choice without a look ahead: the least bill, a sale, the first of what must be chosen."""
    if (state.billing >> seat) & 1:
        bills = bills_of(state, seat, state.chosen[seat], False)
        return BILL_0 + bill_number(bills, cheapest_bill(bills))
    if state.phase == SIDE:
        return SIDE_0
    if state.phase == REVIVE:
        return _best_revival(state, seat)
    if state.phase == CHOOSE:
        return _stage_choice(state, seat)
    if state.phase == LOSE:
        return first_loss(state, seat, LOSE_0)
    if state.phase == COPY:
        return _first_copy(state, seat)
    return SELL_0 + _first_card(state, seat)


@kernel
def _best_revival(state, seat):
    """The card of the discards that is worth most by itself."""
    best, most = REVIVE_NOTHING, 0.0
    for card in range(NUM_CARDS):
        if state.discards[card] and not state.city[seat, card]:
            worth = card_points(state, seat, card) + 0.1
            worth += _SHIELD * CARD_SHIELDS[state.edition, card]
            if CARD_SYMBOL[state.edition, card] >= 0:
                worth += _REVIVED_SYMBOL
            if best == REVIVE_NOTHING or worth > most:
                best, most = REVIVE_0 + card, worth
    return best


@kernel
def _stage_choice(state, seat):
    """The first half, or the pawn of this Age."""
    kind = HALF_KIND[state.board[seat], state.stages[seat] - 1, 0]
    return CHOOSE_0 + kind if kind >= 0 else PAWN_0 + int(state.age) - 1


@kernel
def _first_card(state, seat):
    """The card at the first place of the hand that is not empty."""
    hand = hand_of(state, seat)
    card = 0
    for place in range(HAND_SIZE - 1, -1, -1):
        if (state.left[state.age - 1, hand] >> place) & 1:
            card = int(state.deck[state.age - 1, hand, place])
    return card


@kernel
def _first_copy(state, seat):
    """The first guild of a neighbor."""
    action = COPY_0
    for i in range(len(COPYABLE) - 1, -1, -1):
        left, right = left_of(state, seat), right_of(state, seat)
        if state.city[left, COPYABLE[i]] or state.city[right, COPYABLE[i]]:
            action = COPY_0 + i
    return action
