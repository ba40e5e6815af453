"""The battlefield and the counters: two TOML files, and what reads, checks and turns them into the world record."""
