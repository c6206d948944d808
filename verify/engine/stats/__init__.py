"""Statistics of the judges: pure functions on float64 tensors, with both error rates stated everywhere."""
