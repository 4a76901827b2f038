"""7 Wonders for 3 to 7 players, as PettingZoo environments.

```python
from wonderzoo import seven_wonders_v0

env = seven_wonders_v0.parallel_env(num_players=3)
observations, infos = env.reset(seed=42)
while env.agents:
    actions = {
        agent: env.action_space(agent).sample(observations[agent]["action_mask"])
        for agent in env.agents
    }
    observations, rewards, terminations, truncations, infos = env.step(actions)
```

The game: the base box, second edition (2020), complete; ``edition="first"`` plays the first
edition, ``expansions=["edifice"]`` adds the expansion Edifice (2023). All players choose at once,
three Ages of six turns.

=================  ==========================================
Import             ``from wonderzoo import seven_wonders_v0``
Agents             ``player_0`` ... ``player_6``
Action space       ``Discrete(597)``, the same for all seats and table sizes
Observation        ``Dict(observation: Box float32, action_mask: Box int8)``
Parallel form      ``seven_wonders_v0.parallel_env()``, the natural one
Gymnasium          ``gymnasium.make("wonderzoo/SevenWonders-v0", num_players=5)``
=================  ==========================================

Turns
-----
Choices are hidden until all are in. The AEC form asks the seats one after another; none of them
sees what the others have chosen. A card that can be paid in several ways asks for the bill as a
further choice of the same turn. In the parallel form a seat with nothing to decide in a step
(while another chooses a bill, plays a seventh card, builds from the discards, takes a half of a
stage or pays a penalty) can only ``wait``.

Actions
-------
An id always means the same thing, at every table size. ``env.unwrapped.game.action_text(id)``
and ``action_id(text)`` translate; ``docs/seven_wonders.md`` lists the blocks.

Observations
------------
One layout for all table sizes: seats are relative to the observer, those that are not there are
zero, so that one policy can sit at any table. What the seat can see and remember, never a hidden
card: of the hands that have passed through his own, each card with the chance that it is still
there.

Rewards
-------
Only at the end, once, to every seat, and zero-sum. ``"win"`` (default): 1 for the winner and
-1 / (n - 1) for the others, winners who tie share. ``"rank"``: from 1 for the first place to -1
for the last. ``"score"``: own points minus the mean of the others'.

Arguments
---------
The options of the game, and those of ``duel_v0`` (where ``max_cycles`` counts the rounds in which
every seat asked has chosen: in the parallel form the choice of a bill is a step of its own, in the
AEC form it belongs to the round of what it pays for, unless only the last seat has to choose one):

* ``num_players``: 3 (default) to 7.
* ``edition``: ``"second"`` (default) or ``"first"``.
* ``sides``: ``"random"`` (default), ``"day"``, ``"night"`` (``"a"``, ``"b"`` in the first
  edition), or ``"choose"``: the players choose before the first turn.
* ``payment``: ``"choose"`` (default) among all Pareto-minimal bills, or ``"cheapest"``: the one of
  the least total, and of those the one that pays least to the left.
* ``wonders``: a list with a wonder for each seat, or None (default) to draw them.
* ``expansions``: ``[]`` (default) or ``["edifice"]``.
* ``extra_wonders``: those of ``"Carthage"`` and ``"Ur"`` (only with Edifice) that join the draw.
* ``free_building``, ``coin_effects``, ``revival``, ``last_turn``, ``seventh_participates``,
  ``lost_cards``, ``agora_pair``, ``edifice_shields``: rulings on which the rulebooks leave room;
  see ``docs/rulings.md``.

Version history
---------------
* v0: initial version.
"""

from __future__ import annotations

from wonderzoo.adapters.factory import pettingzoo_functions
from wonderzoo.seven_wonders.game import SevenWonders

env, raw_env, parallel_env = pettingzoo_functions(SevenWonders)
