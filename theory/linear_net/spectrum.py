"""WᵀW = Σβ gives WΣWᵀ the spectrum of Σβ^½ΣΣβ^½, and the average risk of the best estimator is a function of it.

All that is asked of W is WᵀW = Σβ, whatever its number of rows: det(c + WΣWᵀ) = c^(p-d) det(c + ΣWᵀW) for every c (Sylvester), and the same
of any other root. The transposed order WᵀΣW has another spectrum. The spectrum alone fixes no risk: the coefficients
W⁻ᵀβ enter as well. With WᵀW = Σβ their second moment is I, and for Gaussian inputs, whose law does not change under
rotations, the Bayes risk averaged over tasks and designs depends on the eigenvalues alone. The slide prints the
coefficients beside its sentence; its μ_j(Σ) ≥ 1/j against μ_j(WΣWᵀ) ≤ 1/j defines two regimes and is no theorem.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.linear_net.notation import MODERATE, Sigma, T, d, n, p, s2, source

J, c = Symbol("J", "place in the spectrum", Naturals), Symbol("c", "where the determinants are compared", Positive)
W, A = Array("W", "first layer", p, d), Array("A", "an invertible first layer", d, d, kind=Invertible)
x = sp.Symbol("x", real=True)


def root(matrix):
    return SpectralFunction(Lambda(x, sqrt(x)), matrix)


def scales(q, draw):
    """Decreasing positive numbers, and targets of norm √d along the first and the last axis."""
    values = draw.uniform(q.d, low=0.1, high=2.0)[0].sort(descending=True).values
    index = draw.tensor(range(q.d))
    first, last = (q.d**0.5 * (index == k)[:, None] for k in (0, q.d - 1))
    return {"r": values, "b": first * values[:1] ** 0, "b'": last * values[:1] ** 0}


LAW = Tied(("r", "b", "b'"), scales)
S = diag(Array("r", "roots of the eigenvalues of Σβ^½ΣΣβ^½", d, of=Positive, kind=LAW))
first, last = (
    Array(name, f"target of norm √d along the {place} eigenvector", d, kind=LAW)
    for name, place in (("b", "first"), ("b'", "last"))
)
U = Array("U", "eigenvectors of Σβ^½ΣΣβ^½", d, d, kind=Orthogonal)
Z, H = Sampled("Z", Normal(), n, d), Array("H", "a design in coordinates in which the inputs are white", n, d, kind=MODERATE)

R = root(T)
Q = S * U.T * R.inv()  # a root of the covariance QᵀQ with RQᵀQR = US²Uᵀ; inputs are the rows of HQ
direct = Trace(Q.T * Q * (T.inv() + Q.T * H.T * H * Q / s2).inv())


def by_spectrum(design):
    return Trace(S * S * (I(d) + S * design.T * design * S / s2).inv())


F = Z * S
M = (F * F.T + s2 * I(n)).inv()


def risk(target):
    """Of one target in the eigenbasis, at nλ = σ²."""
    return sq(S * (target - F.T * M * F * target)) + s2 * Trace(M * M * F * S * S * F.T)


tasks = W.T * W


def characteristic(first, second, rows):
    return Identity(LogDet(c * I(rows) + first), LogDet(c * I(d) + second) + (rows - d) * log(c))


def of_the_root(k):
    return k.rewrite(k.sylvester(R, Sigma * R, c=c), by=k.root(T))


def of_the_other_root(k):
    H = root(Sigma)
    return k.rewrite(k.sylvester(H * T, H, c=c), by=k.root(Sigma))


def given_the_design(k):
    """(Σβ⁻¹ + QᵀHᵀHQ/σ²)⁻¹ = RU(1 + SHᵀHS/σ²)⁻¹UᵀR, R the root of Σβ."""
    inner, square = I(d) + S * H.T * H * S / s2, k.both(k.root(T), "inverse")
    square = k.then(k.words(R.inv() * R.inv(), square.content.left), square)
    turned = k.words((R.inv() * R.inv() + Q.T * H.T * H * Q / s2).inv(), R * U * inner.inv() * U.T * R)
    traced = k.both(k.multiply(turned, left=Q.T * Q), "trace")
    return k.to(k.flip(k.rewrite(k.flip(traced), by=square)), by_spectrum(H))


claim = Claim(
    "linear_net.spectrum",
    source=source("Feature learning: eigenvalues of WΣWᵀ characterise the predictive risk"),
    domain=Domain(J <= Minimum(p, d), core=(n >= 2, n <= 6, d >= 2, d <= 6, p <= 8, s2 >= 0.1, s2 <= 3, c >= 0.1, c <= 3)),
    parts={
        "main": Part(
            Identity(
                singular_value(W * root(Sigma), J) ** 2,
                singular_value(root(tasks) * root(Sigma), J) ** 2,
                scale=Trace(Sigma * tasks),
            ),
            says="WΣ^½ has the singular values of Σβ^½Σ^½ for Σβ = WᵀW, whatever the number of rows of W: their squares are the "
            "eigenvalues of WΣWᵀ and of Σβ^½ΣΣβ^½",
            wrong={"no_root": {"right": singular_value(tasks * root(Sigma), J) ** 2}},
        ),
        "characteristic": Part(
            characteristic(W * Sigma * W.T, Sigma * W.T * W, p),
            proof=lambda k: k.sylvester(W, Sigma * W.T, c=c),
            says="Because log det(c + WΣWᵀ) = log det(c + ΣΣβ) + (p − d) log c for every c > 0, Σβ = WᵀW",
            wrong={"rows_forgotten": {"right": LogDet(c * I(d) + Sigma * W.T * W)}},
        ),
        "of_the_root": Part(
            characteristic(R * Sigma * R, Sigma * T, d),
            proof=of_the_root,
            says="and log det(c + Σβ^½ΣΣβ^½) = log det(c + ΣΣβ): but for zeros the spectra are one",
        ),
        "transposed": Part(
            characteristic(A * Sigma * A.T, Sigma * A.T * A, d),
            proof=lambda k: k.sylvester(A, Sigma * A.T, c=c),
            says="For a square W it is log det(c + ΣWᵀW), not that of WᵀΣW",
            wrong={"transposed": {"left": LogDet(c * I(d) + A.T * Sigma * A)}},
        ),
        "other_order": Part(
            characteristic(root(Sigma) * T * root(Sigma), Sigma * T, d), proof=of_the_other_root, says="The same of Σ^½ΣβΣ^½"
        ),
        "trace": Part(Identity(Trace(W * Sigma * W.T), Trace(Sigma * tasks)), proof="words", says="Their sum is Tr[ΣΣβ]"),
        "coefficients": Part(
            Identity(A.T.inv() * root(A.T * A) * root(A.T * A) * A.inv(), I(d)),
            proof=lambda k: k.to(k.multiply(k.root(A.T * A), left=A.T.inv(), right=A.inv()), I(d)),
            says="The transformed coefficients W⁻ᵀβ have second moment I",
            wrong={"coefficients_of_the_transpose": {"left": A.inv() * A.T * A * A.T.inv()}},
        ),
        "average_risk": Part(
            Identity(direct, by_spectrum(H)),
            proof=given_the_design,
            says="For tasks of second moment Σβ the Bayes risk at the design HQ is Tr[S²(1 + SHᵀHS/σ²)⁻¹], S² the eigenvalues of "
            "Σβ^½ΣΣβ^½: of Gaussian H its mean is a function of the spectrum",
            printed=Print(
                readings={
                    "over_tasks": (Edit(), "holds"),
                    "for_each_target": ({"left": Mean(risk(first)), "right": Mean(risk(last))}, "fails"),
                },
                erratum=Erratum.unclear(
                    "'eigenvalues of WΣWᵀ characterise the predictive risk' holds together with the coefficients W⁻ᵀβ, which the slide "
                    "prints beside it: of one target they do not (one along the first and one along the last eigenvector differ); "
                    "averaged over tasks of second moment WᵀW they do"
                ),
            ),
            wrong={"noise_forgotten": {"right": Trace(S * S * (I(d) + S * H.T * H * S).inv())}},
        ),
    },
    uses=("linear_net.orientation",),
)
