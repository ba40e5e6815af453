"""The game and nothing else: numba kernels over one numpy record per game, one small file per chapter of the rules."""
