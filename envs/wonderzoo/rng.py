"""The random generator of the games: SplitMix64, one 64-bit word of state inside each record.

One seed gives one game on every platform, in any batch and in any process. Source: Steele, Lea and
Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from wonderzoo.compiled import INTERPRETED, kernel

_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_S30, _S27, _S31, _S32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)


def _wrapping(function: Callable[..., Any]) -> Callable[..., Any]:
    """Interpreted, numpy warns of the wrap-around that the generator is made of: silence it."""
    if not INTERPRETED:
        return function

    @functools.wraps(function)
    def silent(*args: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*args)

    return silent


@_wrapping
@kernel
def mix(word):
    """The SplitMix64 finalizer: a bijection of 64-bit words that scatters every bit."""
    z = np.uint64(word)
    z = (z ^ (z >> _S30)) * _MIX_1
    z = (z ^ (z >> _S27)) * _MIX_2
    return z ^ (z >> _S31)


@_wrapping
@kernel
def derive(seed, index):
    """A new seed for the ``index``-th thing that grows from ``seed`` (a slot, an episode)."""
    return mix(np.uint64(seed) + (np.uint64(index) + np.uint64(1)) * _GAMMA)


@_wrapping
@kernel
def next_word(state):
    """Advance ``state.rng`` and return 64 random bits."""
    state.rng = state.rng + _GAMMA
    return mix(state.rng)


@_wrapping
@kernel
def below(word, bound):
    """Scale the upper 32 bits of a random word to 0 .. bound-1.

    The bias of multiply-and-shift is below bound / 2**32, under 2e-8 for every use here.
    """
    return np.int64(((np.uint64(word) >> _S32) * np.uint64(bound)) >> _S32)


@kernel
def draw(state, bound):
    """A random integer 0 .. bound-1 from the record's own generator."""
    return below(next_word(state), bound)
