"""Training and evaluation of agents for wonderzoo: PPO self-play, checkpoints, command line."""
