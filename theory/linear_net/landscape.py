r"""The criterion has no finite spurious critical point: its gradient vanishes only where $K(\hat S-\sigma'^2I)=0$.

Let $D=\hat S-\sigma'^2I$, $K=XW^\top WX^\top$, $M=(K+n\lambda I)^{-1}$, $W\in\mathbb R^{p\times d}$, $\operatorname{rank}X=n$. Then
$R(W)=\sigma'^2+\lambda\operatorname{Tr}MD$, $\nabla R=-2\lambda WX^\top MDMX$, and
$$KD=-\tfrac1{2\lambda}M^{-1}XW^\top\,\nabla R\;X^+M^{-1}\qquad\text{for every }W,$$
so a critical point has $KD=0$ (and conversely). If $\sigma'^2$ is no eigenvalue of $\hat S$, which is almost sure, this
means $XW^\top=0$, where $R=\operatorname{Tr}\hat S/n$ and
$R(W+V)=R-\operatorname{Tr}[VX^\top DXV^\top]/(n^2\lambda)+O(|V|^4)$ with lowest curvature $-2\mu_1(X^\top DX)/(n^2\lambda)$:
a strict saddle or maximum iff $\mu_1(\hat S)>\sigma'^2$, the global minimum if $\hat S\preceq\sigma'^2I$. The infimum
$\frac1n(\operatorname{Tr}\hat S-\sum_{j\le p}(\mu_j(\hat S)-\sigma'^2)_+)$ then lies at infinity. This is not a theorem of
convergence: at $K=k\,vv^\top$ with $v^\top Dv<0$ the gradient is of order $k^{-1/2}$ ($k^{-3/2}$ if $v$ is an eigenvector of
$D$) while $R$ stays above its infimum. The gradient is differentiated from the definition of $R$, by reverse accumulation.
"""

import sympy as sp

from lemmata.theory.algebra.words import MatrixAlgebra
from lemmata.theory.first import (
    Certificate,
    Claim,
    Domain,
    Existence,
    Identity,
    Inequality,
    Integer,
    Ladder,
    Rate,
    Real,
    Source,
)
from lemmata.theory.language.matrices import Eigenvalues, FrobeniusNorm, OperatorNorm, PositiveSemidefinite, SingularValue
from lemmata.theory.linear_net.first_notation import lam, m, n

d, p, j = sp.symbols("d p j", integer=True, positive=True)
s2p, w, k, psi = (sp.Symbol(name, positive=True) for name in ("sigma2p", "w", "k", "psi"))
X, W, V, Z, G = (sp.MatrixSymbol(name, *shape) for name, shape in zip("XWVZG", ((n, d), *((p, d),) * 4), strict=True))
S = PositiveSemidefinite("S", n)
lowest, reached = sp.Symbol("lowest", real=True), sp.Symbol("reached", positive=True)  # by the worst of eight descents
eye = sp.Identity(n)
D = S - s2p * eye
mu = Eigenvalues(S)


def gram(weight: sp.MatrixExpr) -> sp.MatrixExpr:
    return X * weight.T * weight * X.T


def shifted(weight: sp.MatrixExpr) -> sp.MatrixExpr:
    return gram(weight) + n * lam * eye


def criterion(weight: sp.MatrixExpr) -> sp.Expr:
    inverse = sp.Inverse(shifted(weight))
    return lam * sp.Trace(inverse * S) + s2p / n * sp.Trace(gram(weight) * inverse)


M = sp.Inverse(shifted(W))
K = gram(W)
flat = sp.Trace(S) / n  # the value where XWᵀ = 0
top = Eigenvalues(X.T * D * X)[1]
curvature = -2 * top / (n**2 * lam)
pulled_back = shifted(W) * X * W.T * G * X.T * sp.Inverse(X * X.T) * shifted(W) / (2 * lam)


def infimum(rows: sp.Expr) -> sp.Expr:
    return flat - sp.Sum(sp.Max(mu[j] - s2p, 0), (j, 1, rows)) / n


