"""The population risk of linear attention with any matrix Γ = [G | g], exactly at every dimension and context length.

Given a task w with v = |w|²/d + ρ, the features h = (h_1, h_2) have E h_1 = w, E h_2 = v, E h_1h_1' = (1 + 1/ℓ)ww' + (vd/ℓ)I,
E h_1h_2 = (1 + 2/ℓ)vw and E h_2² = (1 + 2/ℓ)v². The risk is ρ + E|w - Gh_1 - gh_2|²/d. Averaged over tasks of norm √d with mean b and
second moment R it is 1 + ρ - (2/d) tr ΓA' + (1/d) tr ΓBΓ', A = [R | (1 + ρ)b]; averaged over w ~ N(0, I) it has b = 0, R = I and the
corner ((1 + ρ)² + 2/d)(1 + 2/ℓ), as the norm of w fluctuates. Everything is a polynomial of normal variables.
"""

from lemmata import *
from lemmata.theory.icl_linear.notation import d, l, rho, source

SOME = Kind("general", ("generic", "sparse", "zero"))
G = Array("G", "coefficients of the products of inputs and labels", d, d, kind=SOME)
g = Array("g", "coefficients of the mean square label", d, kind=SOME)
w = Array("w", "task", d)
u, v = (Array(name, "direction of a pretraining task", d, kind=UnitVector) for name in "uv")
fresh = Sampled("ω", Normal(), d)  # a new task
X, eps = Sampled("X", Normal(1 / d), l, d), Sampled("ε", Normal(rho), l)
query, noise = Sampled("x", Normal(1 / d), d), Sampled("ε_0", Normal(rho))


def risk(task):
    """The mean squared error of the prediction for the query, over contexts, query and labels."""
    y = X * task + eps
    predicted = d / l * dot(query, G * X.T * y) + dot(query, g) * sq(y) / l
    return Mean((dot(query, task) + noise - predicted) ** 2)


def closed(first, second, corner, size=1, one=1 + 1 / l, two=1 + 2 / l, own=1 + rho):
    """1 + ρ - (2/d) tr ΓA' + (1/d) tr ΓBΓ' with tasks of mean `first` and second moment `second`; `size`: |w|²/d."""
    linear = Trace(G * second) + own * dot(first, g)
    blocks = own * d / l * sq(G) + one * Trace(G * second * G.T) + 2 * two * own * dot(g, G * first) + two * corner * sq(g)
    return size + rho - 2 * linear / d + blocks / d


def of_task(**changed):
    """The risk given a task."""
    own = sq(w) / d + rho
    return closed(w, w * w.T, **{"corner": own**2, "size": sq(w) / d, "own": own, **changed})


def of_pair(**changed):
    """Averaged over two tasks of norm √d."""
    return closed(sqrt(d) * (u + v) / 2, d * (u * u.T + v * v.T) / 2, **{"corner": (1 + rho) ** 2, **changed})


def of_new(extra=2 / d, one=1 + 1 / l, two=1 + 2 / l, own=1 + rho):
    """Averaged over w ~ N(0, I)."""
    blocks = (own * d / l + one) * sq(G) + two * ((1 + rho) ** 2 + extra) * sq(g)
    return 1 + rho - 2 * Trace(G) / d + blocks / d


pair = (risk(sqrt(d) * u) + risk(sqrt(d) * v)) / 2


def versions(form):
    return {"fourth_moment_left_out": {"right": form(one=1)}, "cubic_moment_left_out": {"right": form(two=1 + 1 / l)}}


claim = Claim(
    "icl_linear.moments",
    source=source(),
    domain=Domain(core=(d >= 2, d <= 4, l >= 2, l <= 6, rho >= 0.05, rho <= 1)),
    parts={
        "main": Part(
            Identity(pair, of_pair()),
            says="Averaged over tasks of norm √d (two of them here) the risk of Γ is 1 + ρ − (2/d) tr ΓAᵀ + (1/d) tr ΓBΓᵀ",
            proof="mean",
            wrong={
                **versions(of_pair),
                "noiseless_labels": {"right": of_pair(own=1)},
                "corner_of_squares": {"right": of_pair(corner=1 + rho**2)},
            },
        ),
        "task": Part(
            Identity(risk(w), of_task()),
            says="The same given one task w of any norm, with |w|²/d + ρ for the variance of a label",
            proof="mean",
            wrong=versions(of_task),
        ),
        "new_task": Part(
            Identity(risk(fresh), of_new()),
            says="and averaged over w ~ N(0, I): there the corner has (1 + ρ)² + 2/d, as the norm fluctuates",
            proof="mean",
            wrong={
                **versions(of_new),
                "norm_held_fixed": {"right": of_new(extra=0)},
                "corner_of_squares": {"right": of_new(extra=2 / d - 2 * rho)},
            },
        ),
    },
)
