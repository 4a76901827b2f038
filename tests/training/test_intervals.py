"""Intervals cover at the stated rate, with the deal as the unit."""

from __future__ import annotations

import numpy as np
import pytest

from wonderzoo_training.intervals import (
    bootstrap_sums,
    mean_intervals,
    rate_interval,
    student,
    sums_by_deal,
    wilson,
)

TRIALS = 1000
# 1000 trials of a true 95 % are within 0.95 +- 3.5 standard errors of 0.0069
LEAST, MOST = 0.926, 0.974


def clustered(
    rng: np.random.Generator, deals: int, seats: int, p: float, together: float
) -> tuple[np.ndarray, np.ndarray]:
    """Wins of ``deals * seats`` games; with chance ``together`` a deal's games all end alike."""
    own = rng.random((deals, seats)) < p
    alike = rng.random(deals) < together
    own[alike] = own[alike, :1]
    return own.ravel().astype(float), np.repeat(np.arange(deals), seats)


def coverage(low_high: list[tuple[float, float]], truth: float) -> float:
    return float(np.mean([low <= truth <= high for low, high in low_high]))


def test_wilson_covers_at_the_stated_rate() -> None:
    rng = np.random.default_rng(0)
    for p in (0.5, 0.9, 0.97):
        seen = rng.binomial(400, p, size=2000) / 400
        covered = np.mean([low <= p <= high for low, high in (wilson(s, 400) for s in seen)])
        assert 0.93 <= covered <= 0.975
    assert wilson(1.0, 1000)[1] == 1.0
    assert wilson(1.0, 1000)[0] > 0.99
    assert wilson(0.0, 10)[0] == 0.0


@pytest.mark.parametrize("seats", [2, 3, 7])
@pytest.mark.parametrize("together", [0.0, 0.4, 1.0])
@pytest.mark.parametrize(("p", "deals"), [(0.5, 10), (0.5, 150), (0.85, 50), (0.95, 150)])
def test_a_rate_covers_whether_or_not_the_games_of_a_deal_agree(
    seats: int, together: float, p: float, deals: int
) -> None:
    rng = np.random.default_rng(seats)
    found = [rate_interval(*clustered(rng, deals, seats, p, together)) for _ in range(TRIALS)]
    # It never narrows below the binomial one. Skewed and clustered, 93 % is what it reaches.
    assert LEAST - 0.02 * (p > 0.9) <= coverage(found, p) <= 1.0
    if deals == 150 and p == 0.5:
        assert coverage(found, p) <= MOST + 0.01


def test_the_hardest_case_covers_as_the_page_of_evaluation_says() -> None:
    """Few deals, a rate near 1, and only some of the deals decide all their games."""
    rng = np.random.default_rng(7)
    found = [rate_interval(*clustered(rng, 50, 7, 0.95, 0.4)) for _ in range(TRIALS)]
    assert 0.86 <= coverage(found, 0.95) <= 0.92


def test_a_total_over_matches_of_different_difficulty_is_no_wider_than_it_should_be() -> None:
    rng = np.random.default_rng(6)
    chances = np.array([0.99, 0.9, 0.5, 0.1])
    found, widths = [], []
    deals, matches = np.tile(np.repeat(np.arange(150), 2), 4), np.repeat(np.arange(4), 300)
    for _ in range(TRIALS):
        results = (rng.random((4, 300)) < chances[:, None]).astype(float).ravel()
        low, high = rate_interval(results, deals, matches)
        found.append((low, high))
        widths.append(high - low)
    assert LEAST <= coverage(found, chances.mean()) <= MOST + 0.01
    error = np.sqrt((chances * (1 - chances) / 300).sum()) / 4
    assert np.mean(widths) == pytest.approx(2 * 1.96 * error, rel=0.07)


def test_where_all_games_ended_alike_each_deal_counts_as_one() -> None:
    ones, deals = np.ones(200), np.repeat(np.arange(100), 2)
    low, high = rate_interval(ones, deals)
    assert high == 1.0
    assert low == pytest.approx(wilson(1.0, 100)[0], abs=0.002)
    assert rate_interval(0 * ones, deals) == pytest.approx((0.0, 1 - low))


def test_games_taken_for_independent_would_not_cover() -> None:
    """The test above can fail: the plain interval does, where deals decide their games."""
    rng = np.random.default_rng(1)
    found = []
    for _ in range(TRIALS):
        results, _ = clustered(rng, 150, 3, 0.5, 1.0)
        found.append(wilson(results.mean(), len(results)))
    assert coverage(found, 0.5) < 0.80


def test_deals_that_share_their_games_narrow_nothing() -> None:
    """First seats that always win: each deal is 1 of 2, but the rate is no surer for it."""
    results, deals = np.tile([0.0, 1.0], 100), np.repeat(np.arange(100), 2)
    assert rate_interval(results, deals) == wilson(0.5, 200, student(99))


def test_numbers_of_deals_may_have_gaps() -> None:
    rng = np.random.default_rng(2)
    results, deals = clustered(rng, 100, 2, 0.7, 0.5)
    assert rate_interval(results, deals) == rate_interval(results, deals * 7 + 3)
    values = rng.normal(size=(200, 3))
    assert (mean_intervals(values, deals) == mean_intervals(values, deals * 7 + 3)).all()


@pytest.mark.parametrize("deals", [6, 20, 120])
@pytest.mark.parametrize("share", [0.0, 0.8])
def test_bootstrap_intervals_of_scores_cover(share: float, deals: int) -> None:
    """Scores with a part that belongs to the deal; skewed, as scores are."""
    rng = np.random.default_rng(4)
    found = []
    for _ in range(TRIALS):
        of_deal = np.repeat(rng.gamma(16.0, 3.0, deals), 3)
        own = rng.gamma(16.0, 3.0, 3 * deals)
        scores = share * of_deal + (1 - share) * own
        low, high = mean_intervals(scores[:, None], np.repeat(np.arange(deals), 3))[0]
        found.append((low, high))
    assert 0.93 <= coverage(found, 48.0) <= 0.975


def test_a_bootstrap_over_games_would_not_cover_scores() -> None:
    rng = np.random.default_rng(4)
    found = []
    for _ in range(200):
        scores = np.repeat(rng.gamma(4.0, 5.0, 120), 3)
        found.append(tuple(mean_intervals(scores[:, None], np.arange(360))[0]))
    assert coverage(found, 20.0) < 0.85


def test_few_deals_say_nothing_of_the_spread() -> None:
    assert np.isnan(mean_intervals(np.ones((12, 2)), np.repeat(np.arange(4), 3))).all()
    assert not np.isnan(mean_intervals(np.ones((15, 2)), np.repeat(np.arange(5), 3))).any()


def test_sums_by_deal_and_their_replicates() -> None:
    values = np.arange(12.0).reshape(6, 2)
    number = np.array([0, 0, 2, 2, 2, 1])
    sums = sums_by_deal(values, number, 5)
    assert sums.shape == (5, 2)
    for deal in range(5):
        assert (sums[deal] == values[number == deal].sum(axis=0)).all()
    replicates = bootstrap_sums(sums, 4000)
    assert replicates.mean(axis=0) == pytest.approx(values.sum(axis=0), rel=0.05)
    same = bootstrap_sums(np.column_stack([sums, sums]), 50)
    assert same[:, :2] == pytest.approx(same[:, 2:])  # columns share their weights
