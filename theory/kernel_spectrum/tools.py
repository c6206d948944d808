"""The density of the limit law of inner-product kernel matrices: a Marchenko-Pastur law convolved with a semicircle.

Its Stieltjes transform m solves bc m³ + (a + c + bx)m² + (x + b)m + 1 = 0 with a = μ_ℓ², b = μ_ℓ√φ, c = Σ_{k>ℓ} μ_k²; at a real x the density is
Im m/π of the root that is not real, (√3/2π)|U − V| by Cardano's formula, and 0 where all three are real.
"""

from sympy import Piecewise, sign

from lemmata import Abs, Definition, Positive, Rational, Reals, Symbol, pi, sqrt
from lemmata.theory.language.tool import Tool

x = Symbol("x", "place", Reals)
leading = Symbol("μ", "coefficient of degree ℓ of the kernel function in normalised Hermite polynomials, not 0", Reals)
rest = Symbol("γ", "sum of the squares of its coefficients above ℓ", Positive)
phi = Symbol("φ", "points over the number of harmonics of degree ℓ, ℓ! n/d^ℓ", Positive)
a, b, c = leading**2, leading * sqrt(phi), rest
cubic = (b * c, a + c + b * x, x + b, 1)


def root(y):
    """The real cube root."""
    return sign(y) * Abs(y) ** Rational(1, 3)


third, second, first, last = cubic
p = (3 * third * first - second**2) / (3 * third**2)
q = (2 * second**3 - 9 * third * second * first + 27 * third**2 * last) / (27 * third**3)
turn = q**2 / 4 + p**3 / 27
density = sqrt(3) / (2 * pi) * Abs(root(-q / 2 + sqrt(Abs(turn))) - root(-q / 2 - sqrt(Abs(turn))))

tools = (
    Tool(
        id="kernel_spectrum.density",
        says="The density at x of the limit law of the spectrum of a kernel matrix on the sphere, n of the order d^ℓ",
        gives=(
            Definition("ϱ", "density", Piecewise((density, turn > 0), (0, True))),
            Definition("m_2", "second moment", a + c),
            Definition("m_3", "third moment", leading**3 * sqrt(phi)),
            Definition("m_4", "fourth moment", 2 * (a + c) ** 2 + leading**4 * phi),
        ),
        example={"x": 0.5, "μ": 0.8, "γ": 0.36, "φ": 2.0},
    ),
)
