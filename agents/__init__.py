"""Bots that play the game, one file each, and the registry that makes them from a spec string."""
