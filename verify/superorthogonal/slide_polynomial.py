"""Exact arithmetic for both roots and affine changes of the polynomial."""

from theory.superorthogonal.slide_polynomial import claim
from verify import bind

slide_polynomial = bind(claim, points=(6, 40))
