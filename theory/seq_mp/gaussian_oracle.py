"""With a Gaussian likelihood message passing returns the exact posterior mean, and every refreshed site is right at once.

For y = θ + √v ε the posterior mean under the cavity field is m = (γ + y/v)/(L + 1/v), so that χ = 1/(L + 1/v) and f = m/χ - γ = y/v is
constant. The fixed point gives m = (K^(-1) + 1/v)^(-1) y/v for every L, as 1/χ - L = 1/v; what fixes L is tr A = 0, which holds where χ is the
mean posterior variance, N/tr(K^(-1) + 1/v)^(-1) = L + 1/v. With every site refreshed with probability η, after T steps the expected squared distance of u
to the fixed point has shrunk by (1-η)^T, and that of γ is q²|Aδ|² + (q - q²) Σ_j δ_j²|A_j|², q = (1-η)^T, δ the distance at the start and A_j the
columns. The same holds for one random site a step with (1 - 1/N)^T for q and (1 - 2/N)^T for q².
"""

from lemmata import *
from lemmata.theory.seq_mp.notation import N, eta, source, v

L = Symbol("L", "precision that the cavity adds", Positive)
T = Symbol("T", "number of steps", Naturals)
g, y0 = Symbol("γ", "cavity field of a site", Reals), Symbol("y", "datum of a site", Reals)
K = Array("K", "covariance of the latent variables", N, N, kind=PD)
y, start = Array("Y", "data", N), Array("u_0", "messages at the start", N)
u = Array("u", "messages", N)
B = Sampled("B", Bernoulli(eta), N)

theta = y0 + sqrt(v) * Sampled("Z", Normal())
tilt = exp(-L * theta**2 / 2 + g * theta)
posterior = Mean(theta * tilt) / Mean(tilt)  # m
S = (K.inv() + I(N) / v).inv()  # the covariance of the exact posterior
scale = L + 1 / v  # 1/χ
A = scale * S - I(N)


def estimate(field):
    """m, entry by entry."""
    return (field + y / v) / scale


def parallel(matrix=A, own=1):
    """The estimates after T parallel steps."""
    return estimate(matrix * Iterate(u, scale * estimate(matrix * u) - own * matrix * u, start, T).end)


delta = start - y / v
random = Iterate(u, u + hadamard(B, scale * estimate(A * u) - A * u - u), start, T, fresh=(B,))
q = (1 - eta) ** T
columns = dot(diag(A * A), delta * delta.T)
whole = sq(A * delta)


def words(left, right):
    return {"statement": Identity(left, right), "proof": "words"}


def means(left, right, **options):
    return {"statement": Identity(left, right, **options), "proof": "mean"}


run_of_sites = Procedure(
    "run_of_sites",
    "the algorithm for a Gaussian likelihood with K = GG'/N + 1/5, one random site a step",
    ("N", "T", "v"),
    {
        "u": "squared distance of the messages to the fixed point after T steps",
        "u start": "at the start",
        "fields": "squared distance of the fields after T steps",
        "whole": "|Aδ|²",
        "columns": "Σ_j δ_j²|A_j|²",
    },
)
single = {"N": 20, "T": 40, "v": Rational(1, 2)}
sites = {name: Mean(run_of_sites(**single)[name]) for name in ("u", "u start", "fields", "whole", "columns")}
kept = {j: (1 - Rational(j, 20)) ** 40 for j in (1, 2)}
after = kept[2] * sites["whole"] + (kept[1] - kept[2]) * sites["columns"]

claim = Claim(
    "seq_mp.gaussian_oracle",
    source=source(),
    domain=Domain(
        eta <= 1,
        core=(
            (N >= 2, N <= 5, T <= 2, L >= 0.2, L <= 2, v >= 0.3, v <= 2),
            (eta >= 0.2, eta <= 0.4, g >= -1, g <= 1, y0 >= -1, y0 <= 1),
        ),
    ),
    parts={
        "main": Part(
            Identity(parallel(), S * y / v),
            says="After any number of parallel steps the algorithm returns the exact posterior mean (K⁻¹ + 1/v)⁻¹ y/v, for every L",
            wrong={
                "without_the_field": {"left": parallel(own=0)},
                "centred_covariance": {"left": parallel(K - Trace(K) / N * I(N))},
            },
        ),
        "tilted": Part(
            **means(posterior, (g + y0 / v) / scale),
            says="The posterior mean of a site under its cavity field is m = (γ + y/v)/(L + 1/v)",
            wrong={"without_cavity_precision": {"right": (g + y0 / v) * v}},
        ),
        "constant": Part(
            **means(scale * posterior - g, y0 / v, scale=1),
            says="so that f = m/χ − γ = y/v does not depend on the field",
            wrong={"without_the_field": {"left": scale * posterior}},
        ),
        "trace": Part(
            **words(Trace(A), scale * Trace(S) - N),
            says="tr A = (L + 1/v) tr S − N for the posterior covariance S: it vanishes where χ = 1/(L + 1/v) is the mean posterior variance",
            wrong={"prior": {"right": scale * Trace(K) - N}, "of_the_data": {"right": L * Trace(S) - N}},
        ),
        "square": Part(
            **words(Trace((N * S - Trace(S) * I(N)) ** 2) / N, N * Trace(S * S) - Trace(S) ** 2),
            says="and then, with A = NS/tr S − 1, (tr S)²φ(A²) = N tr S² − (tr S)²",
            wrong={"squared_trace": {"right": N * Trace(S * S)}, "added": {"right": N * Trace(S * S) + Trace(S) ** 2}},
        ),
        "messages": Part(
            Identity(Mean(sq(random.end - y / v)), q * sq(delta)),
            says="Refreshed with probability η a step, the messages have the mean squared distance (1−η)^T |δ|² to the fixed point",
            wrong={"squared": {"right": q**2 * sq(delta)}, "per_sweep": {"right": exp(-eta * T) * sq(delta)}},
        ),
        "fields": Part(
            Identity(Mean(sq(A * (random.end - y / v))), q**2 * whole + (q - q**2) * columns),
            says="and the fields q²|Aδ|² + (q − q²) Σ_j δ_j²|A_j|² with q = (1−η)^T",
            wrong={"independent": {"right": q * whole}, "columns_alone": {"right": q * columns}},
        ),
        "one_site": Part(
            Identity(sites["u"], kept[1] * sites["u start"]),
            says="With one random site a step, N = 20 and 40 steps, the mean squared distance of the messages shrinks by (1 − 1/N)^40",
            wrong={"pairs": {"right": kept[2] * sites["u start"]}},
        ),
        "one_site_fields": Part(
            Identity(sites["fields"], after),
            says="and that of the fields has (1 − 2/N)^40 for q² and (1 − 1/N)^40 for q",
            wrong={"whole_alone": {"right": kept[1] * sites["whole"]}},
        ),
    },
    procedures=(run_of_sites,),
)
