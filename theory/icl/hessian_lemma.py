"""Around a critical point the gradient flow linearises to -∇²(δL/δμ)v - ∫Hv dμ, H = ∇∇'δ²L/δμ².

With μ_ε = (id + εv)#μ the velocity of a particle, minus the derivative of the loss in it over its mass, moves at minus the Hessian
of the first variation there times its own v, less the mean of H(θ, θ')v(θ') over the particles, at every system of particles.
Judged is the pairing with any field u in L²(μ), a second derivative of the loss itself. The first, local term is there at critical
points of finitely many particles in general; it vanishes where the first variation is constant near the support, as with B'ζ = 0,
where it is 0 everywhere. Critical points are made by a choice of the true features: F = hT + ζ with ζ uncorrelated with all neurons
and with their derivatives in the weights (d = 1), or hTE + ζ(1 - E) with a projection E and ζ uncorrelated with h, where B'ζ = 0.
The loss carries no factor 1/2. Growth: the deviation along an unstable mode of a saddle grows at the rate |λ_min(H)| (saddles of
one and two missed features). Long, as the operator is written out once for any features, for critical ones and for flat ones.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.icl.notation import H, M, N, k, loss, source
from lemmata.theory.language.calculus import Z

SMOOTH_BOUNDED = FunctionClass(
    "smooth bounded activations", {"tanh": tanh(Z), "logistic": (1 + tanh(Z / 2)) / 2}, smooth=True, open=False
)
act = Function("σ", "activation", of=SMOOTH_BOUNDED)


def system(p, draw):
    """Inputs, particles, masses of sum one, what true features are made of, and two perturbations of the particles."""
    mass = draw.exponential(p.M, 1) + 0.1
    made = {"x": draw.normal(p.N, 1), "w": draw.normal(p.M, 1), "a": draw.normal(p.M, p.k), "F": draw.normal(p.N, p.k)}
    made |= {"T": draw.normal(p.k, p.k), "J": draw.normal(p.N, p.k), "p": mass / mass.sum(-2, keepdim=True)}
    return made | {name: draw.normal(p.M, p.k if name[0] == "b" else 1) for name in ("b_u", "s_u", "b_v", "s_v")}


def halves(p, draw):
    """The first and the second half of 2M columns."""
    zero = 0 * draw.normal(1, 1)
    return {
        f"S_{i + 1}": zero + draw.tensor([[float(c == i * p.M + r) for c in range(2 * p.M)] for r in range(p.M)])
        for i in (0, 1)
    }


HALVES = Tied(("S_1", "S_2"), halves)
SYSTEM = Tied(("x", "w", "a", "p", "F", "T", "J", "b_u", "s_u", "b_v", "s_v"), system)
x, w = Array("x", "inputs", N, kind=SYSTEM), Array("w", "weights of the particles", M, kind=SYSTEM)
a, p = Array("a", "heads, one particle a row", M, k, kind=SYSTEM), Array("p", "masses of the particles", M, kind=SYSTEM)
F = Array("F", "true features, one input a row", N, k, kind=SYSTEM)
T, J = Array("T", "a matrix", k, k, kind=SYSTEM), Array("J", "any functions of the inputs", N, k, kind=SYSTEM)
E = Array("E", "projection on the outputs that are seen", k, k, kind=Projection)
bu, bv = (Array(f"b_{i}", f"heads of the field {i}", M, k, kind=SYSTEM) for i in "uv")
su, sv = (Array(f"s_{i}", f"weights of the field {i}", M, kind=SYSTEM) for i in "uv")
S_1, S_2 = (Array(f"S_{i}", f"half {i} of 2M columns", M, 2 * M, kind=HALVES) for i in (1, 2))
P = diag(p)
q = sp.Symbol("q", real=True)


def neurons(w):
    return act.entrywise(x * w.T)


def directions(by_a, by_w, mass=P):
    """How the features move with the particles; every particle counts with its mass."""
    slopes = Entrywise(act, x * w.T, 1)
    return neurons(w) * mass * by_a + hadamard(slopes, x * by_w.T) * mass * a


Phi = Definition("Φ", "neurons at the inputs, one particle a column", neurons(w))
learned = neurons(w) * P * a
h = Definition("h", "learned features", Phi * P * a)
Q = h.T * h / N
along = {
    i: Definition(f"D_{i}", f"how the features move with the field {i}", directions(b, s))
    for i, b, s in (("u", bu, su), ("v", bv, sv))
}
unweighed = Definition("D_1", "how they would move if every particle had the mass 1", directions(bv, sv, I(M)))


def fitted(f, h=h):
    """B' and ζ."""
    fit = (h.T * h).inv() * h.T * f
    return fit, f - h * fit


