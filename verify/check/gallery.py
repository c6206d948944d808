"""Statements of textbooks, true and false, as they are typed; the page docs/gallery.md is made of them, and so are tests.

``python -m lemmata.verify.check.gallery`` prints the page.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Example:
    """A statement, what it is called, its declarations, and whether it is true."""

    name: str
    statement: str
    withs: tuple[str, ...]
    holds: bool = True
    core: tuple[str, ...] = ()

    def command(self) -> str:
        """As it is typed in a shell."""
        options = [f'--with "{w}"' for w in self.withs] + [f'--core "{c}"' for c in self.core]
        return " ".join([f'lemmata check "{self.statement}"', *options])


_SMALL = ("n <= 8",)
SECTIONS: dict[str, tuple[Example, ...]] = {
    "Gaussian means": (
        Example("Stein's lemma", "E[Z*f(Z)] = E[f'(Z)]", ("Z ~ Normal", "f: smooth")),
        Example("Stein's lemma without the derivative", "E[Z*f(Z)] = E[f(Z)]", ("Z ~ Normal", "f: smooth"), False),
        Example("Stein's lemma at variance v", "E[Z*tanh(Z)] = v*E[1 - tanh(Z)^2]", ("Z ~ Normal(v)", "0 < v <= 4")),
        Example("Characteristic function", "E[cos(a*Z)] = exp(-a^2/2)", ("Z ~ Normal", "0 < a < 3")),
        Example("The same, without the half", "E[cos(a*Z)] = exp(-a^2)", ("Z ~ Normal", "0 < a < 3"), False),
        Example("Isserlis, correlated pair", "E[X^2*(r*X + sqrt(1 - r^2)*W)^2] = 1 + 2*r^2", ("X, W ~ Normal", "-1 <= r <= 1")),
        Example(
            "Isserlis, off by a pairing", "E[X^2*(r*X + sqrt(1 - r^2)*W)^2] = 1 + r^2", ("X, W ~ Normal", "-1 <= r <= 1"), False
        ),
        Example("Fourth moment", "E[Z^4] = 3", ("Z ~ Normal",)),
        Example("Gaussian Poincaré inequality", "Var[f(Z)] <= E[f'(Z)^2]", ("Z ~ Normal", "f: smooth")),
        Example("Poincaré with half the constant", "Var[f(Z)] <= E[f'(Z)^2]/2", ("Z ~ Normal", "f: smooth"), False),
        Example("Mean of a maximum", "E[max(X, Y)] = 1/sqrt(pi)", ("X, Y ~ Normal",)),
        Example("Mean of the modulus, rounded", "E[abs(Z)] = 4/5", ("Z ~ Normal",), False),
        Example("Norm of a Hermite polynomial", "E[He(2, Z)^2] = 2", ("Z ~ Normal",)),
    ),
    "Tails and concentration": (
        Example("Gaussian tail", "P[Z >= t] <= exp(-t^2/2)/2", ("Z ~ Normal", "0 <= t <= 2")),
        Example("Gaussian tail, too small", "P[Z >= t] <= exp(-t^2)/2", ("Z ~ Normal", "0 <= t <= 2"), False),
        Example("Gaussian tail, from below", "P[Z >= t] >= t/(1 + t^2)*phi(t)", ("Z ~ Normal", "0 < t <= 2")),
        Example("Markov", "P[X >= t] <= 1/t", ("X ~ Exponential", "1/2 <= t <= 4")),
        Example("Chebyshev", "P[abs(Z) >= t] <= 1/t^2", ("Z ~ Normal", "1 <= t <= 3")),
        Example("Hoeffding's lemma", "E[exp(t*X)] <= exp(t^2/8)", ("X ~ Uniform(-1/2, 1/2)", "-3 <= t <= 3")),
        Example(
            "Hoeffding's lemma on an interval twice as long",
            "E[exp(t*X)] <= exp(t^2/8)",
            ("X ~ Rademacher", "-3 <= t <= 3"),
            False,
        ),
        Example("Jensen", "exp(a*E[X]) <= E[exp(a*X)]", ("X ~ Exponential(1/4)", "0 < a <= 1")),
        Example("Jensen, turned round", "E[exp(a*X)] <= exp(a*E[X])", ("X ~ Uniform(0, 1)", "1 <= a <= 3"), False),
        Example(
            "Johnson-Lindenstrauss",
            "P[abs(sq(X*u)/m - 1) <= e] >= 1 - 2*exp(-m*(e^2/4 - e^3/6))",
            ("X ~ Normal, m x d", "u: unit vector d", "0 < e < 1"),
            core=("e >= 1/4", "m >= 8", "m <= 32", "d <= 8"),
        ),
        Example("Gaussian tail, as a guarantee", "P[Z <= t] >= 1 - exp(-t^2/2)/2", ("Z ~ Normal", "1 <= t <= 3")),
    ),
    "Variances": (
        Example("Variance of a sum of independent terms", "Var[X + Y] = Var[X] + Var[Y]", ("X, Y ~ Uniform(0, 1)",)),
        Example("Variance of a sum of equal terms", "Var[X + X] = 2*Var[X]", ("X ~ Normal",), False),
        Example(
            "Variance of a uniform variable",
            "Var[X] = (b - a)^2/12",
            ("X ~ Uniform(a, b)", "a < b", "-2 <= a <= 0", "1 <= b <= 3"),
        ),
        Example(
            "The same, divided by three", "Var[X] = (b - a)^2/3", ("X ~ Uniform(a, b)", "-2 <= a <= 0", "1 <= b <= 3"), False
        ),
    ),
    "Random matrices": (
        Example("First Marchenko-Pastur moment", "E[tr(X'*X)] = n*d", ("X ~ Normal(n, d)",)),
        Example("Second Marchenko-Pastur moment", "E[tr(X'*X*X'*X)] = n*d*(n + d + 1)", ("X ~ Normal(n, d)",)),
        Example(
            "The second moment of the limit, at finite size", "E[tr(X'*X*X'*X)] = n*d*(n + d)", ("X ~ Normal(n, d)",), False
        ),
        Example("Sandwich of a Gaussian matrix", "E[tr(X'*A*X)] = d*tr(A)", ("X ~ Normal(n, d)", "A: n x n symmetric")),
        Example("One direction of a sphere", "E[(x'*u)^2] = 1/d", ("x ~ Sphere(1), column d", "u: unit vector d")),
        Example("Norm of a Gaussian vector", "E[norm(x)]/sqrt(d) -> 1 as d", ("x ~ Normal, column d",)),
        Example("Its wrong limit", "E[norm(x)]/sqrt(d) -> 3/2 as d", ("x ~ Normal, column d",), False),
    ),
    "Matrices": (
        Example("Weyl", "eig(A + B, 1) <= eig(A, 1) + eig(B, 1)", ("A, B: n x n symmetric",), core=_SMALL),
        Example(
            "Weyl, for the smallest",
            "eig(A + B, n) <= eig(A, n) + eig(B, n)",
            ("A, B: n x n symmetric", "n >= 2"),
            False,
            core=_SMALL,
        ),
        Example("von Neumann's trace inequality", "tr(A*B) <= sum(j, 1, n, sv(A, j)*sv(B, j))", ("A, B: n x n",), core=_SMALL),
        Example("Trace against operator norms", "tr(A*B) <= op(A)*op(B)", ("A, B: n x n psd", "n >= 2"), False, core=_SMALL),
        Example("Hölder for matrices", "tr(A*B) <= op(A)*nuclear(B)", ("A, B: n x n",), core=_SMALL),
        Example(
            "The norm of a product",
            "norm(A*B) <= norm(A)*norm(B)",
            ("A: n x m", "B: m x d"),
            core=("n <= 8", "m <= 8", "d <= 8"),
        ),
        Example("The trace is cyclic", "tr(A*B*C) = tr(C*A*B)", ("A: n x m", "B: m x d", "C: d x n")),
        Example("The trace is not symmetric", "tr(A*B*C) = tr(B*A*C)", ("A, B, C: n x n", "n >= 2"), False, core=_SMALL),
        Example(
            "Sherman-Morrison",
            "inv(A + u*u') = inv(A) - inv(A)*u*u'*inv(A)/(1 + u'*inv(A)*u)",
            ("A: n x n pd", "u: column n"),
            core=_SMALL,
        ),
        Example(
            "Sherman-Morrison with the wrong sign",
            "inv(A + u*u') = inv(A) + inv(A)*u*u'*inv(A)/(1 + u'*inv(A)*u)",
            ("A: n x n pd", "u: column n"),
            False,
            core=_SMALL,
        ),
        Example(
            "Woodbury",
            "inv(A + U*U') = inv(A) - inv(A)*U*inv(I(m) + U'*inv(A)*U)*U'*inv(A)",
            ("A: n x n pd", "U: n x m contraction"),
            core=("n <= 6", "m <= 4"),
        ),
        Example(
            "Push-through",
            "inv(c*I(d) + X'*X)*X' = X'*inv(c*I(n) + X*X')",
            ("X: n x d", "c > 0"),
            core=("n <= 8", "d <= 8", "c >= 1/10"),
        ),
        Example("Determinant of a rank-one update", "det(I(n) + u*u') = 1 + sq(u)", ("u: column n",), core=_SMALL),
        Example("A mean of logarithms", "logdet(A) <= n*log(tr(A)/n)", ("A: n x n pd",), core=_SMALL),
        Example(
            "Hoffman-Wielandt", "sum(j, 1, n, (eig(A, j) - eig(B, j))^2) <= sq(A - B)", ("A, B: n x n symmetric",), core=_SMALL
        ),
    ),
    "Numbers and vectors": (
        Example("Geometric and arithmetic mean", "sqrt(x*y) <= (x + y)/2", ("x > 0", "y > 0")),
        Example("The same with a third", "sqrt(x*y) <= (x + y)/3", ("x > 0", "y > 0"), False),
        Example("A cusp far out", "1/1000 <= abs(x - 12345.678)", ("x > 0",), False),
        Example("Young", "a*b <= a^2/(2*c) + c*b^2/2", ("a: real", "b: real", "c > 0")),
        Example("Cauchy-Schwarz", "(x'*y)^2 <= sq(x)*sq(y)", ("x, y: column n",), core=_SMALL),
        Example("Cauchy-Schwarz without the square", "x'*y <= sq(x)*sq(y)", ("x, y: column n",), False, core=_SMALL),
        Example("Bernoulli", "1 + n*x <= (1 + x)^n", ("x >= -1",), core=("x <= 3", "n <= 8")),
        Example(
            "Bernoulli with a square", "1 + n*x + n*x^2 <= (1 + x)^n", ("-1/2 <= x <= 3", "n >= 2"), False, core=("n <= 8",)
        ),
        Example("Doubling", "cos(2*x) = 1 - 2*sin(x)^2", ("x: real",)),
        Example("The logarithm from both sides", "x/(1 + x) <= log(1 + x) <= x", ("x > 0",)),
        Example("Compound growth", "n*log(1 + a/n) -> a as n = 16, 32, 64, 128, 256", ("1/2 <= a <= 2",)),
        Example("The sum of the first numbers", "sum(j, 1, n, j) = n*(n + 1)/2", ()),
        Example("The sum of squares", "sum(j, 1, n, j^2) = n*(n + 1)*(2*n + 1)/6", ()),
        Example("The sum of squares, misremembered", "sum(j, 1, n, j^2) = n*(n + 1)*(2*n - 1)/6", (), False),
    ),
}
EXAMPLES = tuple(example for section in SECTIONS.values() for example in section)

_HEAD = """# Gallery: textbook statements on one line

Each of these is typed as it stands; what comes back is the verdict shown, in a few seconds. Those that are false are refuted
with a counterexample. The grammar is on [the page of `lemmata check`](check.md). This page is generated:
`python -m lemmata.verify.check.gallery > docs/gallery.md`; every line of it is a test.
"""


def page() -> str:
    """The page docs/gallery.md."""
    lines = [_HEAD]
    for title, examples in SECTIONS.items():
        lines += [f"## {title}", ""]
        for example in examples:
            lines += [f"**{example.name}** ({'true' if example.holds else 'false'})", "", "```sh", example.command(), "```", ""]
    return "\n".join(lines).rstrip() + "\n"


if __name__ == "__main__":
    print(page(), end="")
