"""Kernel ridge regression at finite sizes: the deterministic equivalent of its error, and what is learned of each degree.

With the root ν of n = λ/ν + Σ_k N_k a_k, a_k = c_k/(c_k + N_kν), the error is near (σ² + Σ_k F_k²(1 - a_k)²)/(1 - Σ_k N_k a_k²/n), and the mean
fit near Σ_k a_k F_k q_k: all degrees at their own ratio n/N_k, for every n and d. The regressions are run on points of the sphere, with
kernel and target of degrees 0 to 3; their risks are exact given the points. The constants are not the best ones: in a pilot on other keys
the mean risk was 1.00 to 1.015 of the equivalent and the mean coefficients 0.98 to 1.01 of theirs. Exactly, the amplification
1/(1 - Σ_k N_k a_k²/n) of the bias is n dν/dλ: of the equivalent it is the slope of ν in the ridge.
"""

from lemmata import *
from lemmata.theory.krr.notation import F, N, c, equivalent, fitted, lam, learned, n, needed, nu, s2, source
from lemmata.theory.sphere.notation import d

balance = n - needed()
root = Definition("ν", "effective ridge, from n = λ/ν + Σ_k N_k c_k/(c_k + N_kν)", Root(nu, balance))
a = learned(root)
squares = [f**2 for f in F]
SHARE = Rational(1, 20)
run = fitted(**{str(e): e for e in (n, d, lam, s2, *c, *F)})
error = equivalent(n, squares, a)
undivided = [m * e for e, m in zip(c, N, strict=True)]  # as if the eigenvalues were c_k
at_c = learned(Root(nu, n - needed(c=undivided)), undivided)
kept = nu * (n - needed(lam=0))  # λ at ν
second = sum(m * e**2 for m, e in zip(N, learned(), strict=True))


def near(measured, value, share=SHARE):
    """The mean over its equivalent is within this share of 1."""
    return Within(Mean(measured) / value, 1 - share, 1 + share)


def instead(wrong, value, share=SHARE):
    """The same about a wrong equivalent."""
    return {"low": (1 - share) * wrong / value, "high": (1 + share) * wrong / value}


claim = Claim(
    "krr.refined",
    source=source(),
    uses=("sphere.gegenbauer",),
    domain=Domain(
        d >= 3,
        core=(
            (d >= 10, d <= 14, n >= 30, n <= 90, lam >= 0.05, lam <= 0.5, s2 >= 0.1, s2 <= 0.5, nu >= 0.001, nu <= 1),
            (
                *(e >= Rational(1, 5) for e in c),
                *(e <= 1 for e in c),
                *(e >= Rational(7, 10) for e in F[1:3]),
                F[0] >= 0.4,
                F[3] >= 0.4,
            ),
            tuple(e <= 1 for e in F),
        ),
    ),
    parts={
        "main": Part(
            near(run["E"], error),
            says="The mean risk of kernel ridge regression on n points of the sphere is within 5 % of its equivalent at these sizes",
            wrong={
                "degrees_for_squares": instead(equivalent(n, squares, a, seen=1), error),
                "first_power": instead(equivalent(n, squares, a, power=1), error),
                "eigenvalue_undivided": instead(equivalent(n, squares, at_c), error),
            },
        ),
        **{
            f"degree_{k}": Part(
                near(run[f"C_{k}"], a[k] * F[k], share),
                says=f"The mean fit has within {100 * share} % the coefficient a_{k}F_{k} on the target's harmonic of degree {k}",
                wrong={name: instead(w, a[k] * F[k], share) for name, w in (("whole", F[k]), ("squared", a[k] ** 2 * F[k]))},
            )
            for k, share in ((1, Rational(1, 10)), (2, Rational(1, 5)))
        },
        "amplification": Part(
            Identity(Slope(kept, nu, 1), n - second),
            says="At n samples the ridge of ν is λ = ν(n − Σ N_k a_k), and dλ/dν = n − Σ N_k a_k²: the bias is amplified by n dν/dλ",
            proof="derivative",
            wrong={"degrees": {"right": n - needed(lam=0)}},
        ),
    },
    procedures=(fitted,),
)
