"""How far training moves the first layer of a two-layer network: the symbols of the family, and the run.

f = N^(-s) Σ a_i tanh(<w_i, x>) with s = 1/2 (scale of the tangent kernel, that of the slides) or s = 1 (mean field), |a_i| = 1 and |w_i| of the
order 1 at the start; steps of size η N^(2s - 1), so that the outputs move by as much at every width. Other symbols as in one_step.notation.
"""

from typing import Any

from lemmata import Procedure, Rational, Source

HALF = Rational(1, 2)
descended = Procedure(
    "descended",
    "gradient descent on both layers of a tanh network, f = N^(-s) Σ a_i tanh(<w_i, x>), from a_i = ±1 in pairs that cancel",
    ("n", "d", "N", "s", "η", "T"),
    {
        "whole": "Frobenius norm of the move of the first layer",
        "neuron": "mean norm of the move of a neuron",
        "relative": "Frobenius norm of the move over that of the start",
    },
)


def run(N: Any, s: Any = HALF) -> Any:
    """24 steps of size 1/2 N^(2s - 1) on 24 samples in dimension 8."""
    return descended(n=24, d=8, N=N, s=s, T=24, **{"η": HALF})


def source() -> Source:
    """The panels on lazy training and feature learning."""
    return Source("001_4c481594b380f97e.txt", "A REPRESENTATION PERSPECTIVE", None)
