"""The course of the game: what may be chosen, what a choice does, whose turn is next."""

from __future__ import annotations

from wonderzoo.compiled import kernel
from wonderzoo.duel.actions import (
    BUILD_0,
    DESTROY_0,
    DESTROYABLE,
    DISCARD_0,
    DRAFT_0,
    LIBRARY_0,
    NUM_DESTROYABLE,
    REVIVE_0,
    START_OPPONENT,
    START_SELF,
    TOKEN_0,
    WAIT,
    WONDER_0,
)
from wonderzoo.duel.effects import (
    destroy_card,
    end_game,
    gain_card,
    gain_token,
    gain_wonder,
)
from wonderzoo.duel.payment import (
    card_price,
    card_trade,
    chained,
    owns_token,
    wonder_price,
)
from wonderzoo.duel.scoring import blue_points, total_points
from wonderzoo.duel.state import (
    BURIED,
    CITY,
    CIVILIAN,
    DESTROY,
    DISCARDED,
    DRAFT,
    LIBRARY,
    NO_WINNER,
    ON_BOARD,
    OVER,
    PLAY,
    REVIVE,
    START,
    TIED_BEGIN,
    TOKEN,
    TOKEN_GONE,
    TOKEN_OFFERED,
    UNBUILT,
    WONDER_OFFERED,
)
from wonderzoo.duel.tableau import is_free, lay_out, take_card, turn_up_free_cards
from wonderzoo.duel.tables import (
    BROWN,
    CARD_COLOR,
    CHOICE_DESTROY_BROWN,
    DRAFT_SEATS,
    ECONOMY,
    GREY,
    NUM_AGES,
    NUM_CARDS,
    NUM_SLOTS,
    NUM_TOKENS,
    NUM_WONDERS,
    URBANISM,
    WONDER_CHOICE,
    YELLOW,
)

_URBANISM_COINS = 4


@kernel
def actors(state):
    """Who must decide now: bit 0 for the first seat, bit 1 for the second; 0 at the end."""
    if state.phase == OVER:
        return 0
    return 1 << int(state.actor)


@kernel
def legal(state, player, out):
    """Write the ids of the player's legal actions into ``out``; return how many there are.

    A player with nothing to decide may only wait. At the end there is nothing left: 0.
    """
    if state.phase == OVER:
        return 0
    if state.actor != player:
        out[0] = WAIT
        return 1
    if state.phase == PLAY:
        return _legal_plays(state, player, out)
    n = 0
    if state.phase == DRAFT:
        for wonder in range(NUM_WONDERS):
            if state.wonder_at[wonder] == WONDER_OFFERED:
                out[n] = DRAFT_0 + wonder
                n += 1
    elif state.phase == TOKEN:
        for token in range(NUM_TOKENS):
            if state.token_at[token] == ON_BOARD:
                out[n] = TOKEN_0 + token
                n += 1
    elif state.phase == LIBRARY:
        for token in range(NUM_TOKENS):
            if state.token_at[token] == TOKEN_OFFERED:
                out[n] = LIBRARY_0 + token
                n += 1
    elif state.phase == DESTROY:
        color = destroyed_color(state)
        for i in range(NUM_DESTROYABLE):
            card = DESTROYABLE[i]
            if CARD_COLOR[card] == color and state.card_at[card] == CITY + 1 - player:
                out[n] = DESTROY_0 + i
                n += 1
    elif state.phase == REVIVE:
        for card in range(NUM_CARDS):
            if state.card_at[card] == DISCARDED:
                out[n] = REVIVE_0 + card
                n += 1
    elif state.phase == START:
        out[0] = START_SELF
        out[1] = START_OPPONENT
        n = 2
    return n


@kernel
def destroyed_color(state):
    """The color that the wonder just built destroys: brown or grey."""
    wonder = (state.action - WONDER_0) // NUM_CARDS
    if WONDER_CHOICE[wonder] == CHOICE_DESTROY_BROWN:
        return BROWN
    return GREY


@kernel
def _legal_plays(state, player, out):
    """Build, discard, or tuck under a wonder, for each free card. Ruling 7."""
    n = 0
    coins = state.coins[player]
    age = state.age - 1
    for slot in range(NUM_SLOTS):
        if is_free(state, slot):
            card = int(state.deck[age, slot])
            out[n] = DISCARD_0 + card
            n += 1
            if card_price(state, player, card) <= coins:
                out[n] = BUILD_0 + card
                n += 1
    free = n
    for wonder in range(NUM_WONDERS):
        if state.wonder_at[wonder] == UNBUILT + player:
            if wonder_price(state, player, wonder) <= coins:
                for i in range(free):
                    if DISCARD_0 <= out[i] and out[i] < DISCARD_0 + NUM_CARDS:
                        out[n] = WONDER_0 + wonder * NUM_CARDS + out[i] - DISCARD_0
                        n += 1
    return n


