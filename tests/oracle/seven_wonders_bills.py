"""What a cost can be paid with, and what a collection of symbols is worth: two plain searches.

A bill is what goes to the left neighbor and to the right one. "Ruling n" in a comment is the
number in the list of rulings the project settled on from the rulebook.
"""

import itertools
from collections.abc import Iterable
from functools import lru_cache

SYMBOLS = ["compass", "gear", "tablet"]
PRICE = 2

Bill = tuple[int, int]  # coins to the left neighbor, coins to the right one
Source = tuple[str, ...]  # the resources of which it gives one each turn
Sources = tuple[Source, ...]

# Paying


def pareto(bills: set[Bill]) -> frozenset[Bill]:
    """The bills that no other one beats: ruling 9.1."""
    return frozenset(
        bill
        for bill in bills
        if not any(b != bill and b[0] <= bill[0] and b[1] <= bill[1] for b in bills)
    )


def pareto_bills(
    cost: dict[str, int],
    own: Iterable[Source],
    left: Iterable[Source],
    right: Iterable[Source],
    cheap: set[tuple[str, str]],
) -> list[Bill]:
    """All Pareto-minimal ways to come by the resources of a cost, least to the left first.

    cheap: the (neighbor, resource) pairs that cost 1. Sources are cut down to what the cost
    needs, which changes nothing and lets the search meet the same question often.
    """
    symbols = tuple(sorted(r for r, count in cost.items() if r != "coins" for _ in range(count)))

    def useful(sources: Iterable[Source]) -> Sources:
        cut = [tuple(sorted(r for r in source if r in symbols)) for source in sources]
        return tuple(sorted(source for source in cut if source))

    needed = frozenset(pair for pair in cheap if pair[1] in symbols)
    return sorted(_search(symbols, useful(own), useful(left), useful(right), needed))


@lru_cache(maxsize=1 << 18)
def _search(
    symbols: tuple[str, ...],
    own: Sources,
    left: Sources,
    right: Sources,
    cheap: frozenset[tuple[str, str]],
) -> frozenset[Bill]:
    """Try every source for the first symbol, and every way to pay the others with what is left.

    Each source serves one symbol a turn (ruling 4.1). The Pareto-minimal bills of the others are
    enough: what the first symbol costs is added to all of them alike.
    """
    if not symbols:
        return frozenset({(0, 0)})
    first, others = symbols[0], symbols[1:]
    if (first,) in own:  # it can serve nothing else, and nothing is cheaper
        return _search(others, _without(own, (first,)), left, right, cheap)
    found: set[Bill] = set()
    for source in {source for source in own if first in source}:
        found |= _search(others, _without(own, source), left, right, cheap)
    for source in {source for source in left if first in source}:
        price = 1 if ("left", first) in cheap else PRICE
        bills = _search(others, own, _without(left, source), right, cheap)
        found |= {(to_left + price, to_right) for to_left, to_right in bills}
    for source in {source for source in right if first in source}:
        price = 1 if ("right", first) in cheap else PRICE
        bills = _search(others, own, left, _without(right, source), cheap)
        found |= {(to_left, to_right + price) for to_left, to_right in bills}
    return pareto(found)


def _without(sources: Sources, source: Source) -> Sources:
    i = sources.index(source)
    return sources[:i] + sources[i + 1 :]


# Science


def science(symbols: dict[str, int], wilds: int) -> int:
    """Points of a collection; each wild becomes the kind that is best for all (ruling 7.2)."""
    best = 0
    for chosen in itertools.combinations_with_replacement(SYMBOLS, wilds):
        counts = [symbols.get(symbol, 0) + chosen.count(symbol) for symbol in SYMBOLS]
        best = max(best, sum(count * count for count in counts) + 7 * min(counts))
    return best
