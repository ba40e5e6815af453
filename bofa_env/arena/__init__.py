"""The arena: bots play each other, and what can be said of them and of the game from that.

Playing: `setting` and `jobs` say what is played, `schedule` who meets whom, `play` plays some games, `guard` does so in
a process of its own with a clock, `crew` with many hands here or on a cluster, `store` keeps every game.
Reckoning, from stored games alone: `ratings`, `sprt`, `shares`, `luck`, `balance`, `verdict`.
Telling: `grids`, `plots`, `report`, `export`.
"""
