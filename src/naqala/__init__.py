"""Naqala: play, learn and solve mancala."""

__version__ = "0.1.0"
