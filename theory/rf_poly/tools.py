"""Learning curves of random features on the sphere: at finite sizes, and where samples and features are of one order."""

from lemmata import Definition, Root
from lemmata.theory.krr.notation import F, lam, n, nu, s2
from lemmata.theory.language.tool import Tool
from lemmata.theory.rf_poly.notation import balance, chi, critical, effective, error, mu, p, shrunk, signal, sums

root = Definition("ν", "effective ridge, from (n − D)(p − D) = λp/ν", Root(nu, balance(n, p, sums()[1], lam / nu), "largest"))
a, D, D2 = sums(root)
level = Definition("χ", "effective ridge", effective())

tools = (
    Tool(
        id="rf_poly.finite_curve",
        says="The deterministic equivalent of ridge regression on p random features of n points of the sphere, degrees 0 to 3",
        gives=(root, Definition("E", "mean squared error on a new label", error(s2, signal, a, shrunk(p, D, D2), n, D, D2))),
        example={
            "n": 300,
            "p": 500,
            "d": 30,
            "λ": 0.01,
            "σ²": 0.1,
            **dict(zip(map(str, mu), (0.5, 0.7, 0.5, 0.3), strict=True)),
            **dict(zip(map(str, F), (0.5, 1.0, 0.8, 0.4), strict=True)),
        },
    ),
    Tool(
        id="rf_poly.critical_curve",
        says="The error of random features at n/N_ℓ → δ and p/N_ℓ → ψ",
        gives=(level, Definition("E", "mean squared error on a new label", critical().xreplace({chi: level}))),
        example={"δ": 1.0, "ψ": 2.0, "m": 0.5, "t": 0.5, "λ": 0.01, "S": 0.26, "F²": 0.64},
    ),
)
