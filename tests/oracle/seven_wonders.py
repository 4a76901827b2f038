"""An independent oracle of 7 Wonders, 3 to 7 players: the whole rules in plain Python, by names.

The tests play it next to the compiled engine. It shares the data tables with the package and
nothing else, and it is written for the reader: lists of names, and payment by trying every
source for every symbol. This file is the course of a game: what is asked, of whom, and what
happens then. The tables, the payment, the cities and the expansion Edifice have their own files.
"Ruling n" in a comment is the number in the list of rulings the project settled on from the
rulebook, "Edifice n" in the list for the expansion.
"""

from typing import Any, NamedTuple

from tests.oracle.seven_wonders_bills import (
    PRICE,
    SYMBOLS,
    Bill,
    Source,
    Sources,
    pareto,
    pareto_bills,
    science,
)
from tests.oracle.seven_wonders_cities import DEFEAT, NOTHING, TURNS, half_name
from tests.oracle.seven_wonders_edifice import AGES, Edifices
from tests.oracle.seven_wonders_tables import (
    SIDES,
    board_sides,
    card_rows,
    deal,
    deck,
    edifice_table,
    guilds,
    wonder_table,
)

__all__ = [
    "DEFEAT",
    "PASS",
    "PRICE",
    "SIDES",
    "SYMBOLS",
    "VICTORY",
    "Bill",
    "SevenWondersOracle",
    "Source",
    "Sources",
    "board_sides",
    "card_rows",
    "deal",
    "deck",
    "edifice_table",
    "guilds",
    "pareto",
    "pareto_bills",
    "science",
    "wonder_table",
]

SALE = 3
PASS = {1: 1, 2: -1, 3: 1}  # ruling 2.8: how many seats to the left the hands go
VICTORY = {1: 1, 2: 3, 3: 5}


class Move(NamedTuple):
    """What a seat does with a card of its hand."""

    verb: str  # sell, stage, build
    card: str
    free: bool = False  # a free building that is asked for
    participate: bool = False


def parse(text: str) -> Move:
    verb, _, rest = text.partition(" ")
    if verb == "build" and rest.endswith(" free"):
        return Move(verb, rest.removesuffix(" free"), free=True)
    if verb == "stage":
        card = rest.removeprefix("with ").removesuffix(" and participate")
        return Move(verb, card, participate=rest.endswith(" and participate"))
    return Move(verb, rest)


