"""Negative curvature at the exceptional points: some rotation has L'' <= -2l L²/|σ|² for heads in the unit ball.

Where SB = 0 and the true features have second moment rI, S is r times a projection of rank l, the number of missed features,
and L = lr (icl.theorem1_11). A rotation R that maps the range of S onto the kernel of B leaves one term of the second derivative,
-2r² Tr[ΠQ⁻¹] with the projection Π on that kernel. With G = Q^(1/2), Tr[ΠG] = Tr[ΠG⁻¹ E hh'] is the mean of a'ΠG⁻¹E[hσ] over
the heads, and G⁻¹h is white: by Cauchy-Schwarz and Bessel its square is at most ∫|a|² dμ ∫E[σ²] dμ. The mean of x⁻² is at
least the one of x to the power -2, so Tr[ΠQ⁻¹] >= l³/(∫|a|² ∫E[σ²]): the constant 2l, and no power of 1/k. If only the features
are bounded, Tr[ΠQ⁻¹] Tr[ΠQ] >= l² gives the constant 2. The exceptional features that are shown keep the directions E of the
true ones in the size η, have functions uncorrelated with all true ones in place of the others, and are turned by O.
With one particle for each unturned feature φ and the best masses, ∫|a|² dμ ∫E[σ²] dμ is the square of the sum of the √E[φ²].
Long, as the bound rests on three inequalities that are stated and proved by themselves.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.icl.notation import M, N, k, loss, r, source, to_white

x = sp.Symbol("x", real=True)


def root(matrix):
    return SpectralFunction(Lambda(x, sqrt(x)), matrix)


def measure(p, draw):
    """Neurons, heads, and the roots of masses of sum one."""
    heads, mass = draw.normal(p.M, p.k), draw.exponential(p.M, 1) + 0.1
    if p.style == "large heads":
        heads = 1e2 * heads
    return {"Ψ": (2 * draw.normal(p.N, p.M)).tanh(), "b": heads, "m": (mass / mass.sum(-2, keepdim=True)).sqrt()}


MEASURE = Tied(("Ψ", "b", "m"), measure, ("generic", "large heads"))
Psi = Array("Ψ", "neurons at the inputs, one particle a column", N, M, kind=MEASURE)
a = Array("b", "heads, one particle a row", M, k, kind=MEASURE)
m = Array("m", "roots of the masses of the particles", M, kind=MEASURE)
h = Psi * diag(m) * diag(m) * a
Q = h.T * h / N
heads, neurons = Trace(a.T * diag(m) * diag(m) * a), Trace(diag(m) * diag(m) * Psi.T * Psi) / N
G = Array("G", "a positive definite matrix", k, k, kind=PD)
K = Array("Π", "a projection", k, k, kind=Projection)
rank, inside = Trace(K), Trace(K * G)


def exceptional(p, draw):
    """True features of full rank, functions of which the exceptional ones are made, and orthonormal columns, fewer than k, beside zeros."""
    seen = {"none": 0, "some": p.k // 2, "all but one": p.k - 1}[p.style]
    basis = draw.normal(p.k, p.k).svd()[0]
    basis[..., seen:] = 0
    return {"V": basis, "F_o": draw.normal(p.N, p.k), "J": draw.normal(p.N, p.k)}


EXCEPTIONAL = Tied(("V", "F_o", "J"), exceptional, ("some", "none", "all but one"))
V = Array("V", "orthonormal directions of the true features that are seen, beside zeros", k, k, kind=EXCEPTIONAL)
F_o = Array("F_o", "true features before they are made white", N, k, kind=EXCEPTIONAL)
J = Array("J", "what the exceptional features have in place of the missed ones", N, k, kind=EXCEPTIONAL)
E = V * V.T
white = F_o * to_white(F_o)
O = Array("O", "rotation of the learned features", k, k, kind=Orthogonal)
eta = Symbol("η", "size of the features that are seen", Positive)
away = J - F_o * (F_o.T * F_o).inv() * F_o.T * J  # uncorrelated with the true features
blind = eta * white * E + away * (I(k) - E)
L = Definition("L", "loss of the exceptional features", loss(blind * O, white))
Q_blind = Definition("Q°", "second moment of the exceptional features before they are turned", blind.T * blind / N)
missed = k - Trace(E)


def bent(turn):
    """L'' at the exceptional features towards the true ones turned by a matrix."""
    moved = sp.MatrixSymbol("H_s", N, k)
    return Slope(loss(moved, white), moved, along=white * turn.T - blind * O, order=2, at=blind * O)


bend = Definition("L″", "second derivative of the loss towards the true features turned as the learned ones", bent(O.T))
size = Trace(root(diag(Q_blind))) ** 2


def mean_of_powers(k):
    """Tr[Π(G - y)G⁻¹(2G + y)G⁻¹(G - y)] >= 0 at y = Tr[ΠG]/Tr Π."""
    y = inside / rank
    low, middle = G - y * I(G.shape[0]), 2 * G + y * I(G.shape[0])
    square = Trace(K * low * G.inv() * middle * G.inv() * low)
    return k.to(k.compare(rank**3, rank**3 + square * rank**3 / inside), Trace(K * G.inv() * G.inv()) * inside**2)


def trace_of_inverse(k):
    """The mean of powers with the root of Q for G, and Bessel's bound."""
    made = k.instance(mean_of_powers(k), {G: root(Q)})
    inverse = k.both(k.multiply(k.both(k.root(Q), "inverse"), left=K), "trace")
    return k.le(k.rewrite(made, by=inverse), k.scale(bessel(k), Trace(K * Q.inv())))


