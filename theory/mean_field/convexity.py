r"""$F$ is convex in the measure and DoF concave; $F+\frac vn\mathrm{DoF}=v+\lambda\operatorname{Tr}[M(\hat S-vI)]$ is convex if $\hat S\succeq vI$.

For $A\succeq0$ the second derivative of $\operatorname{Tr}[M_tA]$ along $K+tD$ is $2\operatorname{Tr}[MDMDMA]\ge0$, and $K$ is linear in
$\mu$. The condition cannot be dropped: $\hat S$ has rank at most $m$, so it fails for every $v>0$ when there are fewer tasks than
samples. Where $\hat S$ has an eigenvector $e$ with eigenvalue $s<v$, the segment $K_t=t\,ee^\top$ gives
$\mathrm{const}+\lambda\frac{s-v}{t+n\lambda}$, strictly concave: convexity on all kernels holds if and only if $\hat S\succeq vI$.

Exact witness: $n=2$, $n\lambda=1$, $\hat S=\operatorname{diag}(1,0)$, $K_t=\operatorname{diag}(0,t)$. It is realised by
a tanh network: $x_1=e_1$, $x_2=e_2$, $\mu_t=(1-t)\delta_0+t\,\delta_{ce_2}$, up to the factor $\tanh^2c$ in $t$. The objective is
$\frac12+\frac v2\frac t{1+t}$, so the midpoint exceeds the mean of the ends by $v/24$. So the slide's sentence, that mean-field
Langevin dynamics can optimise the objective, does not follow from convexity unless $\hat S\succeq vI$.
"""

from fractions import Fraction

import sympy as sp

from lemmata.theory.algebra.words import MatrixAlgebra
from lemmata.theory.first import Certificate, Choice, Claim, Domain, Erratum, Existence, Identity, Inequality, Integer, Real
from lemmata.theory.language.matrices import Eigenvalue, PositiveSemidefinite
from lemmata.theory.mean_field.first_notation import dof, lam, m, n, positive, resolvent, source, v

labels, weight = sp.Symbol("labels"), sp.Symbol("t", positive=True)
rank = sp.Symbol("N", integer=True, positive=True)
K0, K1, S = (PositiveSemidefinite(name, n) for name in ("K_0", "K_1", "S"))
between = (1 - weight) * K0 + weight * K1
curve, bent = sp.symbols("F_tt DoF_tt", real=True)
MIDPOINT = Fraction(1, 2)


def least(kernel: sp.MatrixExpr) -> sp.Expr:
    return lam * sp.Trace(resolvent(kernel) * S)


def total(kernel: sp.MatrixExpr) -> sp.Expr:
    return least(kernel) + v / n * dof(kernel)


def chord(function) -> sp.Expr:
    return (1 - weight) * function(K0) + weight * function(K1)


def witness(sign: int, p) -> Certificate:
    """The sign of the midpoint gap at the witness, in rational arithmetic from the definitions of F and DoF."""
    level = Fraction(p.v)

    def objective(t: Fraction) -> Fraction:
        penalty = Fraction(1, 2)  # λ; n = 2, so nλ = 1
        shrunk = [1 / (k + 1) for k in (Fraction(0), t)]
        return penalty * shrunk[0] + level / 2 * sum(k * s for k, s in zip((Fraction(0), t), shrunk, strict=True))

    gap = (objective(Fraction(0)) + objective(Fraction(1))) / 2 - objective(MIDPOINT)
    exact = gap == -level / 24
    return Certificate(exact and gap * sign > 0, "exact", f"mean of the ends minus midpoint {gap} = -v/24 at v = {level}")


