"""What can be wrong with what a user gives. Every message is one line that names the way out."""

from __future__ import annotations


class WonderzooError(ValueError):
    """Base of all errors about a user's input."""


class OptionError(WonderzooError):
    """An option that does not exist, or a value that it cannot have."""


class UnknownActionError(WonderzooError):
    """A text or a number that is no action of the game."""


class IllegalActionError(WonderzooError):
    """An action that is not legal in this position."""


class DealError(WonderzooError):
    """A deal that no box of the game can give."""


class TableError(WonderzooError):
    """An entry of the tables of cards, wonders or Edifices that has no meaning."""


class RecordError(WonderzooError):
    """A recorded game that cannot be read or replayed."""


class AgentError(WonderzooError):
    """An agent that does not exist or cannot play this game."""
