"""The first variations δF/δμ(w) = -(λ/m) Σ_j (σ_w'My_j)² and δ((v/n) DoF)/δμ(w) = vλ |Mσ_w|², for any kernel and any features.

Adding mass t at w takes K to K + tσ_wσ_w', which changes F and DoF by exact finite increments. A first variation is fixed up to
a constant only: along (1 - t)μ + tδ_w the derivative is δF/δμ(w) less its mean under μ. For N particles of weight 1/N the
derivative in the particles is that of the first variation, divided by N. The slides use δF/δμ without writing it down.
"""

from lemmata import *
from lemmata.theory.mean_field.notation import K, M, N, Y, dof, freedom, lam, least, m, n, resolvent, source, v

t = Symbol("t", "mass added at w", Positive)
d = Symbol("d", "dimension of the inputs", Naturals)
at_w = Array("σ_w", "features at w", n, latex=r"\sigma_w")
sigma = Function("σ", "activation", latex=r"\sigma", kink=0)
AWAY = Kind("general", ("generic", "small", "repeated", "rank one"))  # no product x'w is 0, where ReLU has no slope
X = Array("X", "inputs, one a row", n, d, kind=AWAY)
W = Array("W", "particles, one a row", N, d, kind=AWAY)
V = Array("V", "a direction in which the particles move", N, d)

spike = at_w * at_w.T
F_w = Definition("F_w", "first variation of F at w", -lam / m * sq(Y.T * M * at_w))
D_w = Definition("D_w", "first variation of (v/n) DoF at w", v * lam * sq(M * at_w))
b = Definition("b", "the spike in the geometry of M", quad(M, at_w))
Phi = sigma.entrywise(X * W.T)
moved = hadamard(sigma.prime(X * W.T), X * V.T)  # the change of the features
kernel = Phi * Phi.T / N
R = resolvent(kernel)
along_F = -2 * lam / (m * N) * Trace(Y.T * R * Phi * moved.T * R * Y)
along_D = 2 * n * lam / N * Trace(moved.T * R * R * Phi)
grown = K + t * spike


slope_F, slope_D = Slope(least(K), K, along=spike), Slope(v / n * dof, K, along=spike)
mixture = Slope(least(K), K, along=spike - K)
centred = F_w + lam / m * Trace(Y.T * M * K * M * Y)

claim = Claim(
    "mean_field.first_variation",
    source=source("Label noise and WG flow"),
    domain=Domain(core=(n <= 4, N <= 4, m <= 3, d <= 3, lam >= 1e-3, lam <= 0.9, v >= 0.1, v <= 2, t >= 0.01, t <= 10)),
    parts={
        "main": Part(
            Identity(slope_F, F_w, scale=least(K)),
            says="The derivative of F in mass at w is −(λ/m) Σ (σ_wᵀMy)²",
            wrong={"no_lambda": {"right": F_w / lam}, "sign": {"right": -F_w}},
        ),
        "dof": Part(
            Identity(slope_D, D_w),
            says="The derivative of (v/n) DoF in mass at w is vλ|Mσ_w|²",
            wrong={"one_resolvent": {"right": v * lam * b}, "no_lambda": {"right": D_w / lam}, "sign": {"right": -D_w}},
        ),
        "finite": Part(
            Identity(least(grown) - least(K), t * F_w / (1 + t * b), scale=least(K)),
            says="A mass t at w changes F by t δF/δμ(w) / (1 + t σ_wᵀMσ_w)",
            wrong={"first_order": {"right": t * F_w}},
        ),
        "finite_dof": Part(
            Identity(freedom(grown) - dof, n * lam * t * sq(M * at_w) / (1 + t * b), scale=n),
            says="A mass t at w changes DoF by nλt|Mσ_w|² / (1 + t σ_wᵀMσ_w)",
            wrong={"first_order": {"right": n * lam * t * sq(M * at_w)}},
        ),
        "mixture": Part(
            Identity(mixture, centred, scale=least(K)),
            says="Towards a point mass at w, F changes at the rate δF/δμ(w) less the mean of δF/δμ under μ",
            wrong={"not_centred": {"right": F_w}},
        ),
        "particles": Part(
            Identity(Slope(least(kernel), W, along=V), along_F, scale=least(kernel)),
            says="N particles of weight 1/N, none at a corner of the activation, feel the gradient of δF/δμ, divided by N",
            wrong={"half_gradient": {"right": along_F / 2}, "over_count_forgotten": {"right": N * along_F}},
        ),
        "particles_dof": Part(
            Identity(Slope(freedom(kernel), W, along=V), along_D, scale=n),
            says="The same of DoF",
            wrong={"half_gradient": {"right": along_D / 2}},
        ),
    },
    uses=("mean_field.representer",),
)
