"""Intervals of rates and means when the deal, not the game, is the statistical unit.

The games of one deal share their cards, so they are not independent of each other. A rate gets
Wilson's interval for as many games as the deals are worth; everything else gets the Bayesian
bootstrap over deals (Rubin, "The Bayesian bootstrap", Annals of Statistics 9(1), 1981).
"""

from __future__ import annotations

import numpy as np

Z_95 = 1.959963984540054
REPLICATES = 2000
FEWEST = 5  # deals that a bootstrap needs
_BLOCK = 4_000_000  # random weights held at once
_SEED = 0x1D3A15  # of the bootstrap: the same results give the same intervals

Interval = tuple[float, float]


def wilson(p: float, n: float, z: float = Z_95) -> Interval:
    """Wilson's score interval of a rate ``p`` seen in ``n`` trials."""
    center = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * np.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    low = float(center - half) if p > 0 else 0.0  # exactly: rounding leaves a trace
    return low, (float(center + half) if p < 1 else 1.0)


def rate_interval(
    results: np.ndarray, deals: np.ndarray, matches: np.ndarray | None = None
) -> Interval:
    """95 % interval of the mean of ``results``, (N,) in 0 to 1: Wilson's, wider where deals agree.

    The variance of the rate is that between deals, or the binomial one if that is larger (deals
    that cancel card luck are not counted on). Wilson's interval is that of as many independent
    games as would have this variance, with Student's t of the deals. Where all games ended alike
    nothing says how those of a deal go together: then each deal counts as one.

    Args:
        deals: (N,) integers, the deal of each game.
        matches: (N,) integers, for a total over matches: the binomial variance is that within them.
    """
    p, n = float(results.mean()), len(results)
    _, number = np.unique(deals, return_inverse=True)
    sums = np.bincount(number, results - p)
    t = student(len(sums) - 1)
    if not 0 < p < 1:
        return wilson(p, len(sums), t)
    variance = _binomial(results, matches) / n**2
    if len(sums) > 1:
        variance = max(variance, float(sums.var(ddof=1)) * len(sums) / n**2)
    return wilson(p, p * (1 - p) / variance, t)


def _binomial(results: np.ndarray, matches: np.ndarray | None) -> float:
    """The variance of the number of wins, of independent games that are alike in each match."""
    if matches is None:
        matches = np.zeros(len(results), dtype=np.int64)
    total = 0.0
    for match in np.unique(matches):
        own = results[matches == match]
        p = own.mean() if 0 < own.mean() < 1 else 0.5 / (len(own) + 1)  # won all: by Jeffreys
        total += float(len(own) * p * (1 - p))
    return total


def student(free: int) -> float:
    """Student's 97.5 % quantile by the expansion of Cornish and Fisher: within 1 % from 5 on."""
    z, free = Z_95, max(free, 1)
    return z + (z**3 + z) / (4 * free) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * free**2)


def bootstrap_sums(values: np.ndarray, replicates: int = REPLICATES) -> np.ndarray:
    """Sums over deals, each deal with a random weight of mean 1: (replicates, columns).

    Args:
        values: (deals, columns), what each deal adds to each sum. Columns of one call share their
            weights, so a ratio of two of them is a mean in every replicate.
    """
    deals = len(values)
    rng = np.random.default_rng(_SEED)
    out = np.empty((replicates, values.shape[1]))
    step = max(1, _BLOCK // max(deals, 1))
    for first in range(0, replicates, step):
        last = min(first + step, replicates)
        out[first:last] = rng.standard_exponential((last - first, deals)) @ values
    return out


def mean_intervals(values: np.ndarray, deals: np.ndarray) -> np.ndarray:
    """95 % intervals of the means of ``values``' columns by bootstrap over deals: (columns, 2).

    Args:
        values: (N, columns); deals: (N,) integers, the deal of each row. NaN with fewer than
            `FEWEST` deals.
    """
    unique, number = np.unique(deals, return_inverse=True)
    if len(unique) < FEWEST:
        return np.full((values.shape[1], 2), np.nan)
    sums = bootstrap_sums(sums_by_deal(np.column_stack([np.ones(len(values)), values]), number))
    return limits_of(sums[:, 1:] / sums[:, :1], values.mean(axis=0), len(unique))


def sums_by_deal(values: np.ndarray, number: np.ndarray, deals: int = 0) -> np.ndarray:
    """Sums of the rows of ``values``, (N, columns), of each deal: (deals, columns).

    Args:
        number: (N,) integers from 0, the deal of each row; deals: at least so many rows.
    """
    columns = [np.bincount(number, column, minlength=deals) for column in values.T]
    return np.stack(columns, axis=1)


def limits_of(replicates: np.ndarray, point: np.ndarray, deals: int) -> np.ndarray:
    """The 95 % limits that replicates, (replicates, columns), give: (columns, 2).

    The middle 95 %, stretched about the estimate ``point``, (columns,), as Student's t is wider
    than the normal distribution: a bootstrap of few deals is too narrow without.
    """
    free = max(deals, FEWEST) - 1
    # The variance of this bootstrap is S^2 / (deals + 1), S^2 being the mean square deviation.
    stretch = student(free) / Z_95 * np.sqrt((free + 2) / free)
    limits: np.ndarray = point[:, None] + stretch * (middle_95(replicates) - point[:, None])
    return limits


def middle_95(replicates: np.ndarray) -> np.ndarray:
    """The 2.5 and 97.5 % quantiles of each column of (replicates, columns): (columns, 2)."""
    limits: np.ndarray = np.quantile(replicates, [0.025, 0.975], axis=0).T
    return limits
