"""7 Wonders Duel for two players, as PettingZoo environments.

```python
from wonderzoo import duel_v0

env = duel_v0.env(render_mode="ansi")
env.reset(seed=42)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    if termination or truncation:
        action = None
    else:
        action = env.action_space(agent).sample(observation["action_mask"])
    env.step(action)
```

The game: the base box, complete. Two players draft four wonders each and play three Ages, taking
cards from a shared tableau, part of it face down. One wins at once by marching into the other's
capital or by six different scientific symbols, else by victory points after Age III.

=================  ==========================================
Import             ``from wonderzoo import duel_v0``
Agents             ``player_0``, ``player_1``
Action space       ``Discrete(1143)``, the same for both seats
Observation        ``Dict(observation: Box float32, action_mask: Box int8)``
Parallel form      ``duel_v0.parallel_env()``
Gymnasium          ``gymnasium.make("wonderzoo/Duel-v0", opponent="greedy")``
=================  ==========================================

Turns
-----
The seats mostly alternate, but not always: wonders give extra turns, and some plays ask further
questions (a token, a card to destroy). ``agent_selection`` then stays with the same seat. In the
parallel form both seats act in every step and the one with nothing to decide can only ``wait``.

Actions
-------
An id always means the same thing. ``env.unwrapped.game.action_text(id)`` and ``action_id(text)``
translate.

=========  =======  ===========================================================
ids        block    what it does
=========  =======  ===========================================================
0          wait     a seat with nothing to decide
1-12       draft    take wonder W
13-85      build    build card C in one's city
86-158     discard  discard card C for coins
159-1034   wonder   build wonder W, tucking card C under it
1035-1044  token    take progress token T from the board
1045-1054  library  take T of the three tokens of The Great Library
1055-1067  destroy  put the opponent's brown or grey card C on the discard pile
1068-1140  revive   build card C of the discard pile with The Mausoleum
1141-1142  start    choose who begins the Age: self, opponent
=========  =======  ===========================================================

Masks are int8 and never all zero: a seat that is not to act sees only ``wait``, and when the game
is over everything is 1. An illegal action ends the game: -1 for the mover, 0 for the other, both
terminated and truncated, with PettingZoo's warning. An id outside the space is an AssertionError.
With ``strict=True`` both raise `IllegalActionError` and leave the game as it was.

Observations
------------
What the seat can see and remember; never a face-down card. Two encoders: ``"flat"``, one vector,
and ``"entities"``, a table with one row for each card, wonder, token, place and player, whose
column 0 is the attention mask. ``env.unwrapped.game.encoder("flat").blocks`` names every number.
``env.state()`` is the flat observation of ``player_0``.

Rewards
-------
Only at the end, once, to both seats, and zero-sum. ``"win"`` (default): 1 and -1, a shared victory
0 and 0. ``"rank"``: the same for two players. ``"score"``: the difference in victory points.

Arguments
---------
``env``, ``raw_env`` and ``parallel_env`` take the same keyword arguments:

* ``tied_start``: who begins an Age when the conflict pawn stands on 0. ``"choose"`` (default): the
  player who took the last card chooses; ``"begin"``: he begins unasked (first printing).
* ``encoder``: ``"flat"`` (default) or ``"entities"``.
* ``obs_format``: ``"dict"`` (default), or ``"flat"`` for the array alone, the mask in the info.
* ``obs_key``: the name of the array in the dict; ``"observations"`` for RLlib.
* ``reward``: ``"win"`` (default), ``"rank"`` or ``"score"``.
* ``render_mode``: None, ``"ansi"``, ``"human"`` or ``"rgb_array"`` (needs Pillow).
* ``strict``: raise on illegal actions (default False).
* ``max_cycles``: truncate after so many decisions (default None: games end by themselves).

``reset(seed=..., options={"deal": ...})`` sets up a given deal, as recorded games hold it.
``clone``, ``get_state``, ``set_state``, ``pickle`` and ``copy.deepcopy`` keep a game in progress.

Version history
---------------
* v0: initial version.
"""

from __future__ import annotations

from wonderzoo.adapters.factory import pettingzoo_functions
from wonderzoo.duel.game import Duel

env, raw_env, parallel_env = pettingzoo_functions(Duel)