def moved_loss(f, b, s, at=0):
    """The loss of the particles moved by at v + q(b, s)."""
    return loss(neurons(w + at * sv + q * s) * P * (a + at * bv + q * b), f)


def velocity(f, at=0):
    """<u, velocity> at the particles moved by at v, in L²(μ): a particle moves at minus its derivative over its mass."""
    return -Gradient(moved_loss(f, bu, su, at), q, at=Integer(0))


def change(f):
    """Its slope along v, by polarisation."""
    both, apart = (
        Slope(moved_loss(f, bu + sign * bv, su + sign * sv), q, Integer(1), order=2, at=Integer(0)) for sign in (1, -1)
    )
    return (apart - both) / 4


def without(columns, f):
    """f less its projection on the columns."""
    return f - columns * (columns.T * columns).inv() * columns.T * f


slopes = Definition("Φ′", "derivatives of the neurons", Entrywise(act, x * w.T, 1))
columns = Definition(
    "Ψ", "neurons, and their derivatives in the weights", Phi * S_1 + hadamard(slopes, x * OneMatrix(1, M)) * S_2
)


def regular(h):
    """True features with B'ζ = 0."""
    return h * T * E + without(h, J) * (I(k) - E)


def no_pull(k):
    """For any features in place of h."""
    fit, rest = fitted(regular(H), H)
    return k.instance(k.words(rest * fit.T, sp.ZeroMatrix(*F.shape)), {H: learned})


critical = Definition("F_c", "true features at which the particles are critical", h * T + without(columns, J))
flat = Definition("F_f", "true features with B′ζ = 0", regular(h))


class Change:
    """The terms of the change of <u, velocity> along v at given true features; ``known``: B' and ζ at critical ones, 0 in H."""

    def __init__(self, f, mark, known=()):
        fit, rest = known or fitted(f)
        self.f = f
        self.fit = Definition(f"B{mark}", "transposed regression of the true features", fit)
        self.rest = Definition(f"ζ{mark}", "what it leaves of them", rest)
        self.total = Definition(f"V{mark}", "rate of change of ⟨u, velocity⟩ along v", change(f))
        self.local = Definition(f"ℓ{mark}", "⟨u, ∇²(δL/δμ) v⟩", self._local())
        self.mean = Definition(f"H{mark}", "⟨u, ∫Hv dμ⟩", self.integral(keep=0 if known else 1))
        self.scale = sqrt(self.local**2 + self.mean**2)

    def _local(self):
        bends = Entrywise(act, x * w.T, 2)
        cross = hadamard(slopes, x * su.T) * P * bv + hadamard(slopes, x * sv.T) * P * bu
        return -2 * dot(self.rest * self.fit.T, cross + hadamard(bends, hadamard(x, x) * hadamard(su, sv).T) * P * a) / N

    def integral(self, of=along["v"], keep=1):
        """2E[(BD_u)'BD_v] - 2Tr[U_u Q⁻¹ U_v'] with U_D = BE[Dh'] - E[ζD']."""
        to = along["u"]
        left, right = (self.fit.T * d.T * h / N - keep * self.rest.T * d / N for d in (to, of))
        return 2 * dot(to * self.fit, of * self.fit) / N - 2 * Trace(left * Q.inv() * right.T)

    def holds(self, right):
        return Identity(self.total, right, scale=self.scale)


