"""Learning curves of kernel ridge regression on the sphere: at finite sizes, and on the critical curve of a degree."""

from lemmata import Definition, Maximum, NonNegative, Positive, Root, Symbol
from lemmata.theory.krr.notation import F2, F, S, c, delta, equivalent, error, lam, learned, n, needed, nu, share
from lemmata.theory.language.tool import Tool

own = Symbol("c", "the kernel's coefficient of degree ℓ", Positive)
tail = Symbol("T", "sum of the kernel's coefficients above ℓ", NonNegative)
slack = (lam + tail) / own
left = Definition("u", "share of the degree ℓ that is not learned", share(delta, slack))
best = Definition("u*", "the same at the best ridge", share(delta, Maximum(S / F2, tail / own)))
root = Definition("ν", "effective ridge, from n = λ/ν + Σ_k N_k c_k/(c_k + N_kν)", Root(nu, n - needed()))
shares = learned(root)

tools = (
    Tool(
        id="krr.critical_curve",
        says="The error of kernel ridge regression at n/N_ℓ → δ, and the ridge λ that is best there",
        gives=(
            left,
            Definition("E", "mean squared error on a new label", error(left, slack)),
            Definition("λ*", "the best ridge, 0 where the tail regularises enough", Maximum(own * S / F2 - tail, 0)),
            Definition("E*", "the error there", error(best, Maximum(S / F2, tail / own))),
        ),
        example={"δ": 1.0, "c": 0.5, "T": 0.5, "λ": 0.01, "S": 0.26, "F²": 0.64},
    ),
    Tool(
        id="krr.finite_curve",
        says="The deterministic equivalent of kernel ridge regression on n points of the sphere in d dimensions, degrees 0 to 3",
        gives=(
            root,
            Definition("E", "mean squared error on a new label", equivalent(n, [f**2 for f in F], shares)),
            *(Definition(f"a_{k}", f"share of degree {k} that is learned", a) for k, a in enumerate(shares)),
        ),
        example={
            "n": 300,
            "d": 30,
            "λ": 0.01,
            "σ²": 0.1,
            **dict(zip(map(str, c), (1.0, 1.0, 0.5, 0.3), strict=True)),
            **dict(zip(map(str, F), (0.5, 1.0, 0.8, 0.4), strict=True)),
        },
    ),
)
