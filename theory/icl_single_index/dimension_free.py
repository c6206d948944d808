r"""Once the neurons lie in $S$, the risk in context depends on the prompt length and on $S$ alone, not on $d$.

With $w_j\in S$ every prediction is a function of the coordinates of the inputs in $S$, so the law of the test error is
the same for every $d$; its mean is the formula of phase II, $1-2\operatorname{Tr}\Gamma A+\operatorname{Tr}\Gamma
C\Gamma^\top G$, in which no $d$ occurs. Polynomials of degree at most $p$ in $r$ variables form a space of dimension
$\binom{r+p}p$: that is what the prompt must determine. The theorem's risk must be read as $\mathbb E|f-f_*|$ (or
squared): as printed, without an absolute value, the predictor 0 has risk $\mathbb E[0-f_*]=0$ for every link with
$\mathbb Ef_*=0$. The theorem's conditions on the numbers of tasks, examples and neurons are not legible in the
document.
"""

import sympy as sp

from lemmata.theory.first import Claim, Domain, Erratum, Identity, Inequality, Integer, Mean, Observable, Real, Source, h
from lemmata.theory.icl_single_index.first_notation import DOCUMENT, PAPER, N, d, positive, r
from lemmata.theory.icl_single_index.phase2_ridge import A, G, Gamma, S, expected, lam2, length, trained
from lemmata.theory.language.functions import GaussMean

p, m = sp.symbols("p m", integer=True, positive=True)
z = sp.Symbol("z", real=True)
risk, difference = Observable("R"), Observable("difference")
zero = sp.Integer(0)
counted = sp.Sum(sp.binomial(r + m - 1, m), (m, 0, p))

claim = Claim(
    id="icl_single_index.dimension_free",
    title="With the neurons in S the risk in context is a function of the prompt length alone, the same for every d",
    truth=Identity(Mean(risk), expected(length), scale=1),
    source=Source(DOCUMENT, "Dimension-free In-context Sample Complexity", paper=PAPER),
    domain=Domain(
        Integer(N, positive, (6, 8)),
        Integer(trained, positive, (200, 250)),
        Real(lam2, (0, sp.oo), (1e-4, 2e-3), log=True),
        Integer(length, positive, (100, 160)),
        Integer(d, (3, sp.oo), (7, 12)),
        Integer(r, positive, (2, 6)),
        Integer(p, positive, (2, 5)),
        assume=(d > r,),
    ),
    given=(Gamma, A, S, G),
    also={
        "coordinates": Identity(Mean(difference), 0, scale=1, variant="inside"),
        "polynomials": Identity(counted, sp.binomial(r + p, p)),
    },
    printed=Inequality(GaussMean((zero - h(2, z)) ** 2, z), GaussMean(zero - h(2, z), z)),
    print_latex=r"\mathbb E[f(x;W,\Gamma,b)-f_*(x)]=o_d(1)\quad\text{(judged at }f=0,\ f_*=h_2\text{ as a bound of the error)}",
    erratum=Erratum.wrong(
        "the risk needs an absolute value or a square: E[f − f_*] vanishes for f = 0 and every link of mean 0"
    ),
    mutants={
        "prompt_like_d": Identity(Mean(risk), expected(2 * length / d), scale=1),
        "weights_leave_subspace": Identity(Mean(difference), 0, scale=1, variant="outside"),
        "ambient_polynomials": Identity(counted, sp.binomial(d + p, p)),
    },
    notes="The exponents of the theorem (pretraining d^Θ(k), prompt r^Θ(p)) could not be read and are not tested; what "
    "finite pretraining leaves of d is part of icl_single_index.algorithm2_end_to_end.",
    uses=("icl_single_index.phase2_ridge", "icl_single_index.reparameterisation"),
)


@claim.derivation
def _(step):
    s = sp.Symbol("s", positive=True)
    for top in (2, 3, 4):
        step(
            f"polynomials of degree at most {top}: one more degree",
            sp.expand_func(sp.binomial(s + top, top)) - sp.expand_func(sp.binomial(s + top - 1, top - 1)),
            sp.expand_func(sp.binomial(s + top - 1, top)),
            by="Pascal's rule: the monomials of that degree",
        )
    step("the signed error of the predictor 0 for h₂", GaussMean(zero - h(2, z), z).doit(), 0, by="h₂ has mean 0")
    step("its squared error", GaussMean((zero - h(2, z).doit()) ** 2, z).doit(), 1, by="h₂ has variance 1")
