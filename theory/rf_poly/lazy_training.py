"""The lazy regime: a wide two-layer network with both layers trained differs from random features by one over its width.

f = p^(-1/2) Σ_j a_j tanh(√d⟨w_j, x⟩) is trained by gradient flow on ½ Σ (y_i - f(x_i))² from a = 0 and w_j uniform on the sphere. As a_j = O(p^(-1/2)) and
dw_j/dt = O(p^(-1/2) a_j), every w_j moves by O(1/p) at fixed n, d, t, and the fit differs by O(1/p) from that with a frozen first layer, which is
the kernel's filter 1 - e^(-tK) (rf_poly.kernel_approximation). Networks of 100 and 400 features are trained on the same samples: both quantities fall
by about a factor of 4, judged in shares of draws, with constants from a pilot on other keys.
"""

from lemmata import *
from lemmata.theory.rf_poly.notation import source

trained = Procedure(
    "trained",
    "tanh network of p features trained by gradient flow, beside the same with a frozen first layer",
    ("n", "p", "d", "t", "pace"),
    {
        "difference": "root mean square over test points of the difference of the two fits",
        "moved": "mean distance that a weight of the first layer moved",
        "size": "root mean square of the frozen fit",
        "difference_4": "the first with four times the width on the same data",
        "moved_4": "the second with four times the width",
        "size_4": "the third with four times the width",
    },
)
SHARE = Rational(4, 5)


def run(output, pace=1):
    """15 samples in d = 6, at t = 3, 100 and 400 features."""
    return trained(n=Integer(15), p=Integer(100), d=Integer(6), t=Integer(3), pace=Integer(pace))[output]


def falls(output, says, **wrong):
    """From 100 to 400 features, by a factor of about 4: more than 5/2 and less than 6."""
    few, many = run(output), run(f"{output}_4")
    return {
        output: Part(Guarantee(5 * many < 2 * few, SHARE), says=says, wrong={"square": {"event": 10 * many < few}, **wrong}),
        f"{output}_above": Part(
            Guarantee(few < 6 * many, SHARE), says="and by less than 6", wrong={"square_root": {"event": few < 2 * many}}
        ),
    }


claim = Claim(
    "rf_poly.lazy_training",
    source=source(),
    uses=("rf_poly.kernel_approximation",),
    domain=Domain(),
    parts={
        **falls(
            "difference",
            "From 100 to 400 features the difference to the frozen fit falls by more than 5/2 in four of five draws",
            other_loss={"event": 5 * run("difference_4", 2) < 2 * run("difference", 2)},
        ),
        **falls("moved", "and so does the mean distance that a weight of the first layer moves"),
        "near": Part(
            Guarantee(10 * run("difference_4") < run("size_4"), SHARE),
            says="With 400 features the difference is less than a tenth of the frozen fit in four of five draws",
            wrong={"other_loss": {"event": 10 * run("difference_4", 2) < run("size_4", 2)}},
        ),
    },
    procedures=(trained,),
)
