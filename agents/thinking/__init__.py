"""The compiled thoughts of the bots: kernels over (world, game record), as those in `bofa_env.rules` are."""
