"""From a sympy expression to numbers: torch programs, balls, multiprecision."""
