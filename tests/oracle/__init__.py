"""A second reading of RULES.md in slow, plain Python, to check the kernels against.

Nothing here calls a rule of `bofa_env.rules`: the two TOML files are read anew, hexes are their names, movement is
shortest paths in networkx graphs, and every decision's legal actions come out as a set of names. From the game under
test only facts are read: where the pieces are, in which order they lie, and what the pending decision is about.
"""
