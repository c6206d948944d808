"""Below the first exceptional level the loss falls at least like R|σ|⁴/(4k²(r - L)²T).

If R bounds the density of the weights of the true measure in those of the learned one from t to t + T and e = r - L(t) > 0, then
-dL/dt >= 4k²L²(r - L)²/(R|σ|⁴) for heads in the unit ball (icl.theorem1_12 in icl.decay1), so that L(t + T) <= 1/(1/L(t) + 4k²e²T/(R|σ|⁴)).
With r = ϑ|σ|²/k² (always ϑ <= 1) and e = ηr this is at most Rk²/(4η²ϑ²T): the printed O(Rk²/T) with the constant that it hides. The constant 4
is sharp for k = 1: independent signs, a head 0 and mass 1/R on the true one, a head 1 on ωs₁ + (1 - ω)s₂, as ω -> 1 and R -> ∞. Of the
learned heads only ∫|a|² dμ enters, which the flow keeps (icl.conservation); of the true ones the largest, α°. The flow here moves the
heads alone, which keeps R; the full flow need not. It is stated by its velocity, which is the gradient over the masses for any true
features. For long times the bound is far from sharp (the decay is exponential in the examples): it is judged at short ones.
Long, as the bound along the flow, the speed behind it and the pair that attains it are separate statements.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.icl.notation import F, M, N, derived, explained, k, loss, r, source, to_white


def measures(q, draw):
    """Neurons of modulus at most 1, masses and heads under both measures."""
    mass, true = (draw.exponential(q.M, 1) + 0.1 for _ in range(2))
    made = {"Φ": (2 * draw.normal(q.N, q.M)).tanh(), "a": draw.normal(q.M, q.k), "a_o": draw.normal(q.M, q.k)}
    if q.style == "close":
        made["a"] = made["a_o"] + 0.5 * made["a"]
    return made | {"p": mass / mass.sum(-2, keepdim=True), "p_o": true / true.sum(-2, keepdim=True)}


MEASURES = Tied(("Φ", "a", "a_o", "p", "p_o"), measures, ("generic", "close"))
Psi = Array("Φ", "neurons at the inputs over their bound, one particle a column", N, M, kind=MEASURES)
a = Array("a", "heads, one particle a row", M, k, kind=MEASURES)
heads = Array("a_o", "heads of the true measure before they are turned", M, k, kind=MEASURES, latex=r"a^\circ")
p = Array("p", "masses of the particles", M, kind=MEASURES)
true_mass = Array("p_o", "masses of the true measure at the weights of the learned one", M, kind=MEASURES, latex=r"p^\circ")
top = Symbol("ς", "largest value of the activation", Positive)
T = Symbol("T", "time", Positive)
P, Phi = diag(p), top * Psi
raw = Phi * diag(true_mass) * heads
turned = heads * to_white(raw)
f = Definition("f°", "true features, of second moment rI", Phi * diag(true_mass) * turned)
moving = sp.MatrixSymbol("b", M, k)


def velocity(at, f=f):
    """Twice the mean of the neurons times the residual, read through the regression."""
    h = Phi * P * at
    fit = (h.T * h).inv() * h.T * f
    return 2 * Phi.T * (f - h * fit) * fit.T / N


L = Definition("L", "loss", loss(Phi * P * a, f))
later = Definition("a_T", "heads after the time T of the flow of the heads", Flow(moving, velocity(moving), a, T))
L_T = Definition("L_T", "loss after the time T of the flow of the heads", loss(Phi * P * later, f))
density = Definition("R", "largest density of the true weights in the learned ones", eigenvalue(P.inv() * diag(true_mass), 1))
largest = Definition("α°", "largest true head", sqrt(eigenvalue(diag(turned * turned.T), 1)))
mean = Definition("A", "∫|a|² dμ", Trace(a.T * P * a))
down = P.inv() * Gradient(explained(Phi * P * a, f), a)  # E|f|² does not move
speed = Definition("v²", "speed at which the heads lower the loss", Trace(down.T * P * down))

# of any true features
uphill, moves = P.inv() * Gradient(explained(Phi * P * a), a), velocity(a, F)
shape = Psi * P * a
learned = top * shape
unfitted = 2 * Phi.T * F * F.T * learned * (learned.T * learned).inv() / N
kept = Trace(a.T * P * moves)


def constant(over=density):
    return 4 * k**2 / (over * top**4 * largest**4 * mean)


def rate(factor=1, power=2, over=density):
    return factor * constant(over) * L**power * (r - L) ** 2


x = sp.Symbol("x", real=True)


def slowest(over=density):
    """The solution of x' = -Cx²(r - x)² from L."""
    return Flow(x, -constant(over) * x**2 * (r - x) ** 2, L, T)


def bound(over=density):
    return 1 / (1 / L + constant(over) * (r - L) ** 2 * T)


