"""Edifices: taking part, completion, failure and its penalties (rulings Edifice 1 to 17)."""

from __future__ import annotations

from wonderzoo.compiled import kernel
from wonderzoo.seven_wonders.actions import (
    LOSE_0,
    LOSE_TOKENS_0,
    TOKEN_PAIRS,
)
from wonderzoo.seven_wonders.edifice_tables import (
    EDIFICE_COST,
    PENALTY_COINS,
    PENALTY_COLOR,
    PENALTY_TOKENS,
    REWARD_CLEARS,
    REWARD_COINS,
    REWARD_ONE_OF,
    REWARD_SHIELDS,
    REWARD_TOKEN,
)
from wonderzoo.seven_wonders.effects import add_own_choice, remove_card
from wonderzoo.seven_wonders.payment import is_joining
from wonderzoo.seven_wonders.state import (
    COPY,
    LOSE,
    LOST_TO_PILE,
    NO_CHOICE,
    OVER,
    SEVENTH,
    SHIELDS_ONE_WAR,
)
from wonderzoo.seven_wonders.tables import CARD_COLOR, DEFEAT_TOKEN, NUM_AGES


@kernel
def fee_to_join(state, seat):
    """Coins for taking part in the Age's Edifice with a stage; -1 if the seat can not. Edifice 2.

    Once an Age, and only while a pawn was on the card at the start of the turn.
    """
    age = state.age - 1
    if not is_open(state, age) or (state.joined[seat] >> age) & 1:
        return -1
    if state.phase == SEVENTH and not state.seventh_participates:
        return -1
    return int(EDIFICE_COST[state.edifices[age]])


@kernel
def take_pawns(state):
    """Who takes part takes a pawn; when more do than there are, all get one. Edifice 4."""
    age = state.age - 1
    for seat in range(state.num_players):
        if is_joining(state.chosen[seat]):
            state.pawns[seat, age] += 1
            state.joined[seat] |= 1 << age
            if state.pawns_left[age]:
                state.pawns_left[age] -= 1


@kernel
def is_built(state, age):
    """Whether the Edifice of an Age (0, 1, 2) is completed: its last pawn has left the card."""
    return state.edifice != 0 and state.pawns_left[age] == 0


@kernel
def reward_pawns(state):
    """Every pawn of a completed Edifice that has not been rewarded is. Edifice 5, 13."""
    for age in range(NUM_AGES):
        if is_built(state, age):
            for seat in range(state.num_players):
                while state.rewarded[seat, age] < state.pawns[seat, age]:
                    state.rewarded[seat, age] += 1
                    _reward(state, seat, state.edifices[age])


@kernel
def _reward(state, seat, edifice):
    """What a pawn gives at once; points are counted at the end. Edifice 12."""
    state.coins[seat] += REWARD_COINS[edifice]
    state.shields[seat] += REWARD_SHIELDS[edifice]
    if state.edifice_shields == SHIELDS_ONE_WAR:
        state.passing_shields[seat] += REWARD_SHIELDS[edifice]
    if REWARD_ONE_OF[edifice]:
        add_own_choice(state, seat, REWARD_ONE_OF[edifice])
    if REWARD_CLEARS[edifice]:
        while _drop_token(state, seat, DEFEAT_TOKEN):
            pass
    if REWARD_TOKEN[edifice]:
        state.tokens[seat, state.num_tokens[seat]] = REWARD_TOKEN[edifice]
        state.num_tokens[seat] += 1


@kernel
def _drop_token(state, seat, value):
    """Take the first military token of this value away; whether there was one."""
    count = state.num_tokens[seat]
    for i in range(count):
        if state.tokens[seat, i] == value:
            for j in range(i, count - 1):
                state.tokens[seat, j] = state.tokens[seat, j + 1]
            state.tokens[seat, count - 1] = 0
            state.num_tokens[seat] -= 1
            return True
    return False


# --- failure ---


@kernel
def is_open(state, age):
    """Whether the Edifice of an Age (0, 1, 2) can still be completed. Edifice 17."""
    if state.edifice == 0 or state.pawns_left[age] == 0:
        return False
    if state.phase == LOSE or state.phase == COPY or state.phase == OVER:
        return age > state.age - 1
    return age >= state.age - 1


@kernel
def has_failed(state, age):
    """Whether the Edifice of an Age (0, 1, 2) is in play and can not be completed any more."""
    return state.edifice != 0 and state.pawns_left[age] > 0 and not is_open(state, age)


@kernel
def may_lose(state, seat, action):
    """Whether a `lose C` or `lose tokens` pays the penalty of the Age's Edifice."""
    edifice = state.edifices[state.age - 1]
    if action < LOSE_TOKENS_0:
        card = action - LOSE_0
        if not state.city[seat, card]:
            return False
        return CARD_COLOR[state.edition, card] == PENALTY_COLOR[edifice]
    if not PENALTY_TOKENS[edifice]:
        return False
    low, high = TOKEN_PAIRS[action - LOSE_TOKENS_0, 0], TOKEN_PAIRS[action - LOSE_TOKENS_0, 1]
    lows, highs = 0, 0
    for i in range(state.num_tokens[seat]):
        lows += state.tokens[seat, i] == low
        highs += state.tokens[seat, i] == high
    return lows >= 2 if low == high else lows >= 1 and highs >= 1


@kernel
def first_loss(state, seat, start):
    """The first such action from ``start`` on; -1 if there is none."""
    for action in range(start, LOSE_TOKENS_0 + len(TOKEN_PAIRS)):
        if may_lose(state, seat, action):
            return action
    return -1


@kernel
def who_chooses_a_loss(state):
    """A bit for each seat that has no pawn and can pay the penalty in more than one way."""
    age = state.age - 1
    choosers = 0
    for seat in range(state.num_players):
        if state.pawns[seat, age] == 0:
            only = first_loss(state, seat, LOSE_0)
            if only >= 0 and first_loss(state, seat, only + 1) >= 0:
                choosers |= 1 << seat
    return choosers


@kernel
def punish(state):
    """The penalties of who has no pawn of the failed Edifice, all at once.

    All or nothing: who can not pay in full takes a debt token instead. Edifice 7, 8, 9.
    """
    age = state.age - 1
    price = PENALTY_COINS[state.edifices[age]]
    for seat in range(state.num_players):
        if state.pawns[seat, age]:
            continue
        loss = int(state.chosen[seat])
        if loss == NO_CHOICE:
            loss = first_loss(state, seat, LOSE_0)
        if loss >= 0:
            _lose(state, seat, loss)
        elif price and state.coins[seat] >= price:
            state.coins[seat] -= price
        else:
            state.debts[seat] |= 1 << age


@kernel
def _lose(state, seat, action):
    """Pay a penalty in a card or in two tokens. Edifice 9."""
    if action >= LOSE_TOKENS_0:
        for i in range(2):
            _drop_token(state, seat, TOKEN_PAIRS[action - LOSE_TOKENS_0, i])
        return
    card = action - LOSE_0
    remove_card(state, seat, card)
    if state.lost_cards == LOST_TO_PILE:
        state.discards[card] += 1
        state.lost[card] += 1


@kernel
def end_shields_of_one_war(state):
    """With the option ``edifice_shields="one war"``, after a war."""
    for seat in range(state.num_players):
        state.shields[seat] -= state.passing_shields[seat]
        state.passing_shields[seat] = 0