def is_gradient(formula: sp.MatrixExpr) -> Identity:
    return Identity(FrobeniusNorm(G - formula), 0, scale=FrobeniusNorm(G))


second = sp.Trace(V * X.T * D * X * V.T) / (n**2 * lam)
remainder = sp.Trace(gram(V) * gram(V) * sp.Inverse(shifted(V)) * D) / (n**2 * lam)
ladder = Ladder(k, (1e3, 1e4, 1e5, 1e6, 1e7, 1e8), quick=(1e3, 1e4, 1e5, 1e6))


def nine_tenths(rows: sp.Expr, *provided: sp.Basic) -> Inequality:
    """Descent achieves nine tenths of the decrease that is possible, where the first eigenvalue is well above σ'²."""
    clear = (mu[1] > 2 * s2p, n * lam >= 1, SingularValue(X, 1) <= 6 * SingularValue(X, n), *provided)
    return Inequality(reached, (flat + 9 * infimum(rows)) / 10, provided=clear)


def plateau(angle: sp.Expr, exponent: sp.Expr) -> Rate:
    """Size of the gradient at n = d = 2, X = I, D = diag(1, −1), W = √k (cos, sin)."""
    q, delta, c = sp.S.One, sp.cos(2 * angle), 2 * lam
    size = 2 * lam * sp.sqrt(k) / (k + c) * sp.sqrt((q - delta**2) / c**2 + delta**2 / (k + c) ** 2)
    return Rate(size, exponent, ladder=ladder, tolerance=0.05)


def exact_gradient(weight: sp.Matrix, second_moment: sp.Matrix, level: int) -> sp.Matrix:
    """At X = I, nλ = 1, up to the factor −2λ."""
    size = second_moment.shape[0]
    inverse = (weight.T * weight + sp.eye(size)).inv()
    return weight * inverse * (second_moment - level * sp.eye(size)) * inverse


def on_the_spectrum(weight: sp.Matrix, point) -> Certificate:
    """σ'² = 2 is an eigenvalue of Ŝ = diag(2, 1): W = (2, 0) is critical; off the spectrum, at σ'² = 3, it is not."""
    moments = sp.diag(2, 1)
    zero, other = exact_gradient(weight, moments, 2), exact_gradient(weight, moments, 3)
    return Certificate(bool(zero.is_zero_matrix and not other.is_zero_matrix), "exact", f"{zero.tolist()}, {other.tolist()}")


