"""The landscape of the criterion: its gradient vanishes only where K(S - σ'²) = 0, so that no finite local minimum is spurious.

With D = S - σ'²I, K = XWᵀWXᵀ, M = (K + nλ)⁻¹ and X of full row rank, R = σ'² + λ Tr[MD], ∇R = -2λ WXᵀMDMX and
KD = -M⁻¹XWᵀ ∇R XᵀG⁻¹M⁻¹/(2λ), G = XXᵀ, for every W. So a critical point has KD = 0; if σ'² is no eigenvalue of S that
is XWᵀ = 0, where R = Tr S/n. W = 0 is such a point always: of second order R moves there by -Tr[VXᵀDXVᵀ]/(n²λ), exactly, so that it is
a local minimum only if S ⪯ σ'²I, and then a global one; otherwise a saddle or maximum. The infimum (linear_net.mallows_inf)
then lies at infinity. If σ'² is an eigenvalue, W = ceᵀG⁻¹X of its eigenvectors e is critical for every c. This is no theorem of
convergence: at K = nλk vvᵀ the gradient is of the order k^(-1/2), and k^(-3/2) if v is an eigenvector of D, on a plateau
where R may stay above its infimum. Long, as every kind of critical point has a statement and a proof of its own.
"""

from lemmata import *
from lemmata.theory.linear_net.notation import (
    MODERATE,
    S,
    W,
    d,
    drawn_moment,
    drawn_start,
    lam,
    n,
    p,
    regularised,
    resolvent,
    s2p,
    source,
)

c, size = Symbol("c", "scale of the first layer", Positive), Symbol("k", "size of the kernel, in units of nλ", Positive)


def full_rank(q, draw):
    return {"X": draw.normal(q.n, q.d)}


X = Array("X", "design of full row rank", n, d, kind=Tied(("X",), full_rank))
V, w = Array("V", "a direction", p, d), Array("w", "first layer of one row, transposed", d)
gram, full = X * X.T, (eigenvalue(X * X.T, n) > 0,)
K, D = X * W.T * W * X.T, S - s2p * I(n)
M, inner = resolvent(K), K + n * lam * I(n)


def R(weight, labels=S):
    """The criterion at a first layer."""
    return regularised(X * weight.T * weight * X.T, labels, s2p)


slope, formula = Gradient(R(W), W), -2 * lam * W * X.T * M * D * M * X
flat, bent = Trace(S) / n, Trace(V * X.T * D * X * V.T) / (n**2 * lam)
pulled = -inner * X * W.T * slope * X.T * gram.inv() * inner / (2 * lam)
unseen = V * (I(d) - X.T * gram.inv() * X)
moved = X * V.T * V * X.T
higher = Trace(moved * moved * resolvent(moved) * D) / (n**2 * lam)
twice = Slope(R(W), W, along=V, order=2, at=0 * W)
one_row, hessian = Hessian(R(w.T), w, at=0 * w), -2 * X.T * D * X / (n**2 * lam)
B = Array("B", "what σ'² exceeds the labels by", n, n, kind=PSD)
A = Array("A", "what the labels have beside an eigenvector", n, n, kind=PSD)
e = Array("e", "an eigenvector of the labels", n, kind=UnitVector)
rest = I(n) - e * e.T
tied, found = s2p * (e * e.T + rest * A * rest), c * e.T * gram.inv() * X


def gradient(k):
    return k.to(k.derivative(slope), formula)


def multiplied(k):
    """M⁻¹XWᵀ · WXᵀMDMX · XᵀG⁻¹M⁻¹ = M⁻¹KMD = KD."""
    both = k.multiply(gradient(k), left=-inner * X * W.T, right=X.T * gram.inv() * inner / (2 * lam))
    return k.flip(k.to(both, K * D))


def won(weight, direction, labels):
    """Tr S/n less what the features of a direction win at a first layer."""
    feature = (weight * X.T * X * weight.T + n * lam * I(p)).inv()
    return (Trace(labels) - Trace(feature * direction * X.T * (labels - s2p * I(n)) * X * direction.T)) / n


def leave(k):
    """R(W) = Tr S/n - Tr[N WX'(S - σ'²)XW']/n for every W; the features that were there do not see S - σ'²."""
    anywhere = k.words(R(H, Y), won(H, H, Y))
    return k.to(k.instance(anywhere, {H: critical + V, Y: beside}), won(critical + V, V, beside))


