"""A zoo of statements: every kind, every kind of term and operator, with what is shown of it on a terminal."""

from __future__ import annotations

import sympy as sp

from lemmata import (
    LINKS,
    PD,
    POLYNOMIALS,
    PSD,
    Abs,
    Argmin,
    Array,
    Bernoulli,
    ChiSquare,
    Contraction,
    Counts,
    Definition,
    Eq,
    Existence,
    Exponential,
    First,
    Flow,
    Function,
    Gradient,
    Guarantee,
    Haar,
    He,
    Hessian,
    I,
    Identity,
    Index,
    Inequality,
    Integral,
    Iterate,
    Ladder,
    Least,
    Limit,
    Maximum,
    Mean,
    Minimum,
    Naturals,
    Normal,
    Optimality,
    Order,
    Phase,
    Phi,
    Positive,
    Probability,
    Procedure,
    Product,
    Quantile,
    Rademacher,
    Rate,
    Reals,
    Root,
    Sampled,
    Simplex,
    Slope,
    Sphere,
    Student,
    Sum,
    Symbol,
    Symmetric,
    Tied,
    Trace,
    Uniform,
    Variance,
    Wishart,
    Within,
    binomial,
    cos,
    diag,
    dot,
    eigenvalue,
    erf,
    exp,
    factorial,
    floor,
    gamma,
    h,
    hadamard,
    log,
    norm,
    nuclear_norm,
    offdiag,
    oo,
    operator_norm,
    phi,
    pi,
    quad,
    singular_value,
    sq,
    sqrt,
    tanh,
)
from lemmata.theory.language.matrices import LogDet, SpectralFunction

a, b = Symbol("a", "frequency", Positive), Symbol("b", "bound", Positive)
x, t = Symbol("x", "a number"), Symbol("t", "threshold", Reals)
n, d, T = (Symbol(name, "a size", Naturals) for name in "ndT")
k = Symbol("k", "degree", Counts)
lam, kappa = Symbol("λ", "ridge", Positive), Symbol("κ", "effective ridge", Positive)
eta = Symbol("η", "step size", Positive)
j, i = Index("j"), Index("i")
K, P = Array("K", "kernel matrix", n, n, kind=PSD), Array("P", "precision", n, n, kind=PD)
S, A, B = Array("S", "form", n, n, kind=Symmetric), Array("A", "map", n, n), Array("B", "map", n, n, kind=Contraction)
X = Array("X", "design", n, d)
v, w, w0 = Array("v", "vector", n), Array("w", "weights", n), Array("w₀", "start", n)
c, mu = Array("c", "coefficients", n, start=0), Array("μ", "weights", n, kind=Simplex)
sig = Function("σ", "activation", of=LINKS, kink=0)
poly = Function("g", "link", of=POLYNOMIALS(k))
Z, U = Sampled("Z", Normal()), Sampled("U", Uniform(-a, a))
eps, G = Sampled("ε", Normal(lam), n), Sampled("G", Normal(), n, d)
ladder = Ladder(n, (10, 20, 40, 80))
tied = Ladder(d, (10, 20, 40, 80), sizes={n: floor(lam * d)})
M = (K + n * lam * I(n)).inv()
f = Definition("f", "fit", K * M * (v + eps))
train = Procedure("train", "a network trained by gradient descent", parameters=("n", "d"), outputs={"loss": "test loss"})
path = Iterate(w, w - eta * (K * w - v), w0, T)
noisy = Iterate(x, x - eta * (x - Z), 1, T, fresh=Z)
flow = Flow(x, -lam * x, a, t)