claim = Claim(
    id="linear_net.landscape",
    title="KD = −M⁻¹XWᵀ ∇R X⁺M⁻¹/(2λ): the criterion has no finite spurious critical point",
    truth=Identity(FrobeniusNorm(K * D + pulled_back), 0, scale=FrobeniusNorm(K * D)),
    source=Source("000_ab12b188556405a2.txt", "How to minimize R(W)?", paper="suzuki2024"),
    domain=Domain(
        Integer(n, (1, sp.oo), (2, 5)),
        Integer(d, (n, sp.oo), (n, 3 * n)),
        Integer(p, (1, sp.oo), (1, 4)),
        Integer(m, (1, sp.oo), (1, 12)),
        Real(lam, (0, sp.oo), (0.2, 2), log=True),
        Real(s2p, (0, sp.oo), (0.3, 3), log=True),
        Real(w, (0, sp.oo), (0.1, 2), log=True),
        Real(psi, (0, sp.pi / 2), (0.3, 1.2)),
    ),
    given=(X, W, V, Z, G, S, lowest, reached),
    also={
        "gradient": is_gradient(-2 * lam * W * X.T * M * D * M * X),
        "steepness": Inequality(
            FrobeniusNorm(K * D),
            OperatorNorm(shifted(W)) ** 2 * OperatorNorm(X * W.T) * FrobeniusNorm(G) / (2 * lam * SingularValue(X, n)),
        ),
        "level": Identity(criterion(Z), flat),
        "second_order": Identity(criterion(Z + V) - flat, remainder - second, scale=flat),
        "curvature": Identity(lowest, curvature, scale=sp.Abs(curvature) + s2p / (n * lam)),
        "saddle": Inequality(2 * SingularValue(X, n) ** 2 * (mu[1] - s2p) / (n**2 * lam), -lowest, provided=(mu[1] > s2p,)),
        "global_minimum": Inequality(flat, criterion(W), provided=(mu[1] <= s2p,)),
        "infimum": Inequality(infimum(sp.Min(n, p)), criterion(W)),
        "descent": nine_tenths(sp.Min(n, p)),
        "plateau": plateau(psi, -sp.Rational(1, 2)),
        "plateau_of_an_eigenvector": plateau(sp.pi / 2, -sp.Rational(3, 2)),
        "on_the_spectrum": Existence(sp.Matrix([[2, 0]]), on_the_spectrum, text=r"K(\hat S-\sigma'^2I)=0,\ K\ne0"),
    },
    mutants={
        "curvature_without_n": Identity(lowest, n * curvature, scale=sp.Abs(curvature) + s2p / (n * lam)),
        "always_a_saddle": Inequality(lowest, 0, provided=(sp.Eq(n, d),)),
        "full_infimum_for_one_row": nine_tenths(n, sp.Eq(p, 1), n >= 2, mu[sp.Min(n, 2)] > 2 * s2p),
        "one_factor_m": is_gradient(-2 * lam * W * X.T * M * D * X),
        "plateau_of_order_one": plateau(psi, -1),
    },
    uses=("linear_net.mallows_expectation",),
    notes="Descent is judged by the worst of eight starts of size 0.01, at nine tenths of the possible decrease and for "
    "well-conditioned X: the infimum lies at infinity and is approached slowly. That it always converges is not proved here, and large starts may "
    "stall on the plateau.",
)