def global_minimum(k):
    """R - Tr S/n = Tr[KMB]/n."""
    feature = (W * X.T * X * W.T + n * lam * I(p)).inv()
    gap = k.nonneg(Trace(X * W.T * feature * W * X.T * B) / n)
    gap = k.then(gap, k.flip(k.words(R(W, covered) - Trace(covered) / n, gap.content.right)))
    level = s2p - Trace(B) / n
    return k.to(k.add(gap, k.words(Trace(covered) / n, level)), R(W, covered))


covered = s2p * I(n) - B
Pi = Array("Π", "projector on what a first layer sees of the labels", n, n, kind=Projection)
F0 = Array("F", "features of the samples", p, n, kind=MODERATE)
H, Y = Array("H", "any first layer", p, d), Array("Y", "any labels", n, n)
critical, beside = F0 * Pi * gram.inv() * X, s2p * Pi + (I(n) - Pi) * A * (I(n) - Pi)

# one row, X = I
u = Array("u", "first layer of one row, X = I, transposed", n)


def generic(q, draw):
    """Eigenvalues at least 1/2 apart, and v at an angle of 0.3 to 1.2 between the first two eigenvectors."""
    u, eye = draw.normal(q.n, 1), draw.tensor([[i == k for k in range(q.n)] for i in range(q.n)])
    basis, angle = eye - 2 * u @ u.mT / (u.mT @ u), 0.3 + 0.9 * draw.uniform(1)[..., None]
    spectrum = draw.tensor(range(q.n)) + 0.5 * draw.uniform(q.n)
    mixed = basis[:, :, :1] * angle.cos() + basis[:, :, 1:2] * angle.sin() if q.n > 1 else basis
    return {"L": (basis * spectrum[:, None, :]) @ basis.mT, "v": mixed}


PLATEAU = Tied(("L", "v"), generic)
L, v = Array("L", "second moment of the labels in units of σ'²", n, n, kind=PLATEAU), Array("v", "a direction", n, kind=PLATEAU)
along_k = Ladder(size, (10**3, 10**4, 10**5, 10**6, 10**7, 10**8), quick=(10**3, 10**4, 10**5, 10**6))


def plateau(labels, direction, exponent, **more):
    """Size of the gradient at W = √(nλk) vᵀ, X = I."""
    steep = norm(Gradient(regularised(u * u.T, s2p * labels, s2p), u, at=sqrt(n * lam * size) * direction))
    return Part(Rate(steep, exponent, ladder=along_k, expansion=(1 / size, size**-2)), **more)


# gradient descent on a design of orthonormal rows; labels of trace 8σ'²
O, i = Array("O", "design of orthonormal rows", n, d, kind=OrthonormalRows), Index("i")
labels, layer = 2 * drawn_moment, Array("W'", "first layer along the descent", p, d)
inverse = resolvent(O * layer.T * layer * O.T)
downhill = 2 * lam * layer * O.T * inverse * (labels - s2p * I(n)) * inverse * O
end = Iterate(layer, layer + n**2 * lam / (8 * s2p) * downhill, drawn_start * O, 300).end
reached = regularised(O * end.T * end * O.T, labels, s2p)


def nine_tenths(rows):
    """Nine tenths of the way from Tr S/n to the infimum for so many rows."""
    gained = Sum(Maximum(eigenvalue(labels, i) - s2p, 0), (i, 1, rows))
    return (Trace(labels) - Rational(9, 10) * gained) / n


def at_found(moment):
    return Gradient(R(W, moment), W, at=found)


