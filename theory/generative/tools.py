"""What a label says of a link of one's own: exponents, E[He_k | y], the best transformation of the label, the spectral threshold."""

from fractions import Fraction

from flint import fmpq

from lemmata import Function, Naturals, Reals, Symbol
from lemmata.theory.algebra.exponents import generative_exponent, information_exponent
from lemmata.theory.algebra.label_transform import conditional_mean, kept_square
from lemmata.theory.language.calculus import Z as z
from lemmata.theory.language.errors import CompileError, NotConverged
from lemmata.theory.language.tool import Answer, Decided, Quantity

sigma = Function("σ", "link of the label y = σ(Z), Z a standard normal number")
y = Symbol("y", "a label", Reals)
k = Symbol("k", "degree of the Hermite polynomial, at most 12", Naturals)
EXPONENTS = (
    Quantity("information", "information exponent, the first k with E[σ He_k] ≠ 0"),
    Quantity("k*", "generative exponent, the first k with E[He_k | y] ≠ 0"),
)
MEANS = (
    Quantity("E[He_k|y]", "mean of the monic He_k given the label"),
    Quantity("λ_k²", "E[E[h_k|y]²], h_k = He_k/√k!: no T with E T(y)² = 1 has E[T(y) h_k] above λ_k"),
    Quantity("T(y)", "the transformation E[h_k|y]/λ_k that attains it, at the label"),
)
THRESHOLD = Quantity("n/d", "1/(2λ_2²), where spectral methods begin to see the direction if k* = 2 (Mondelli and Montanari)")


def stated(found):
    """An exponent with its evidence."""
    return Answer(found.value, 0.0, found.status, "; ".join(filter(None, (*found.evidence, found.reason))))


def exponents(values):
    link = values["σ"](z)
    return {"information": stated(information_exponent(link, z)), "k*": stated(generative_exponent(link, z))}


def square(link, degree):
    try:
        return Answer(*kept_square(link, z, degree), "quadrature")
    except (NotConverged, CompileError) as error:
        return Answer(None, None, "", str(error))


def means(values):
    """E[He_k | y] by balls, λ_k² by quadrature, and their quotient."""
    link, degree = values["σ"](z), int(values["k"])
    level = Fraction(values["y"])
    whole = square(link, degree)
    try:
        ball = conditional_mean(link, z, degree, fmpq(level.numerator, level.denominator))
    except (NotConverged, CompileError) as error:
        lost = Answer(None, None, "", str(error))
        return {"E[He_k|y]": lost, "λ_k²": whole, "T(y)": lost}
    given = Answer(float(ball.mid()), float(ball.rad()) + 2e-16 * abs(float(ball.mid())), "ball")
    if whole.value is None or whole.value <= whole.error:
        return {"E[He_k|y]": given, "λ_k²": whole, "T(y)": Answer(None, None, "", "λ_k² is not seen to be positive")}
    factor = 1
    for j in range(2, degree + 1):
        factor *= j
    norm = (factor * whole.value) ** 0.5
    error = (given.error + abs(given.value) * whole.error / (2 * whole.value)) / norm
    return {"E[He_k|y]": given, "λ_k²": whole, "T(y)": Answer(given.value / norm, error, "quadrature")}


def threshold(values):
    link = values["σ"](z)
    exponent = generative_exponent(link, z)
    if exponent.value == 1:
        return {"n/d": Answer(0.0, 0.0, exponent.status, "k* = 1: a linear estimator sees the direction at every n/d > 0")}
    if exponent.value is None or exponent.value > 2:
        why = exponent.reason if exponent.value is None else f"k* = {exponent.value}: n has to grow faster than d"
        return {"n/d": Answer(None, None, "", why)}
    second = square(link, 2)
    if second.value is None or second.value <= second.error:
        return {"n/d": Answer(None, None, "", second.detail or "λ_2² is too small for its error")}
    value = 1 / (2 * second.value)
    return {"n/d": Answer(value, value * second.error / second.value, second.how)}


tools = (
    Decided(
        id="generative.exponents",
        says="The exponents of a link of one's own, with what shows them",
        takes=(sigma,),
        gives=EXPONENTS,
        answer=exponents,
        example={"σ": "z^2*exp(-z^2)"},
    ),
    Decided(
        id="generative.label",
        says="What a label y says of the degree k of the input, and the best transformation of the label",
        takes=(sigma, y, k),
        gives=MEANS,
        answer=means,
        example={"σ": "z^2*exp(-z^2)", "y": 0.2, "k": 4},
        when=(k <= 12,),
    ),
    Decided(
        id="generative.threshold",
        says="Samples per dimension from which on a spectral method with the best transformation of the label sees the direction",
        takes=(sigma,),
        gives=(THRESHOLD,),
        answer=threshold,
        example={"σ": "z^2"},
    ),
)