@claim.derivation
def _(step):
    a = MatrixAlgebra()
    (inverse, whole), x, weight, move = a.inverse_pair("M"), a.matrix("X"), a.matrix("W"), a.matrix("V")
    s, right = a.symmetric("S"), a.matrix("X^+")
    c, level, size, lam_ = sp.symbols("c s n lambda", positive=True)
    a.rule(x * right, 1)
    t = a.transpose
    k_ = whole - c  # K = M⁻¹ − nλ, with c = nλ
    step.verify(
        "the criterion in M alone",
        a.equal(
            lam_ * inverse * s + level / size * (whole - size * lam_) * inverse, lam_ * inverse * (s - level) + level / size
        ),
        by="KM = I − nλM; the trace is σ'² + λ Tr[MD]",
        formula=r"\lambda\operatorname{Tr}M\hat S+\tfrac{\sigma'^2}n\operatorname{Tr}KM=\sigma'^2+\lambda\operatorname{Tr}MD",
    )
    b = MatrixAlgebra()
    (old, old_inverse), (new, new_inverse) = b.inverse_pair("A"), b.inverse_pair("B")
    step.verify(
        "how M moves",
        b.equal(new_inverse - old_inverse, -new_inverse * (new - old) * old_inverse),
        by="resolvent identity: dM = −M dK M, dK = X(VᵀW + WᵀV)Xᵀ",
        formula=r"B^{-1}-A^{-1}=-B^{-1}(B-A)A^{-1}",
    )
    centred = a.symmetric("D")
    change = x * (t(move) * weight + t(weight) * move) * t(x)
    step.verify(
        "the gradient, in every dimension",
        a.equal_traces(
            -lam_ * inverse * change * inverse * centred,
            -2 * lam_ * weight * t(x) * inverse * centred * inverse * x * t(move),
        ),
        by="traces agree up to rotation and transposition",
        formula=r"dR=-2\lambda\operatorname{Tr}[WX^\top MDMX\,V^\top]",
    )
    a.rule(x * t(weight) * weight * t(x), k_)
    gradient = -2 * lam_ * weight * t(x) * inverse * centred * inverse * x
    step.verify(
        "KD from the gradient",
        a.equal(-whole * x * t(weight) * gradient * right * whole / (2 * lam_), k_ * centred),
        by="XWᵀWXᵀ = K = M⁻¹ − nλ commutes with M, and XX⁺ = I; so ∇R = 0 forces KD = 0",
        formula=r"-\tfrac1{2\lambda}M^{-1}XW^\top\nabla R\,X^+M^{-1}=KD",
    )
    step.verify(
        "conversely KD = 0 makes WXᵀD vanish",
        a.equal_traces(t(weight * t(x) * centred) * (weight * t(x) * centred), centred * k_ * centred),
        by="its squared norm is Tr[D K D]; and MD = D/(nλ) then, so ∇R = −2λ WXᵀDX/(nλ)² = 0",
        formula=r"\|WX^\top D\|_F^2=\operatorname{Tr}DKD",
    )
    step.verify(
        "K = 0 means XWᵀ = 0",
        a.equal_traces(t(weight * t(x)) * (weight * t(x)), k_),
        by="if D is invertible KD = 0 gives K = 0",
        formula=r"\|WX^\top\|_F^2=\operatorname{Tr}K",
    )
    step.verify(
        "second order around XWᵀ = 0",
        a.equal(inverse, 1 / c - k_ / c**2 + k_ * k_ * inverse / c**2),
        by="exact remainder; K is quadratic in V there",
        formula=r"M=\tfrac1{n\lambda}-\tfrac{K}{(n\lambda)^2}+\tfrac{K^2M}{(n\lambda)^2}",
    )
    step.verify(
        "the change of R over all of space",
        a.equal(inverse - 1 / c, -k_ * inverse / c),
        by="so R − Tr Ŝ/n = Tr[KM(−D)]/n ≥ 0 if D ⪯ 0: products of positive semidefinite matrices have positive traces",
        formula=r"R(W)-\tfrac1n\operatorname{Tr}\hat S=-\tfrac1n\operatorname{Tr}KMD",
    )
    step.cite(
        "X of full row rank: XᵀDX has a positive eigenvalue iff D has",
        r"\mu_1(X^\top DX)\ge s_n(X)^2\mu_1(D)\ \text{if }\mu_1(D)>0",
        by="Sylvester's law of inertia; Ostrowski",
    )
    k0, c0, u = sp.symbols("k c u", positive=True)
    cosine, sine = (1 - u**2) / (1 + u**2), 2 * u / (1 + u**2)  # every angle, rationally
    v, small = sp.Matrix([[cosine, sine]]), sp.diag(1, -1)
    m2 = (sp.eye(2) - k0 / (k0 + c0) * v.T * v) / c0
    slope = sp.sqrt(k0) * v * m2 * small * m2
    delta = cosine**2 - sine**2
    step(
        "the plateau at K = k vvᵀ",
        (slope * slope.T)[0, 0],
        k0 / (k0 + c0) ** 2 * ((1 - delta**2) / c0**2 + delta**2 / (k0 + c0) ** 2),
        by="M = (I − k/(k + nλ) vvᵀ)/(nλ), D = diag(1, −1)",
    )
    y = sp.symbols("y1:5")
    weight2 = sp.Matrix(2, 2, y)
    at = (weight2.T * weight2 + sp.eye(2)).adjugate() / (weight2.T * weight2 + sp.eye(2)).det()
    value = sp.Rational(1, 2) * (at * sp.diag(3, 1)).trace() + (sp.eye(2) - at).trace()
    zero = dict.fromkeys(y, 0)
    bent = sp.Matrix(4, 4, lambda r, s_: sp.diff(value, y[r], y[s_]).subs(zero))
    step.verify(
        "an instance: X = I₂, Ŝ = diag(3, 1), σ'² = 2, λ = ½",
        min(bent.eigenvals()) == -1 and value.subs(zero) == 2,
        by="the Hessian of the definition at 0, exactly: lowest eigenvalue −1, R(0) = 2, infimum 3/2",
        formula=r"\lambda_{\min}\nabla^2R(0)=-1",
    )
    step.qed(by="a critical point has KD = 0, so XWᵀ = 0 off the spectrum, and the curvature there is known")
