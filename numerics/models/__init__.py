"""Simulators: pure functions of parameters and a `Draw`, returning one value per replicate."""