claim = Claim(
    "linear_net.landscape",
    source=source("How to minimize R(W)?"),
    domain=Domain(
        d >= n, core=(n >= 1, n <= 3, d <= 5, p <= 3, lam >= 0.2, lam <= 2, s2p >= 0.3, s2p <= 50, c >= 0.1, c <= 10)
    ),
    parts={
        "main": Part(
            Identity(K * D, pulled),
            when=full,
            proof=multiplied,
            says="Where X has full row rank K(S − σ'²) = −M⁻¹XWᵀ ∇R Xᵀ(XXᵀ)⁻¹M⁻¹/(2λ), so that the gradient of the criterion vanishes "
            "only where K(S − σ'²) = 0",
        ),
        "gradient": Part(
            Identity(slope, formula),
            proof=gradient,
            says="The gradient of the criterion is −2λ WXᵀM(S − σ'²)MX",
            wrong={"one_factor_m": {"right": -2 * lam * W * X.T * M * D * X}},
        ),
        "level": Part(Identity(R(unseen), flat), when=full, proof="words", says="Where XWᵀ = 0 the criterion is Tr S/n"),
        "second_order": Part(
            Identity(R(V) - flat, higher - bent, scale=R(V) + flat),
            proof="words",
            says="From there W = V moves it by −Tr[VXᵀ(S − σ'²)XVᵀ]/(n²λ) and terms of fourth order, Tr[K²M(S − σ'²)]/(n²λ) at V",
        ),
        "curvature_along": Part(
            Identity(twice, -2 * bent, scale=R(V) + flat),
            proof="derivative",
            says="The second derivative at W = 0 along V is −2 Tr[VXᵀ(S − σ'²)XVᵀ]/(n²λ)",
        ),
        "curvature": Part(
            Identity(one_row, hessian),
            says="Of one row the Hessian at W = 0 is −2Xᵀ(S − σ'²)X/(n²λ)",
            wrong={"curvature_without_n": {"right": -2 * X.T * D * X / (n * lam)}},
        ),
        "saddle": Part(
            Inequality(2 * singular_value(X, n) ** 2 * (eigenvalue(S, 1) - s2p) / (n**2 * lam), -eigenvalue(hessian, d)),
            when=(eigenvalue(S, 1) > s2p,),
            says="If the labels have an eigenvalue above σ'² its lowest eigenvalue is at most −2s_n(X)²(λ₁(S) − σ'²)/(n²λ): no minimum",
            wrong={"always_a_saddle": {"left": 0, "when": ()}},
        ),
        "leave": Part(
            Identity(R(critical + V, beside), won(critical + V, V, beside)),
            when=full,
            proof=leave,
            says="At a critical point, WXᵀ(S − σ'²) = 0, any move V makes the criterion Tr S/n − Tr[NVXᵀ(S − σ'²)XVᵀ]/n with N ≻ 0, which "
            "for V along an eigenvector above σ'² is less than Tr S/n: no local minimum",
            wrong={
                "as_at_the_start": {"right": (Trace(beside) - Trace(V * X.T * (beside - s2p * I(n)) * X * V.T) / (n * lam)) / n}
            },
        ),
        "global_minimum": Part(
            Inequality(Trace(covered) / n, R(W, covered)),
            proof=global_minimum,
            says="If S = σ'²I − B with B ⪰ 0 no first layer leads below Tr S/n: W = 0 is a global minimum",
        ),
        "steepness": Part(
            Inequality(
                norm(K * D), operator_norm(inner) ** 2 * operator_norm(X * W.T) * norm(slope) / (2 * lam * singular_value(X, n))
            ),
            says="Quantitatively |K(S − σ'²)| is at most |M⁻¹|²|XWᵀ||∇R|/(2λ s_n(X))",
            wrong={"one_factor_m": {"right": operator_norm(X * W.T) * norm(slope) / (2 * lam * singular_value(X, n))}},
        ),
        "on_the_spectrum": Part(
            Identity(sq(at_found(tied)), 0, scale=sq(at_found(tied + s2p * e * e.T))),
            says="If σ'² is an eigenvalue of S, of the unit vector e, W = ceᵀ(XXᵀ)⁻¹X is critical for every c",
        ),
        "descent": Part(
            Inequality(reached, nine_tenths(Minimum(n, p))),
            says="Gradient descent from a small random W on a design of orthonormal rows covers nine tenths of the way to the infimum for "
            "p rows, where Tr S = 8σ'²",
            wrong={
                "full_infimum_for_one_row": {
                    "right": nine_tenths(n),
                    "when": (Eq(p, 1), n >= 2, eigenvalue(labels, 2) > 2 * s2p),
                }
            },
        ),
        "plateau": plateau(
            L,
            v,
            -Rational(1, 2),
            when=(n >= 2,),
            says="At W = √(nλk) vᵀ, X = I, the gradient falls like k^(−1/2) along a direction that is no eigenvector of S",
            wrong={"plateau_of_order_one": {"exponent": -1}},
        ),
        "plateau_of_an_eigenvector": plateau(
            e * e.T / 2 + rest * A * rest, e, -Rational(3, 2), says="and like k^(−3/2) along an eigenvector"
        ),
    },
    uses=("linear_net.mallows_expectation",),
)