ZOO = {
    "characteristic": (Identity(Mean(cos(a * Z)), exp(-(a**2) / 2)), "E[cos(a Z)] = exp(−a²/2)"),
    "square": (Identity(Mean((a + Z) ** 2), a**2 + 1), "E[(a + Z)²] = a² + 1"),
    "power of a mean": (Identity(Mean(Z**4), 3 * Mean(Z**2) ** 2), "E[Z⁴] = 3E[Z²]²"),
    "conditional": (Identity(Mean(a * Z * U, over=U), 0, scale=a), "E_U[a U Z] = 0 relative to a"),
    "variance": (Identity(Variance(U), a**2 / 3), "Var[U] = a²/3"),
    "probability": (Identity(Probability(Z > t), 1 - Phi(t)), "P[Z > t] = 1 − Φ(t)"),
    "quantile": (Identity(Phi(Quantile(Z, lam)), lam, scale=1), "Φ(Q_λ[Z]) = λ relative to 1"),
    "trace": (Identity(Mean(dot(v, eps) ** 2), lam * sq(v)), "E[(vᵀ ε)²] = λ ‖v‖²"),
    "quadratic form": (Identity(Mean(quad(A, eps)), lam * Trace(A)), "E[εᵀ A ε] = λ tr(A)"),
    "definition": (Identity(Mean(sq(f)), sq(K * M * v)), "E[‖f‖²] = vᵀ (K + n λ I_n)⁻¹ K² (K + n λ I_n)⁻¹ v"),
    "gram": (Identity(Mean(G.T * S * G), Trace(S) * I(d)), "E[Gᵀ S G] = tr(S) I_d"),
    "frobenius": (
        Identity(sq(X), Sum(Sum(X[i - 1, j - 1] ** 2, (j, 1, d)), (i, 1, n))),
        "‖X‖_F² = Σ_{i=1}^{n} Σ_{j=1}^{d} X_{i,j}²",
    ),
    "entries": (Inequality(Sum(mu[j] ** 2, (j, 1, n)), 1), "Σ_{j=1}^{n} μ_j² ≤ 1"),
    "from zero": (Inequality(c[0] ** 2, Sum(c[j] ** 2, (j, 0, n - 1))), "c₀² ≤ Σ_{j=0}^{n − 1} c_j²"),
    "product": (Inequality(Product(1 + mu[j], (j, 1, n)), exp(1)), "Π_{j=1}^{n} (μ_j + 1) ≤ e"),
    "integral": (Identity(Integral(exp(-x), (x, 0, oo)), 1), "∫_{0}^{∞} exp(−x) dx = 1"),
    "random entry": (Identity(Mean(eps[1] * eps[2]), 0, scale=lam), "E[ε₁ ε₂] = 0 relative to λ"),
    "hadamard": (Inequality(Trace(hadamard(K, P)), Trace(K) * Trace(P)), "tr(K ∘ P) ≤ tr(P) tr(K)"),
    "diagonals": (Identity(Trace(offdiag(A) * diag(v)), 0, scale=norm(v)), "tr((A − diag(A)) Diag(v)) = 0 relative to ‖v‖"),
    "norms": (Inequality(operator_norm(A), norm(A)), "‖A‖_op ≤ ‖A‖_F"),
    "duality": (Inequality(Abs(dot(A, B)), nuclear_norm(A)), "|tr(Aᵀ B)| ≤ ‖A‖_*"),
    "spectrum": (Inequality(eigenvalue(S, 1), singular_value(S, 1)), "λ₁(S) ≤ s₁(S)"),
    "all eigenvalues": (Identity(Trace(S), Sum(eigenvalue(S, j), (j, 1, n))), "tr(S) = Σ_{j=1}^{n} λ_j(S)"),
    "log det": (Inequality(LogDet(P), Trace(P) - n), "log |det(P)| ≤ tr(P) − n"),
    "matrix root": (
        Identity(
            Trace(SpectralFunction(sp.Lambda(x, sp.sqrt(x)), P).I), Trace(SpectralFunction(sp.Lambda(x, 1 / sp.sqrt(x)), P))
        ),
        "tr(P^(−1/2)) = tr(P^(−1/2))",
    ),
    "matrix exponential": (Identity(LogDet(SpectralFunction(sp.exp, S)), Trace(S)), "log |det(exp(S))| = tr(S)"),
    "entrywise": (Identity(Trace(sig.entrywise(A)), Sum(sig(A[j - 1, j - 1]), (j, 1, n))), "tr(σ⟨A⟩) = Σ_{j=1}^{n} σ(A_{j,j})"),
    "derivative of a link": (Identity(Mean(Z * sig(Z)), Mean(sig.prime(Z))), "E[σ(Z) Z] = E[σ′(Z)]"),
    "polynomial link": (Identity(Mean(poly(Z)), Mean(poly(-Z))), "E[g(Z)] = E[g(−Z)]"),
    "gradient": (Identity(Gradient(quad(S, v), v), 2 * S * v), "∇_v[vᵀ S v] = 2S v"),
    "gradient elsewhere": (Identity(Gradient(quad(S, v), v, at=w), 2 * S * w), "∇_v[vᵀ S v](v = w) = 2S w"),
    "derivative": (Identity(Gradient(tanh(x), x), 1 - tanh(x) ** 2), "∇_x[tanh(x)] = 1 − tanh(x)²"),
    "hessian": (Identity(Hessian(quad(S, v), v), 2 * S), "∇²_v[vᵀ S v] = 2S"),
    "slope": (Identity(Slope(quad(S, v), v, along=w, order=2), 2 * quad(S, w)), "D²[vᵀ S v; v + t w] = 2wᵀ S w"),
    "root": (
        Inequality(Root(kappa, Eq(kappa, lam + kappa / (1 + kappa))), 1 + lam),
        "root_{κ > 0}[κ − κ/(κ + 1) − λ = 0] ≤ λ + 1",
    ),
    "chosen root": (
        Inequality(Root(x, x**3 - a * x, which="largest", inside=(-b, b)), sqrt(a)),
        "largest-root_{x ∈ (−b, b)}[x³ − a x = 0] ≤ √a",
    ),
    "least": (
        Identity(Least(sq(v - X * Array("u", "head", d)), Array("u", "head", d)), 0, scale=sq(v)),
        "min_u[‖v − X u‖²] = 0 relative to ‖v‖²",
    ),
    "argmin": (Identity(Argmin(sq(v - w), w), v), "argmin_w[‖v − w‖²] = v"),
    "descent": (Inequality(sq(K * path.end - v), sq(v)), "‖K w_T − v‖² ≤ ‖v‖²"),
    "recursion": (Identity(Mean(noisy.at(T)), (1 - eta) ** T), "E[x_T] = (1 − η)^T"),
    "hitting": (Inequality(Mean(First(noisy, x < a)), 1 / eta), "E[first{t : x_t < a}] ≤ 1/η"),
    "flow": (Identity(flow, a * exp(-lam * t)), "x(t) = a exp(−t λ)"),
    "binomials": (Identity(Sum(binomial(n, j), (j, 0, n)), 2**n), "Σ_{j=0}^{n} binom(n, j) = 2ⁿ"),
    "hermite": (Identity(Mean(He(n, Z) ** 2), factorial(n)), "E[He_n(Z)²] = n!"),
    "orthonormal": (Identity(Mean(h(n, Z) * h(k, Z)), 0, scale=1), "E[h_k(Z) h_n(Z)] = 0 relative to 1"),
    "density": (Identity(Mean(phi(Z)), 1 / (2 * sqrt(pi))), "E[φ(Z)] = 1/(2√π)"),
    "gamma": (Identity(gamma(n + 1), factorial(n)), "Γ(n + 1) = n!"),
    "functions": (Inequality(erf(a), Minimum(1, a)), "erf(a) ≤ min(1, a)"),
    "maximum": (Inequality(log(1 + a), Maximum(1, a) + floor(a)), "log(a + 1) ≤ ⌊a⌋ + max(1, a)"),
    "bernoulli": (Identity(Mean(Sampled("C", Bernoulli(mu[1]))), mu[1]), "E[C] = μ₁"),
    "sphere": (Identity(Mean(dot(v, Sampled("s", Sphere(), n)) ** 2), sq(v) / n), "E[(vᵀ s)²] = ‖v‖²/n"),
    "haar": (
        Identity(Mean(Sampled("Q", Haar(), n, n).T * A * Sampled("Q", Haar(), n, n)), Trace(A) / n * I(n)),
        "E[Qᵀ A Q] = tr(A)/n·I_n",
    ),
    "wishart": (Identity(Mean(Trace(Sampled("W", Wishart(d, K), n, n))), Trace(K)), "E[tr(W)] = tr(K)"),
    "loss": (Inequality(Mean(train(n=n, d=d)["loss"]), lam), "E[loss] ≤ λ"),
    "within": (Within(Mean(Abs(Z)), sp.Rational(1, 2), 1), "1/2 ≤ E[|Z|] ≤ 1"),
    "order": (Order(Mean(norm(eps)), sqrt(n), ladder=ladder), "E[‖ε‖] ≍ √n as n → ∞"),
    "upper order": (
        Order(Mean(norm(eps)), sqrt(n), ladder=ladder, direction="upper", constants=(0, lam)),
        "E[‖ε‖] ≲ √n as n → ∞ with a ratio from 0 to λ",
    ),
    "rate": (Rate(Mean(1 / (1 + sq(eps))), -1, ladder=ladder), "E[1/(‖ε‖² + 1)] ∼ n⁻¹ as n → ∞"),
    "limit": (
        Limit(Mean(Trace(K * M)) / n + 1 / n, 1, ladder=tied, expansion=(1 / d, 1 / d**2)),
        "tr(K (K + n λ I_n)⁻¹)/n + 1/n → 1 as d → ∞ with n = ⌊d λ⌋ up to 1/d, 1/d²",
    ),
    "existence": (Existence(Eq(x**2, a), {x: sqrt(a)}), "there are x with x² = a namely x = √a"),
    "optimality": (Optimality((x - a) ** 2, {x: a}), "argmin_x[(x − a)²] = a"),
    "maximum over two": (
        Optimality(-((x - a) ** 2) - t**2, {x: a, t: 0}, sense="max"),
        "argmax_{x,t}[−t² − (x − a)²] = (a, 0)",
    ),
    "phase": (
        Phase(Mean(tanh(a * Z) ** 2), sp.Rational(1, 2), 1 / b, control=a, rising=True),
        "E[tanh(a Z)²] rises through 1/2 at a = 1/b and crosses it once from 0.25 to 4 times that",
    ),
    "guarantee": (Guarantee(Mean(Z, over=Z) + U <= a, 1 - lam), "P[E_Z[Z] + U ≤ a] ≥ 1 − λ"),
    "exactly": (Guarantee(U <= 0, sp.S.Half, exactly=True), "P[U ≤ 0] = 1/2"),
    "laws": (
        Inequality(
            Mean(
                Sampled("R", Rademacher())
                * Sampled("V", Exponential(a))
                * Sampled("C", ChiSquare(n))
                * Sampled("Y", Student(5))
            ),
            1,
        ),
        "E[C R V Y] ≤ 1",
    ),
    "tied": (Identity(Trace(Array("F", "Gram matrix", n, n, kind=Tied(("F", "H"), lambda p, draw: {}))), n), "tr(F) = n"),
}
