"""Wide two-layer networks before and after a gradient step on the first layer."""