# the print: L(t) = l, r = ϑς²/k², e = ηr
level, ratio = Symbol("l", "loss at the time t", Positive), Symbol("ϱ", "density bound", Positive)
theta, eta = Symbol("ϑ", "share k²r/ς² of the largest possible r", Positive), Symbol("η", "share e/r", Positive)
e = eta * theta * top**2 / k**2
grown = 4 * k**2 * e**2 * T / (ratio * top**4)
printed = ratio * k**2 / (4 * eta**2 * theta**2 * T)


def in_the_terms_of_the_print(k):
    return k.to(k.monotone(k.compare(grown, 1 / level + grown), "inverse"), printed)


# two independent signs; h is the learned feature, of which the true sign itself has the head 0
w = Symbol("ω", "share of the true sign in the other feature", Positive)
signs = [(first, (1 - 1 / ratio) * (w * first + (1 - w) * second)) for first in (1, -1) for second in (1, -1)]
c = Definition("c", "mean of the true sign times h, over the four pairs of signs", sp.factor(sum(s * h for s, h in signs) / 4))
q = Definition("q", "mean of h², over the four pairs of signs", sp.factor(sum(h**2 for _, h in signs) / 4))
lost = Definition("ℓ", "loss", 1 - c**2 / q)
moved = Definition("u", "velocity of the head at the true sign", 2 * (c / q) * (1 - c**2 / q))
sharp = (moved**2 / ratio) / (4 * lost**2 * (1 - lost) ** 2 / ratio)
claim = Claim(
    "icl.decay2",
    source=source("Decay speed of objective (2)"),
    domain=Domain(
        (N >= k, M >= k, eigenvalue(shape.T * shape, k) > 0),
        (eigenvalue(raw.T * raw, k) > 0, eigenvalue(P, M) > 0, ratio > 1, w < 1),
        core=(
            (w >= Rational(3, 10), w <= Rational(19, 20), k <= 2, N >= 2 * k + 2, N <= 10),
            (M >= k + 1, M <= 4, T >= Rational(1, 20), T <= Rational(1, 2)),
            (top >= 1, top <= 2, r >= Rational(1, 4), r <= 1, ratio >= 2, ratio <= 100),
        ),
    ),
    parts={
        "integrated": Part(
            Inequality(L_T, bound()),
            when=(L < r,),
            says="Once L < r, L(t + T) ≤ 1/(1/L(t) + 4k²(r − L(t))²T/(R|σ|⁴)) along the flow of the heads, true ones and ∫|a|² dμ at most 1",
            wrong={"no_density": {"right": bound(Integer(1))}, "faster_start": {"right": bound(sqrt(density))}},
        ),
        "in_the_terms_of_the_print": Part(
            Inequality(1 / (1 / level + grown), printed),
            says="which is at most Rk²/(4η²ϑ²T) for r = ϑ|σ|²/k² and r − L(t) = ηr, the printed O(Rk²/T)",
            proof=in_the_terms_of_the_print,
            wrong={"half": {"right": printed / 2}},
        ),
        "differential": Part(
            Inequality(rate(), speed),
            when=(L < r,),
            says="because −dL/dt ≥ 4k²L²(r − L)²/(R|σ|⁴)",
            wrong={
                "no_density": {"left": rate(over=Integer(1))},
                "first_power": {"left": rate(power=1)},
                "no_sup_norm": {"left": rate(top**4)},
                "factor_1.1": {"left": rate(Rational(11, 10))},
                "root_of_r": {"left": rate(over=sqrt(density))},
            },
        ),
        "comparison": Part(
            Inequality(L_T, slowest()),
            when=(L < r,),
            says="so that L stays below the solution of x′ = −4k²x²(r − x)²/(R|σ|⁴)",
            wrong={"no_density": {"right": slowest(Integer(1))}},
        ),
        "velocity": Part(
            Identity(uphill, moves, scale=norm(moves)),
            says="Whatever the true features, the heads move at 2BᵀE[ζσ(w·x)] with the residual ζ",
            proof=derived(uphill, moves),
            wrong={"no_residual": {"right": unfitted}},
        ),
        "heads_stay_bounded": Part(
            Identity(kept, 0, scale=norm(a) * norm(P * moves)),
            says="which keeps ∫|a|² dμ, whose rate is twice ∫aᵀv dμ = 0",
            proof=lambda k: k.words(kept, Integer(0)),
            wrong={"masses_left_out": {"left": Trace(a.T * moves)}, "no_residual": {"left": Trace(a.T * P * unfitted)}},
        ),
        "level": Part(
            Inequality(k**2 * r, largest**2 * top**2),
            says="and ϑ ≤ 1: k²r is at most |σ|² times the largest squared true head",
            wrong={"k_to_the_fourth": {"left": k**4 * r}},
        ),
        "sharp": Part(
            Identity(sharp, 1 / (w * (1 - 1 / ratio)) ** 2),
            proof="normal",
            says="For the two signs the speed over its bound is 1/(ω(1 − 1/R))²: the constant 4 is sharp",
            wrong={"without_density": {"right": 1 / w**2}},
        ),
    },
    uses=("icl.decay1", "icl.theorem1_12", "icl.conservation"),
)