near, anywhere, seen = Change(critical, "_c", (T, without(columns, J))), Change(F, ""), Change(flat, "_f")
no_masses = Definition("H_1", "⟨u, Σ_j H(·, θ_j) v_j⟩", anywhere.integral(unweighed))
no_zeta = Definition("H_B", "⟨u, ∫Hv dμ⟩ without ζ", anywhere.integral(keep=0))
still, pulled = (
    Definition(f"V_{i}", f"⟨u, velocity⟩ where ζ is uncorrelated with {what}", velocity(f))
    for i, what, f in ((0, "the neurons and their derivatives", critical), (1, "the neurons alone", h * T + without(Phi, J)))
)
grown = Procedure(
    "grown",
    "the gradient flow from a saddle of some missed features, disturbed along the unstable mode and a fifth of it in random directions",
    ("missed", "gain", "size", "activation"),
    {"rate": "rate at which the part along the mode grows tenfold, over the size of the least eigenvalue of H"},
)
l, c = Symbol("l", "number of missed features", Naturals), Symbol("c", "gain of the weights", Positive)
eps, kind = (
    Symbol("ε", "size of the disturbance", Positive),
    Symbol("s", "activation of the saddle: 0 for tanh, 1 for erf", Counts),
)
n = Symbol("n", "1/ε", Positive)
rate = grown(missed=l, gain=c, size=eps, activation=kind)["rate"]
ladder = Ladder(n, (100, 300, 1000, 3000, 10**4, 3 * 10**4), quick=(100, 300, 1000, 3000, 10**4))


quotient = Definition("Δ", "difference quotient of ⟨u, velocity⟩ along v/n", n * (velocity(F, 1 / n) - velocity(F)))


def remainder(linear):
    return (quotient + linear) ** 2 / anywhere.scale**2


claim = Claim(
    "icl.hessian_lemma",
    source=source("Behavior around the critical point"),
    procedures=(grown,),
    domain=Domain(
        (N >= 2 * M + k + 1, M >= k, eigenvalue(learned.T * learned, k) > 0),
        (eigenvalue(columns.T * columns, 2 * M) > 0, l <= 2, kind <= 1),
        core=(
            (k <= 2, M <= 3, N >= 12, N <= 24, c >= Rational(4, 5), c <= Rational(9, 5)),
            (eps >= Rational(1, 10**5), eps <= Rational(1, 10**3)),
        ),
    ),
    parts={
        "critical": Part(
            near.holds(-near.local - near.mean),
            says="Near a critical point the velocity of a particle changes by −∇²(δL/δμ)v − ∫Hv dμ",
            printed=Print(
                right=-near.mean,
                erratum=Erratum.condition_missing(
                    "the term −∇²(δL/δμ)(θ) v(θ) of each particle is missing; it vanishes if the first variation is flat near the "
                    "support of μ⁺ (full support in w, or Bᵀζ = 0), not at every critical point of finitely many particles"
                ),
            ),
            wrong={"local_only": {"right": -near.local}},
        ),
        "anywhere": Part(
            anywhere.holds(-anywhere.local - anywhere.mean),
            says="as it does at every system of particles",
            wrong={
                "no_masses": {"right": -anywhere.local - no_masses},
                "no_zeta": {"right": -anywhere.local - no_zeta},
                "half_loss": {"right": -(anywhere.local + anywhere.mean) / 2},
            },
        ),
        "stationary": Part(
            Identity(still, Integer(0), scale=norm(critical) ** 2 * norm(bu) / N),
            says="Particles are critical where what they leave is uncorrelated with the neurons and with their derivatives",
            wrong={"neurons_only": {"left": pulled}},
        ),
        "flat": Part(
            Identity(seen.rest * seen.fit.T, sp.ZeroMatrix(N, k), scale=norm(seen.fit) * norm(J)),
            proof=no_pull,
            says="Where Bᵀζ = 0 the first variation −2E[ζᵀBaσ(w·x)] is 0 for every particle",
            wrong={"critical_is_enough": {"left": near.rest * near.fit.T}},
        ),
        "print_where_flat": Part(
            seen.holds(-seen.mean),
            says="and the printed −∫Hv dμ is the whole change",
            wrong={"half": {"right": -seen.mean / 2}},
        ),
        "remainder": Part(
            Order(
                remainder(anywhere.local + anywhere.mean), 1 / n**2, ladder=ladder, direction="upper", expansion=(1 / n, n**-2)
            ),
            says="What is left of the change by εv is of order ε relative to it (squares of both)",
            wrong={"print_remainder": {"quantity": remainder(anywhere.mean)}, "second_order_remainder": {"scale": 1 / n**4}},
        ),
        "growth": Part(
            Guarantee(Abs(rate - 1) < Rational(1, 100), Rational(9, 10)),
            says="In nine runs of ten the part along the unstable mode of a saddle grows at the rate |λ_min(H)| up to 1 %",
            wrong={"twice_the_rate": {"event": Abs(rate - 2) < Rational(1, 100)}},
        ),
    },
)
