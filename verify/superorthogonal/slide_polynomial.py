"""Exact arithmetic for both roots and affine changes of the polynomial."""

from lemmata.theory.superorthogonal.slide_polynomial import claim
from lemmata.verify import bind

slide_polynomial = bind(claim, points=(6, 40))
