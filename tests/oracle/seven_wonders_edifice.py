"""The expansion Edifice on the table of the oracle: pawns, rewards, penalties, points.

"Edifice n" in a comment is the number in the list of rulings for the expansion, "settled n" in
the list of what it left open. Without the expansion there are no Edifices, and nothing happens.
"""

import itertools
from typing import Any

from tests.oracle.seven_wonders_cities import DEFEAT, TURNS, Cities
from tests.oracle.seven_wonders_tables import debt_points, edifice_table, pawns_on_each

AGES = (1, 2, 3)
DEBT = "lose nothing"  # what one who cannot pay a penalty does, taking the debt token


class Edifices(Cities):
    """The cities, and the three Edifices between them. Lists of three have the Ages in order."""

    def __init__(self, deal: dict[str, Any], options: dict[str, Any]) -> None:
        super().__init__(deal, options)
        self.edifices: list[str] = []
        if "edifice" in self.expansions:
            self.edifices = list(deal.get("edifices", []))
            table = edifice_table()
            known = set(self.edifices) <= set(table)
            if not known or [table[name]["age"] for name in self.edifices] != [1, 2, 3]:
                raise ValueError(f"edifices: {self.edifices!r}")
        self.pawns_left = [pawns_on_each(self.n) if self.edifices else 0] * 3
        self.built_edifices = [False] * 3
        self.pawns = [[0, 0, 0] for _ in range(self.n)]  # of each seat, with Ur's from the box
        self.joined: list[set[int]] = [set() for _ in range(self.n)]  # Ages of participation
        self.debts: list[list[int]] = [[] for _ in range(self.n)]  # Ages of the debt tokens
        self.boxed: list[str] = []  # cards that left the game (the switch lost_cards)
        self._spent_shields = [0] * self.n  # of Edifices, with the switch edifice_shields

    # Participation

    def _edifice(self, age: int) -> dict[str, Any]:
        return edifice_table()[self.edifices[age - 1]]

    def _may_participate(self, seat: int) -> bool:
        """Edifice 2: once an Age, while there are pawns on the card; 7: with a seventh card too."""
        if self.phase == "seventh" and not self.rules["seventh_participates"]:
            return False
        return self.pawns_left[self.age - 1] > 0 and self.age not in self.joined[seat]

    def _participation_cost(self) -> int:
        return int(self._edifice(self.age)["cost"])

    def _participate(self, seats: list[int]) -> None:
        """Edifice 4: all of them get a pawn, if need be from the box."""
        for seat in seats:
            self.pawns[seat][self.age - 1] += 1
            self.joined[seat].add(self.age)
        if seats:
            self.pawns_left[self.age - 1] = max(0, self.pawns_left[self.age - 1] - len(seats))

    # Rewards

    def _reward_pawns(self, box_pawns: list[tuple[int, int]]) -> None:
        """Edifice 5: for all pawns of what is completed now; 13: for new pawns of what stood.

        box_pawns: (seat, Age) of the pawns that Ur takes; the Edifice's own stay where they are.
        """
        if not self.edifices:
            return
        stood = list(self.built_edifices)
        for seat, age in box_pawns:
            self.pawns[seat][age - 1] += 1
        now = self.age
        if self.pawns_left[now - 1] == 0 and not stood[now - 1]:
            self.built_edifices[now - 1] = True
            for seat in range(self.n):
                for _ in range(self.pawns[seat][now - 1]):  # Edifice 12, settled 2: two are twice
                    self._reward(seat, now)
        for seat, age in box_pawns:
            if stood[age - 1]:
                self._reward(seat, age)

    def _reward(self, seat: int, age: int) -> None:
        """What comes at once; shields, production and points are read when they matter."""
        reward = self._edifice(age)["reward"]
        self._from_bank(seat, reward.get("coins", 0))
        if "discard_defeats" in reward:
            self.tokens[seat] = [token for token in self.tokens[seat] if token != DEFEAT]
        self.tokens[seat] += reward.get("tokens", [])

    def _rewards(self, seat: int) -> list[dict[str, Any]]:
        """The rewards a seat has, one for each pawn of a built Edifice."""
        rewards = []
        for age in AGES:
            if self.built_edifices[age - 1]:
                rewards += [self._edifice(age)["reward"]] * self.pawns[seat][age - 1]
        return rewards

    def _owned(self, seat: int) -> list[dict[str, Any]]:
        """With the rewards: Edifice 12, production for the owner alone, shields in every war."""
        return super()._owned(seat) + self._rewards(seat)

    @property
    def shields(self) -> list[int]:
        return [shields - spent for shields, spent in zip(super().shields, self._spent_shields)]

    def _after_war(self) -> None:
        """With the switch edifice_shields: what served in this war serves in no other."""
        if self.rules["edifice_shields"] == "one war":
            for seat in range(self.n):
                given = [reward.get("shields", 0) for reward in self._rewards(seat)]
                self._spent_shields[seat] = sum(given)

    # Penalties

    def _failed_seats(self) -> list[int]:
        """Edifice 7: who has no pawn of an Edifice that is not built at the end of its Age."""
        if not self.edifices or self.turn < TURNS or self.built_edifices[self.age - 1]:
            return []
        return [seat for seat in range(self.n) if self.pawns[seat][self.age - 1] == 0]

    def _losses(self, seat: int) -> list[str]:
        """All ways to suffer the penalty of this Age; who can pay must pay (Edifice 8 and 9)."""
        penalty = self._edifice(self.age)["penalty"]
        texts: set[str] = set()
        if "coins" in penalty and self.coins[seat] >= penalty["coins"]:
            texts = {f"lose {penalty['coins']} coins"}
        if "card" in penalty:
            city = self.cities[seat]
            texts = {
                f"lose {card}" for card in city if self.cards[card]["color"] == penalty["card"]
            }
        if "tokens" in penalty:
            victories = sorted(token for token in self.tokens[seat] if token > 0)
            for values in itertools.combinations(victories, penalty["tokens"]):
                texts.add("lose tokens " + " ".join(str(value) for value in values))
        return sorted(texts) or [DEBT]

    def _lose(self, seat: int, text: str) -> None:
        lost = text.removeprefix("lose ")
        if text == DEBT:
            self.debts[seat].append(self.age)
        elif lost.endswith(" coins"):
            self._from_bank(seat, -int(lost.removesuffix(" coins")))
        elif lost.startswith("tokens "):
            for value in lost.split()[1:]:
                self.tokens[seat].remove(int(value))  # the first one of this value
        else:
            self.cities[seat].remove(lost)
            self.lost_colors[seat].add(self.cards[lost]["color"])
            (self.discards if self.rules["lost_cards"] == "pile" else self.boxed).append(lost)

    # Scoring

    def _edifice_points(self, seat: int) -> int:
        """Edifice 11: one line for the points of the pawns and the debts."""
        points = sum(debt_points(age) for age in self.debts[seat])
        rewards = self._rewards(seat)
        for reward in rewards:
            if "per" in reward:
                points += reward["per"]["vp"] * self._edifice_count(seat, reward["per"]["count"])
        return points + self._agora(seat, sum("repeat_guild" in reward for reward in rewards))

    def _edifice_count(self, seat: int, what: str) -> int:
        if what == "brown and grey":
            return min(self._count(seat, "brown"), self._count(seat, "grey"))
        if what == "color":
            return len({self.cards[card]["color"] for card in self.cities[seat]})
        return self._count(seat, what)

    def _agora(self, seat: int, pawns: int) -> int:
        """Edifice 12: the best purple card again; settled 3: with two pawns the best two.

        With the switch agora_pair two pawns repeat the same card. A copied guild of Olympia is
        not in the city, and cannot be repeated.
        """
        purple = [card for card in self.cities[seat] if self.cards[card]["color"] == "purple"]
        if self.rules["agora_pair"] == "same":
            return max((self._repeated(seat, card, pawns) for card in purple), default=0)
        gains = sorted((self._repeated(seat, card, 1) for card in purple), reverse=True)
        return sum(gains[:pawns])

    def _repeated(self, seat: int, card: str, times: int) -> int:
        """What a purple card gains when it is applied so many times more."""
        data = self.cards[card]
        if "symbol" in data:  # Scientists Guild: chosen jointly with all other symbols
            return self._science(seat, times) - self._science(seat)
        return times * self._card_points(seat, data)
