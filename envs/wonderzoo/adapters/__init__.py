"""Interfaces of other frameworks, each written once for every game."""
