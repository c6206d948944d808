"""Birth and death makes KL(μ°|μ) move by the slope towards μ°; it does not keep the density bound, refreshing does.

With V the first variation of the loss at the particles, the masses of pure birth and death move at -pV. Then at every state, hence
along the flow, KL(μ°|μ) moves at the integral of V over μ°, which is the slope of the loss towards μ°; the loss falls at the
integral of V² over μ; and the logarithm of the density dμ°/dμ moves at V, so R(t) <= R(0) exp of the integral of the largest V
on the true particles. But R may grow without bound (icl.dying_feature). Refreshing, μ⁺ = (1 - γ)T#μ + γπ with a fixed π, keeps
R <= |dμ°/dπ|/γ whatever T does, at the cost ∫V dπ per unit of γ. The slide defines neither process: both readings are ours.
"""

from lemmata import *
from lemmata.theory.icl.dying_feature import g, h, later, q, s, t
from lemmata.theory.icl.notation import M, N, explained, k, source


def masses(p, draw):
    """Features of atoms for each head, the atoms' masses, those of the true measure and of the one that refreshes."""
    made = {name: draw.exponential(p.M, 1) + 0.1 for name in ("p", "q", "π")}
    if p.style == "little mass":
        made["p"] = made["p"] ** 3 + 1e-2
    unit = {name: mass / mass.sum(-2, keepdim=True) for name, mass in made.items()}
    return {"Φ": (2 * draw.normal(p.N, p.M)).tanh(), "a": draw.normal(p.M, p.k), **unit}


ATOMS = Tied(("Φ", "a", "p", "q", "π"), masses, ("generic", "little mass"))
Phi = Array("Φ", "neurons at the inputs, one particle a column", N, M, kind=ATOMS)
a = Array("a", "heads, one particle a row", M, k, kind=ATOMS)
p, true, fresh = (
    Array(name, f"masses of the particles under {which}", M, kind=ATOMS)
    for name, which in (("p", "the learned measure"), ("q", "the true measure"), ("π", "the measure that refreshes"))
)
moved = Array("p_T", "masses of the moved particles", M, kind=Simplex)
gamma = Symbol("γ", "share that is refreshed", NumberSet("(0, 1)", 0, 1, ordinary=(0.05, 0.4)))
j = Index("j")
lost = -explained(Phi * diag(p) * a, Phi * diag(true) * a)  # E|f|² does not move
V = Gradient(lost, p)
divergence = Sum(true[j] * (log(true[j]) - log(p[j])), (j, 1, M))
reverse = Sum(p[j] * (log(p[j]) - log(true[j])), (j, 1, M))
born = -diag(p) * V
size = norm(V)


def density(below):
    """The largest density of the true measure in one with these masses."""
    return eigenvalue(diag(below).inv() * diag(true), 1)


plus = gamma * fresh + (1 - gamma) * moved
claim = Claim(
    "icl.birth_death",
    source=source("Decay speed of objective"),
    domain=Domain(
        (N >= k, M >= k, 1 - g**2 > 0, q > 0, (h.T * h)[0] > 0),
        core=(k <= 3, N >= 2 * k + 1, N <= 20, M >= k + 2, M <= 8, t >= Rational(1, 2), t <= 5),
    ),
    parts={
        "divergence": Part(
            Identity(Slope(divergence, p, along=born), Slope(lost, p, along=true - p), scale=size),
            says="Under birth and death KL(μ°|μ) moves at the slope of the loss towards μ°",
            wrong={
                "other_divergence": {"left": Slope(reverse, p, along=born)},
                "sign": {"right": -Slope(lost, p, along=true - p)},
            },
        ),
        "dissipation": Part(
            Identity(Slope(lost, p, along=born), -Trace(V.T * diag(p) * V), scale=size**2),
            says="and the loss falls at the rate ∫V² dμ",
            wrong={"masses_squared": {"right": -Trace(V.T * diag(p) * diag(p) * V)}},
        ),
        "refreshed": Part(
            Inequality(density(plus), density(fresh) / gamma),
            says="Refreshing a share γ by π keeps dμ°/dμ below the largest dμ°/dπ over γ",
            printed=Print(
                erratum=Erratum.unclear(
                    "the process is not defined: refreshing with a fixed measure ensures the bound, pure birth and death does not "
                    "(two features of correlation g < 0 with little true mass)"
                ),
                readings={
                    "refreshing": (Edit(), "holds"),
                    "pure_birth_and_death": (Edit(left=1 / later, right=1 / s), "fails"),
                },
            ),
            wrong={"one_minus_gamma": {"right": density(fresh) / (1 - gamma)}},
        ),
        "cost": Part(
            Identity(Slope(lost, p, along=fresh - p), Trace(fresh.T * V), scale=size),
            says="at the cost ∫V dπ in the loss per unit of γ",
            wrong={"free": {"right": Integer(0)}},
        ),
    },
    uses=("icl.dying_feature",),
)