def mean_of_inverses(k):
    """Tr[Π(G - y)G⁻¹(G - y)] >= 0 at y = Tr[ΠG]/Tr Π."""
    low = G - inside / rank * I(G.shape[0])
    square = Trace(K * low * G.inv() * low)
    return k.to(k.compare(rank**2, rank**2 + square * rank**2 / inside), Trace(K * G.inv()) * inside)


def bessel(k):
    """With G² = Q: Tr[ΠG] = Tr[(aΠ)'PY] for Y = Ψ'hG⁻¹/N; Cauchy-Schwarz; Tr[Y'PY] <= Tr[PΨ'Ψ]/N since G⁻¹h is white."""
    is_root = k.root(Q)
    second_root = root(Q)
    projected, white_part = diag(m) * a * K, diag(m) * Psi.T * h * second_root.inv() / N
    schwarz = k.cauchy_schwarz(projected, white_part)
    turned = k.both(k.multiply(is_root, left=K, right=second_root.inv()), "trace")
    inverse = k.both(is_root, "inverse")
    seen = k.both(k.multiply(inverse, left=diag(m) * Psi.T * h, right=h.T * Psi * diag(m)), "trace")
    left_over = (I(N) - h * (h.T * h).inv() * h.T) * Psi * diag(m)
    size = k.to(k.compare(seen.right / N**2, seen.right / N**2 + sq(left_over) / N), neurons)
    white_size = k.words(Trace(white_part.T * white_part), seen.left / N**2)
    white_size = k.le(white_size, k.scale(seen, 1 / N**2), size)
    own = Trace(projected.T * projected)
    own_size = k.to(k.compare(own, own + sq(diag(m) * a * (I(K.shape[0]) - K))), heads)
    split = k.flip(k.rewrite(k.flip(schwarz), by=k.flip(turned)))
    return k.le(split, k.scale(white_size, own), k.scale(own_size, neurons))


claim = Claim(
    "icl.theorem1_2",
    source=source("Strict saddle / Theorem 1 (2)"),
    domain=Domain(
        (N >= 2 * k, M >= k, eigenvalue(F_o.T * F_o, k) > 0, eigenvalue(away.T * away, k) > 0),
        (eigenvalue(h.T * h, k) > 0, rank > Rational(1, 2), inside > 0, Trace(K * root(Q)) > 0),
        # where r and η are smaller L″ has no three digits left in double precision
        core=(k <= 4, N >= 3 * k, N <= 24, M >= k + 1, M <= 8, r >= Rational(1, 5), eta >= Rational(1, 100), eta <= 3),
    ),
    parts={
        "curved": Part(
            Inequality(2 * missed * L**2, -bend * size),
            says="At exceptional points L″ ≤ −2lL² for some rotation, where l = L/r features are missed and ∫|a|² ∫E[σ²] ≤ 1",
            printed=Print(
                left=4 * L**2 / k,
                erratum=Erratum.wrong(
                    "with the loss E|·|² of the slide 4/k fails at k = 1 (two independent signs: L = r = 1, L'' = -2); with half "
                    "that loss it holds, is lk too weak, and needs L ≥ r/2 in place of L > r/2"
                ),
            ),
            wrong={
                "constant_2.2": {"left": Rational(11, 5) * missed * L**2},
                "two_k": {"left": 2 * k * L**2},
                "two_l_squared": {"left": 2 * missed**2 * L**2},
                "four": {"left": 4 * L**2},
                "unaligned": {"right": -bent(O) * size},
                "no_size": {"right": -bend},
            },
        ),
        "half_loss": Part(
            Inequality(4 * (L / 2) ** 2 / k, -bend / 2 * size),
            says="so for half that loss the printed −4L²/k holds",
            wrong={"without_k": {"left": 4 * k * L**2 / 2}},
        ),
        "from_2_features": Part(
            Inequality(4 * L**2 / k, -bend * size),
            when=(k >= 2,),
            says="and for the loss without the half from two features on",
        ),
        "closed_form": Part(
            Identity(bend, -2 * r**2 * Trace((I(k) - E) * Q_blind.inv())),
            says="There L″ is −2r² Tr[ΠQ⁻¹] with the projection Π on the kernel of B",
            wrong={"trace_of_inverse": {"right": -2 * r**2 * Trace(Q_blind.inv())}, "unaligned": {"left": bent(O)}},
        ),
        "trace": Part(
            Inequality(rank**3, Trace(K * Q.inv()) * heads * neurons),
            says="For every measure and every projection Π of rank l, Tr[ΠQ⁻¹] ∫|a|² dμ ∫E[σ²] dμ ≥ l³",
            proof=trace_of_inverse,
            wrong={"without_heads": {"right": Trace(K * Q.inv()) * neurons}},
        ),
        "mean": Part(
            Inequality(rank**3, Trace(K * G.inv() * G.inv()) * inside**2),
            says="because Tr[ΠG⁻²] Tr[ΠG]² ≥ l³ for positive definite G",
            proof=mean_of_powers,
            wrong={"not_squared": {"right": Trace(K * G.inv() * G.inv()) * inside}},
        ),
        "bessel": Part(
            Inequality(Trace(K * root(Q)) ** 2, heads * neurons),
            says="and Tr[ΠQ^(1/2)]² ≤ ∫|a|² dμ ∫E[σ²] dμ",
            proof=bessel,
            wrong={"half": {"right": heads * neurons / 2}},
        ),
        "bounded": Part(
            Inequality(rank**2, Trace(K * G.inv()) * inside),
            says="If only E|h|² ≤ 1 is asked, Tr[ΠQ⁻¹] Tr[ΠQ] ≥ l² gives the constant 2",
            proof=mean_of_inverses,
            wrong={"twice": {"left": 2 * rank**2}},
        ),
    },
)