direction = K1 - K0
M = resolvent(K0)
convex = Inequality(total(between), chord(total))
claim = Claim(
    id="mean_field.convexity",
    title="F is convex and DoF concave in the measure; F + (v/n) DoF is convex when S ⪰ vI, and not in general",
    truth=convex,
    source=source("Label noise as regularization"),
    domain=Domain(
        Choice(labels, ("covering", "few")),
        Integer(n, positive, (2, 6)),
        Integer(rank, positive, (1, 5)),
        Integer(m, positive, (1, 4)),
        Real(lam, positive, (0.01, 1), log=True),
        Real(v, positive, (0.1, 2)),
        Real(weight, (0, 1), (0.1, 0.9), edges=(0.5,)),
    ),
    given=(K0, K1, S, curve, bent),
    provided=(Eigenvalue(S, n) >= (1 - 10**-9) * v,),
    also={
        "f_convex": Inequality(least(between), chord(least), provided=()),
        "dof_concave": Inequality(chord(dof), dof(between), provided=()),
        "total": Identity(
            total(K0), v + lam * sp.Trace(resolvent(K0) * (S - v * sp.Identity(n))), scale=v + least(K0), provided=()
        ),
        "second_variation": Identity(
            curve, 2 * lam * sp.Trace(M * direction * M * direction * M * S), scale=least(K0), provided=()
        ),
        "second_variation_dof": Identity(
            bent, -2 * n * lam * sp.Trace(M * direction * M * direction * M), scale=n, provided=()
        ),
        "not_convex": Existence(
            -1, witness, text=r"\tfrac12(R(K_0)+R(K_1))-R(K_{1/2})=-\tfrac v{24},\ K_t=\operatorname{diag}(0,t)"
        ),
    },
    printed=convex.replace(provided=()),
    print_latex=r"\text{Mean field Langevin dynamics can optimize the objective }F(\mu)+\tfrac vn\mathrm{DoF}(\mu)",
    erratum=Erratum.condition_missing(
        "mean-field Langevin theory asks for a convex objective, which needs S ⪰ vI (at least as many tasks as the kernels have "
        "directions, and label noise below their energy); at n = 2, nλ = 1, S = diag(1, 0), K_t = diag(0, t) the objective is strictly "
        "concave in t"
    ),
    mutants={
        "dof_convex": Inequality(dof(between), chord(dof), provided=()),
        "f_concave": Inequality(chord(least), least(between), provided=()),
        "witness_convex": Existence(1, witness, text=r"R(K_{1/2})\le\tfrac12(R(K_0)+R(K_1))"),
        "once_the_second_variation": Identity(
            curve, lam * sp.Trace(M * direction * M * direction * M * S), scale=least(K0), provided=()
        ),
        "two_resolvents": Identity(bent, -2 * n * lam * sp.Trace(M * direction * M * direction), scale=n, provided=()),
    },
    uses=("mean_field.representer", "mean_field.label_noise"),
    notes="The entropy of Langevin dynamics adds strict convexity of its own, which is not quantified here; the verdict is on the "
    "convexity that the theorem assumes of F + (v/n) DoF.",
)


@claim.derivation
def _(step):
    a = MatrixAlgebra()
    kernel, inverse = a.symmetric("K"), a.symmetric("M")
    a.rule(kernel * inverse, 1 - n * lam * inverse)
    a.rule(inverse * kernel, 1 - n * lam * inverse)
    change, second = a.symmetric("D"), a.symmetric("S")
    first = -inverse * change * inverse
    bend = 2 * inverse * change * inverse * change * inverse
    shifted = kernel + n * lam
    step.verify(
        "the resolvent along K + tD to second order, in every dimension",
        a.equal(shifted * first + change * inverse, sp.Integer(0))
        and a.equal(shifted * bend / 2 + change * first, sp.Integer(0)),
        by="coefficients of t and t² in (K + nλ + tD) M_t = 1",
        formula=r"M_t=M-tMDM+t^2MDMDM+O(t^3)",
    )
    root, spread = a.symmetric("M^1/2"), a.matrix("B")  # M = (M^1/2)², S = BBᵀ
    factor = root * change * root**2 * spread
    step.verify(
        "the second derivative of F is a sum of squares",
        a.equal_traces(
            2 * root**2 * change * root**2 * change * root**2 * spread * a.transpose(spread), 2 * a.transpose(factor) * factor
        ),
        by="M = (M^½)², S = BBᵀ: F'' = 2λ|M^½DMB|², and DoF'' = −2nλ|M^½DM|² with B = 1",
        formula=r"2\operatorname{Tr}[MDMDM\hat S]=2\|M^{1/2}DMB\|_F^2",
    )
    step.verify(
        "the objective with label noise",
        a.equal_traces(lam * inverse * second + v / n * (kernel * inverse), v / n + lam * inverse * (second - v)),
        by="KM = 1 − nλM; Tr 1 = n",
        formula=r"F+\tfrac vn\mathrm{DoF}=v+\lambda\operatorname{Tr}[M(\hat S-vI)]",
    )
    t, e = sp.symbols("t s", positive=True)
    along = lam * (e - v) / (t + n * lam)
    step(
        "along K_t = t eeᵀ with Se = se",
        sp.diff(along, t, 2),
        2 * lam * (e - v) / (t + n * lam) ** 3,
        by="negative as soon as s < v: the condition is necessary",
    )
    half = sp.Rational(1, 2)
    plain = half + v / 2 * (1 - 1 / (1 + t))
    gap = (plain.subs(t, 0) + plain.subs(t, 1)) / 2 - plain.subs(t, half)
    step("the witness: n = 2, λ = 1/2, S = diag(1, 0), K = diag(0, t)", gap, -v / 24, by="mean of the ends minus midpoint")
    step.qed(by="K is linear in μ, and a function with non-negative second derivative along segments is convex")
