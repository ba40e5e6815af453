"""Self-play training, the opponents' league and the evaluation of trained agents."""