@kernel
def apply(state, player, action):
    """Play one legal action of the player who must decide. The caller checks legality."""
    state.paid = 0
    state.action = action
    if state.phase == DRAFT:
        _draft(state, player, action - DRAFT_0)
        return
    if state.phase == START:
        state.phase = PLAY
        state.actor = player if action == START_SELF else 1 - player
        return
    phase = state.phase
    state.phase = PLAY  # unless an effect sets another one
    if phase == PLAY:
        _play(state, player, action)
    elif phase == TOKEN:
        gain_token(state, player, action - TOKEN_0)
    elif phase == LIBRARY:
        for token in range(NUM_TOKENS):
            if state.token_at[token] == TOKEN_OFFERED:
                state.token_at[token] = TOKEN_GONE
        gain_token(state, player, action - LIBRARY_0)
    elif phase == DESTROY:
        destroy_card(state, 1 - player, DESTROYABLE[action - DESTROY_0])
    elif phase == REVIVE:
        gain_card(state, player, action - REVIVE_0)
    if state.phase == PLAY:
        _end_turn(state, player)


@kernel
def _play(state, player, action):
    if action < DISCARD_0:
        card = action - BUILD_0
        trade = card_trade(state, player, card)
        pay(state, player, card_price(state, player, card), trade)
        by_chain = chained(state, player, card)
        take_card(state, card, CITY + player)
        if by_chain and owns_token(state, player, URBANISM):
            state.coins[player] += _URBANISM_COINS
        gain_card(state, player, card)
    elif action < WONDER_0:
        card = action - DISCARD_0
        take_card(state, card, DISCARDED)
        state.coins[player] += discard_income(state, player)
    else:
        wonder = (action - WONDER_0) // NUM_CARDS
        card = (action - WONDER_0) % NUM_CARDS
        price = wonder_price(state, player, wonder)
        pay(state, player, price, price)
        take_card(state, card, BURIED)
        gain_wonder(state, player, wonder)


@kernel
def discard_income(state, player):
    """Coins for a discarded card. Ruling 30."""
    return 2 + state.colors[player, YELLOW]


@kernel
def pay(state, player, coins, trade):
    """Pay for a building; the owner of Economy receives what goes on resources. Ruling 46."""
    state.paid = coins
    state.coins[player] -= coins
    if owns_token(state, 1 - player, ECONOMY):
        state.coins[1 - player] += trade


@kernel
def _draft(state, player, wonder):
    """Take a wonder; the fourth of a group is dealt to the player whose pick it is. Ruling 1."""
    state.wonder_at[wonder] = UNBUILT + player
    state.picks += 1
    if state.picks % 4 == 3:
        for other in range(NUM_WONDERS):
            if state.wonder_at[other] == WONDER_OFFERED:
                state.wonder_at[other] = UNBUILT + DRAFT_SEATS[state.picks]
        state.picks += 1
        if state.picks == 4:
            for i in range(4, 8):
                state.wonder_at[state.wonder_deck[i]] = WONDER_OFFERED
    if state.picks == 8:
        state.phase = PLAY
        state.actor = 0  # ruling 4
        lay_out(state, 1)
    else:
        state.actor = DRAFT_SEATS[state.picks]


@kernel
def _end_turn(state, player):
    """Turn up cards, then the extra turn, the other player, the next Age or the end."""
    turn_up_free_cards(state)
    if state.present:
        if not state.again:
            state.actor = 1 - player
        state.again = 0
        return
    state.again = 0  # ruling 11: lost when the structure is empty
    if state.age == NUM_AGES:
        _civilian_victory(state)
        return
    lay_out(state, state.age + 1)
    # Rulings 13, 14: the weaker player chooses who begins; level, who took the last card.
    state.phase = START
    state.actor = player
    if state.pawn > 0:
        state.actor = 1
    elif state.pawn < 0:
        state.actor = 0
    elif state.tied_start == TIED_BEGIN:
        state.phase = PLAY


@kernel
def _civilian_victory(state):
    """Most points, then most points of blue cards, then nobody alone. Ruling 58."""
    ahead = total_points(state, 0) - total_points(state, 1)
    if ahead == 0:
        ahead = blue_points(state, 0) - blue_points(state, 1)
    winner = NO_WINNER
    if ahead > 0:
        winner = 0
    elif ahead < 0:
        winner = 1
    end_game(state, CIVILIAN, winner)
