"""ZSY in numbers: what a move leaves as sparse features, position and move coupled, and a picture for networks."""