class SevenWondersOracle(Edifices):
    """One game of 7 Wonders from a fixed deal.

    options: ``edition`` "second" or "first"; ``expansions``, [] or ["edifice"]; and the switches,
    of which ``payment`` is "choose" (between all Pareto-minimal bills) or "cheapest" (the least in
    all, and of those the least to the left neighbor). A side "choose" in the deal lets that seat
    choose it before the first turn.
    """

    def __init__(self, deal: dict[str, Any], options: dict[str, Any] | None = None) -> None:
        super().__init__(deal, options or {})
        self.turns: list[dict[str, Any]] = []  # what the table sees after each complete turn
        self.over: dict[str, Any] | None = None
        self.actors = list(range(self.n))
        self._paying: dict[int, tuple[str, list[Bill]]] = {}  # chosen, but the bill is not
        self._chosen: dict[int, tuple[str, Bill]] = {}
        self._turn_phase = "main"  # the phase whose cards are being placed: main or seventh
        self._placed: list[tuple[int, dict[str, Any]]] = []  # cards and stages of this turn
        self._box_pawns: list[tuple[int, int]] = []  # those that Ur takes in this turn: seat, Age
        self._queue: list[tuple[str, int]] = []  # decisions of one seat before the turn ends
        if "choose" in self.sides:
            self.phase = "side"
            self.actors = [seat for seat in range(self.n) if self.sides[seat] == "choose"]

    # Choosing

    def legal(self, seat: int) -> list[str]:
        """All choices of a seat, sorted; one that has nothing to decide can only wait."""
        return sorted(self._options(seat)) if seat in self.actors else ["wait"]

    def apply(self, seat: int, text: str) -> None:
        """Store the choice of a seat; the last one of them carries the turn out."""
        if text not in self.legal(seat):
            raise ValueError(f"illegal for seat {seat}: {text!r}")
        if text == "wait":
            return
        bill = NOTHING
        if seat in self._paying:
            _, to_left, _, to_right, _ = text.split()
            text, bill = self._paying.pop(seat)[0], (int(to_left), int(to_right))
        elif self.phase in ("main", "seventh"):
            bills = self._move_bills(seat, parse(text))
            if len(bills) > 1:
                self._paying[seat] = text, bills  # the same seat stays to decide
                return
            bill = bills[0]
        self._chosen[seat] = text, bill
        self.actors.remove(seat)
        if not self.actors:
            self._resolve()

    def _options(self, seat: int) -> set[str]:
        if self.phase == "side":
            return {f"side {side}" for side in board_sides(self._boards[seat])}
        if self.phase == "choose":
            return self._stage_choices(seat)
        if self.phase == "revive":
            return self._revivals(seat)
        if self.phase == "lose":
            return set(self._losses(seat))
        if self.phase == "copy":
            return {f"copy {guild}" for guild in self._neighbor_guilds(seat)}
        if seat in self._paying:
            return {f"pay {left} left {right} right" for left, right in self._paying[seat][1]}
        hand = set(self.hands[seat])
        texts = {f"sell {card}" for card in hand}
        texts |= {f"build {card}" for card in hand if self._card_bills(seat, card)}
        texts |= {f"build {card} free" for card in hand if self._may_ask_free(seat, card)}
        if self._stage_bills(seat, participate=False):
            texts |= {f"stage with {card}" for card in hand}
        if self._stage_bills(seat, participate=True):
            texts |= {f"stage with {card} and participate" for card in hand}
        return texts

    def _move_bills(self, seat: int, move: Move) -> list[Bill]:
        if move.verb == "stage":
            return self._stage_bills(seat, move.participate)
        if move.verb == "build" and not move.free:
            return self._card_bills(seat, move.card)
        return [NOTHING]

    def _stage_bills(self, seat: int, participate: bool) -> list[Bill]:
        """The bills for the next stage; Edifice 3: participation is due at the same time."""
        stages, built = self._side(seat), self.stages[seat]
        if built == len(stages) or (participate and not self._may_participate(seat)):
            return []
        beside = self._participation_cost() if participate else 0
        return self._bills(seat, stages[built]["cost"], beside)

    def _stage_choices(self, seat: int) -> set[str]:
        """Edifice 13 and 14: what the last built stage asks."""
        stage = self._side(seat)[self.stages[seat] - 1]
        if stage.get("pawn") == "any":
            return {f"pawn age {age}" for age in AGES}
        return {f"choose {half_name(half)}" for half in stage.get("choose", [])}

    def _revivals(self, seat: int) -> set[str]:
        texts = {f"revive {card}" for card in self._revivable(seat)}
        return texts | {"revive nothing"} if self.rules["revival"] == "optional" else texts

    # The turn

    def _resolve(self) -> None:
        """Everybody has chosen: carry it out, then ask what comes after it."""
        chosen, self._chosen = dict(sorted(self._chosen.items())), {}
        if self.phase == "side":
            for seat, (text, _) in chosen.items():
                self.sides[seat] = text.removeprefix("side ")
            self._start_turn()
        elif self.phase in ("main", "seventh"):
            self._carry_out(chosen)
        elif self.phase == "choose":
            for seat, (text, _) in chosen.items():
                self._choose(seat, text)
            self._take_effects()
        elif self.phase == "lose":
            for seat, (text, _) in chosen.items():
                self._lose(seat, text)
            self._end_turn()
        else:
            for seat, (text, _) in chosen.items():
                if self.phase == "copy":
                    self.copied[seat] = text.removeprefix("copy ")
                else:
                    self._revive(seat, text)
            self._continue()

    def _carry_out(self, chosen: dict[int, tuple[str, Bill]]) -> None:
        """Ruling 2.5 and Edifice 6: all pay and place, then the pawns, then all effects."""
        self._turn_phase, self._placed, self._box_pawns = self.phase, [], []
        moves = {seat: parse(text) for seat, (text, _) in chosen.items()}
        for seat, (_, bill) in chosen.items():
            self._place(seat, moves[seat], bill)
        self._participate([seat for seat, move in moves.items() if move.participate])
        builders = [seat for seat, move in moves.items() if move.verb == "stage"]
        self.actors = [seat for seat in builders if self._stage_choices(seat)]
        if self.actors:
            self.phase = "choose"
        else:
            self._take_effects()

    def _place(self, seat: int, move: Move, bill: Bill) -> None:
        """Pay for a card, and lay it where it goes."""
        self.hands[seat].remove(move.card)
        if move.verb == "sell":
            self._from_bank(seat, SALE)
            self.discards.append(move.card)
            return
        if move.verb == "stage":
            data = self._side(seat)[self.stages[seat]]
            self._pay(seat, self._participation_cost() if move.participate else 0, bill)
            self.stages[seat] += 1
            self.tucked[seat].append(move.card)
        else:
            data = self.cards[move.card]
            is_free = self._is_free(seat, move.card)
            if move.free and not is_free:
                self._freed[seat].add(self.age)
            forced = is_free and self.rules["free_building"] == "forced"
            cost = {} if move.free or forced else data.get("cost", {})
            self._pay(seat, cost.get("coins", 0), bill)
            self.cities[seat].append(move.card)
        self._placed.append((seat, data))
        if self.rules["coin_effects"] == "seat by seat":
            self._take_effect(seat, data)

    def _choose(self, seat: int, text: str) -> None:
        """Edifice 13 and 14: a half of Carthage's stage, or the Age of Ur's pawn."""
        if text.startswith("pawn age "):
            self._box_pawns.append((seat, int(text.removeprefix("pawn age "))))
        else:
            self.halves[seat].append(text.removeprefix("choose "))

    def _take_effects(self) -> None:
        """The coins of all, the rewards of the Edifices, and the decisions that come of them."""
        revivals = []
        for seat, data in self._placed:
            if data.get("pawn") in AGES:
                self._box_pawns.append((seat, data["pawn"]))
            effect = self._finished(seat)[-1] if "choose" in data else data
            if self.rules["coin_effects"] == "together" or "choose" in data:
                self._take_effect(seat, effect)
            if effect.get("special") == "revive":
                revivals.append(("revive", seat))
        self._reward_pawns(self._box_pawns)
        revivals.sort(key=lambda claim: self.wonders[claim[1]] != "Halikarnassós")  # ruling 9.5
        if self._turn_phase == "seventh" or self.turn < TURNS:
            self._queue += revivals
        elif self.rules["last_turn"] == "seventh first":
            self._queue += self._sevenths() + revivals
        else:
            self._queue += revivals + self._sevenths()
        self._continue()

    def _sevenths(self) -> list[tuple[str, int]]:
        """Who plays a seventh card; the others discard it, ruling 2.7: for no coins."""
        sevenths = []
        for seat in range(self.n):
            if "play seventh" in self._specials(seat):
                sevenths.append(("seventh", seat))
            else:
                self.discards += self.hands[seat]
                self.hands[seat] = []
        return sevenths

    def _revive(self, seat: int, text: str) -> None:
        card = text.removeprefix("revive ")
        if card != "nothing":
            self.discards.remove(card)
            self.cities[seat].append(card)
            self._take_effect(seat, self.cards[card])

    def _continue(self) -> None:
        """Ask the next seat that has something more to decide, or end the turn."""
        while self._queue:
            self.phase, seat = self._queue.pop(0)
            if self.phase == "revive" and not self._revivable(seat):
                continue  # nothing is legal: no effect, no later claim
            if self.phase == "revive" and len(self._revivals(seat)) == 1:
                self._revive(seat, self._revivals(seat).pop())
                continue
            if self.phase == "copy" and len(self._neighbor_guilds(seat)) < 2:
                self.copied[seat] = next(iter(self._neighbor_guilds(seat)), None)  # ruling 9.4
                continue
            self.actors = [seat]
            return
        if len(self.turns) == 3 * TURNS:
            self._finish()
        else:
            self._punish()

    def _punish(self) -> None:
        """Edifice 7 and settled 4: all lose together; who has no choice is not asked."""
        self.phase = "lose"
        for seat in self._failed_seats():
            losses = self._losses(seat)
            if len(losses) == 1:
                self._chosen[seat] = losses[0], NOTHING
            else:
                self.actors.append(seat)
        if not self.actors:
            self._resolve()

    def _end_turn(self) -> None:
        if self.turn == TURNS:
            self._war()
        self.turns.append(self._row())
        if self.turn < TURNS:
            step = PASS[self.age]
            self.hands = [self.hands[(seat - step) % self.n] for seat in range(self.n)]
            self.turn += 1
        elif self.age < 3:
            self.age, self.turn = self.age + 1, 1
            self.hands = [list(hand) for hand in self._dealt[str(self.age)]]
        else:
            copiers = [s for s in range(self.n) if "copy guild" in self._specials(s)]
            self._queue = [("copy", seat) for seat in copiers]
            self._continue()
            return
        self._start_turn()

    def _row(self) -> dict[str, Any]:
        row: dict[str, Any] = {
            "age": self.age,
            "turn": self.turn,
            "coins": list(self.coins),
            "shields": self.shields,
            "stages": list(self.stages),
            "tokens": [list(tokens) for tokens in self.tokens],
            "discards": len(self.discards),
        }
        if self.edifices:
            row["pawns_left"] = list(self.pawns_left)
            row["pawns"] = [list(pawns) for pawns in self.pawns]
            row["debts"] = [list(ages) for ages in self.debts]
        return row

    def _start_turn(self) -> None:
        self.phase, self.actors = "main", list(range(self.n))

    def _war(self) -> None:
        """Ruling 6: against each neighbor separately; equal shields bring nothing."""
        shields = self.shields
        for seat in range(self.n):
            for neighbor in self._neighbors(seat):
                if shields[seat] > shields[neighbor]:
                    self.tokens[seat].append(VICTORY[self.age])
                elif shields[seat] < shields[neighbor]:
                    self.tokens[seat].append(DEFEAT)
        self._after_war()

    def _finish(self) -> None:
        self.phase, self.actors = "over", []
        self.over = {"scores": self.scores(), "ranking": self.ranking()}
