"""The objective F of a network of N particles drawn from μ exceeds F(μ) on average, by λ/N E[q'Mq] to first order.

With q = (σσ' - K)My for a neuron σ of the measure, Δ = K_N - K and α = My the resolvent identity is M_N = M - MΔM + MΔMΔM - MΔMΔMΔM_N.
The first term has mean 0, the second one the mean E[(σσ' - K)M(σσ' - K)]/N between two M's. As 0 <= M_N <= 1/(nλ), whatever is drawn
F_N lies from F - λα'Δα up to |Δα|²/n, and from the expansion of third order up to |ΔMΔα|²/n, which is of order N^-2. For linear neurons
with normal weights, σ = Cg, the means are closed: E F_N is at least F, and F + (bias - T/N)/N, at every N. Judged for weights from
N(m, s²) with tanh (the kernel by the trapezoid rule of step 1/8, wrong by exp(-8π²/|s x|)), and from P equally likely weights in R^d with a
bounded σ. The term -λα'Δα of mean 0 is taken off, as it makes up most of the noise.
Long, as the expansion is proved from both sides, for any features and for linear ones, and drawn for two laws.
"""

import math

from lemmata import *
from lemmata.theory.language.calculus import Z as z
from lemmata.theory.language.definitions import expand
from lemmata.theory.mean_field.notation import N, lam, n, resolvent, source

PLAIN = Kind("general", ("generic",))
TAME = Kind("general", ("generic", "sparse", "repeated"))  # at 1e6 the resolvents cancel beyond 64 bits
BOUNDED = FunctionClass("bounded activations", {"tanh": tanh(z), "sine": sin(z), "erf": erf(z)}, bound=1)
act = Function("σ", "activation", of=BOUNDED)
d, P = Symbol("d", "dimension of the inputs", Naturals), Symbol("P", "number of weights of the measure", Naturals)
m0, s0 = Symbol("m0", "mean of the weights", latex="m_0"), Symbol("s0", "their deviation", Positive, latex="s_0")
X, x = Array("X", "inputs, one a row", n, d, kind=PLAIN), Array("x", "inputs of one number each", n, kind=PLAIN)
Y, W = Array("Y", "labels", n, kind=PLAIN), Array("W", "weights of the measure, one a row", P, d, kind=PLAIN)
numbers = Array("i", "0, 1, ..., P - 1", P, kind=Tied(("i",), lambda p, draw: {"i": draw.tensor([[j] for j in range(p.P)])}))
u, g = Sampled("u", Uniform(0, 1), N), Sampled("g", Normal(), N)
ones = OneMatrix


def rule(p, draw):
    """Nodes of the trapezoid rule for N(0, 1), and the roots of their weights."""
    at = [i / 8 for i in range(-68, 69)]
    root = [[math.exp(-t * t / 4) * (2 * math.pi) ** -0.25 / 8**0.5] for t in at]
    return {"ν": draw.tensor([[t] for t in at]), "ρ": draw.tensor(root)}


RULE = Tied(("ν", "ρ"), rule)
nodes, roots = Array("ν", "nodes of a rule", 137, kind=RULE), Array("ρ", "roots of its weights", 137, kind=RULE)


class Bias:
    """F of a measure, F of N particles drawn from it, and the limit; features one particle a column, ``root`` of their masses."""

    def __init__(self, name, features, root, drawn):
        weighted = hadamard(features, ones(n, 1) * root)
        self.kernel = Definition(f"K_{name}", "kernel of the measure", weighted * weighted.T)
        self.M = Definition(f"M_{name}", "its resolvent", resolvent(self.kernel))
        self.alpha = Definition(f"α_{name}", "M times the labels", self.M * Y)
        self.drawn = Definition(f"Φ_{name}", "features of the particles", drawn)
        gap = Definition(f"Δ_{name}", "what their kernel exceeds the measure's by", self.drawn * self.drawn.T / N - self.kernel)
        self.least = lam * quad(self.M, Y)
        self.excess = lam * quad(resolvent(self.drawn * self.drawn.T / N), Y) - self.least + lam * quad(gap, self.alpha)
        self.second = lam * quad(self.M, gap * self.alpha)
        inner = hadamard(ones(n, 1) * (self.alpha.T * features), weighted)  # σσ'My, one neuron a column
        self.raw = lam * Trace(inner.T * self.M * inner)
        value = self.raw - lam * quad(self.M, self.kernel * self.alpha)
        self.bias = Definition(f"b_{name}", "λ E[qᵀMq], q = (σσᵀ − K)My", value)

    def exactly(self, says):
        """The law of the second term, with its wrong versions."""
        return Part(
            Identity(N * Mean(self.second), self.bias),
            says=says,
            wrong={"twice": {"right": 2 * self.bias}, "half": {"right": self.bias / 2}, "second_moment": {"right": self.raw}},
        )


inside = Lambda(z, Piecewise((1, And(z >= 0, z < 1)), (0, True)))
chosen = Entrywise(inside, P * u * ones(1, P) - ones(N, 1) * numbers.T)  # particle j has the weight number floor(P u_j)


def neurons(row):
    """tanh neurons of the weights m + s times a row."""
    return Entrywise(Lambda(z, tanh(z)), x * (m0 * ones(1, row.shape[1]) + s0 * row))


normal = Bias("normal", neurons(nodes.T), roots.T, neurons(g.T))
finite = Bias("finite", act.entrywise(X * W.T), ones(1, P) / sqrt(P), act.entrywise(X * (chosen * W).T))
beyond = normal.excess - normal.second
ladder = Ladder(N, (12, 36, 108, 324, 972), quick=(12, 36, 108, 324))

Psi, Phi = (
    Array(name, f"features of {which}, one a column", n, size, kind=TAME)
    for name, which, size in (("Ψ", "a measure", P), ("Φ", "the particles", N))
)
v, m = Array("v", "any vector", n, kind=TAME), Symbol("m", "number of coordinates of the weights", Naturals)
C, G = Array("C", "matrix of the linear neurons", n, m, kind=TAME), Sampled("G", Normal(), m, N)


class Expansion:
    """F_N about F, in the features of the measure and of the particles."""

    def __init__(self, name, measure, particles):
        self.particles, self.K_N = particles, particles * particles.T / N
        self.M, self.M_N = Definition(f"M{name}", "resolvent of the measure", resolvent(measure)), resolvent(self.K_N)
        self.gap = Definition(f"Δ{name}", "what the kernel of the particles exceeds the measure's by", self.K_N - measure)
        self.alpha = Definition(f"α{name}", "M times the labels", self.M * Y)
        self.F, self.F_N = lam * quad(self.M, Y), lam * quad(self.M_N, Y)
        once = self.gap * self.alpha
        self.left = {1: once, 3: self.gap * self.M * once}  # what M_N stands between in the remainder
        first = self.F - lam * quad(self.gap, self.alpha)
        self.value = {1: first, 3: first + lam * quad(self.M, once) - lam * quad(self.gap, self.M * once)}
        self.flipped = first + lam * quad(self.M, once) + lam * quad(self.gap, self.M * once)

    def below(self, order):
        """value <= F_N."""

        def proof(k):
            w, value = expand(self.left[order]), expand(self.value[order])
            rest = lam * quad(self.M_N, w)
            square = k.instance(k.nonneg(lam * quad(self.M_N, v)), {v: w})
            return k.to(k.add(square, k.words(value, self.F_N - rest)), self.F_N)

        return proof

    def above(self, order):
        """F_N <= value + |left|²/n."""

        def proof(k):
            w, value, one = expand(self.left[order]), expand(self.value[order]), lam * quad(self.M_N, v)
            more = lam / N * sq(self.particles.T * self.M_N * v) + sq(self.K_N * self.M_N * v) / n
            bound = k.instance(k.to(k.compare(one, one + more), sq(v) / n), {v: w})
            rest = lam * quad(self.M_N, w)
            found = k.add(bound, k.words(self.F_N - rest, value))
            return k.le(k.words(self.F_N, found.left), found)

        return proof


any_features, linear = Expansion("", Psi * Psi.T / P, Phi), Expansion("_C", C * C.T, C * G)
S, seen = C.T * linear.M * C, C.T * linear.alpha
bias = lam * (Trace(S) * sq(seen) + quad(S, seen))
third = lam * ((Trace(S) ** 2 + Trace(S * S)) * sq(seen) + 2 * Trace(S) * quad(S, seen) + 4 * sq(S * seen))
spread = Trace(C * C.T) * sq(seen) + sq(C * seen)


def averaged(order, value):
    """value <= E F_N for linear neurons."""

    def proof(k):
        return k.le(k.flip(k.to(k.mean(Mean(expand(linear.value[order]))), value)), k.average(linear.below(order)(k)))

    return proof


def at_most(k):
    """E F_N <= F + E|Δα|²/n for linear neurons."""
    fact = k.average(linear.above(1)(k))
    return k.le(fact, k.to(k.mean(fact.right), linear.F + spread / (n * N)))


to_third = linear.F + bias / N - third / N**2
claim = Claim(
    "mean_field.particle_bias",
    source=source("Mean field limit"),
    domain=Domain(
        P >= 2,
        core=(
            (n >= 2, n <= 4, d <= 3, m <= 6, P <= 6, N >= 2, N <= 12, lam >= Rational(1, 4), lam <= 2),
            (m0 >= -1, m0 <= 1, s0 >= Rational(1, 2), s0 <= Rational(3, 2)),
        ),
    ),
    parts={
        "main": finite.exactly(
            "The part of N(E F(μ_N) − F(μ)) that is of second order in Δ = K_N − K is b = λ E[qᵀMq], q = (σσᵀ − K)My, for N weights drawn "
            "from P equally likely ones in R^d, and a bounded σ"
        ),
        "normal": normal.exactly("So it is for weights from a normal law, tanh neurons and inputs of one number"),
        "limit": Part(
            Limit(N * Mean(beyond), Integer(0), ladder=ladder, expansion=(1 / N, 1 / N**2), scale=normal.bias),
            says="and N(E F(μ_N) − F(μ)) tends to it, as N times what is beyond the second order vanishes",
            wrong={"half_the_second_order": {"quantity": N * Mean(normal.excess - normal.second / 2)}},
        ),
        "rate": Part(
            Rate(Mean(normal.excess), -1, ladder=ladder, expansion=(1 / N, 1 / N**2)),
            says="so that the excess is of order 1/N",
            wrong={"rate_2": {"exponent": -2}, "rate_half": {"exponent": -Rational(1, 2)}},
        ),
        "above": Part(
            Inequality(Mean(-finite.excess), 0),
            says="and E F(μ_N) ≥ F(μ) at every N",
            wrong={"not_above": {"left": Mean(finite.excess)}},
        ),
        "not_below": Part(
            Inequality(any_features.value[1], any_features.F_N),
            says="because F_N ≥ F − λαᵀΔα, α = My, for any features",
            proof=any_features.below(1),
            wrong={"without_kernels": {"left": any_features.F}},
        ),
        "third_order": Part(
            Inequality(any_features.value[3], any_features.F_N),
            says="F_N is at least its expansion of third order, F − λαᵀΔα + λαᵀΔMΔα − λαᵀΔMΔMΔα",
            proof=any_features.below(3),
            wrong={"sign": {"left": any_features.flipped}},
        ),
        "third_order_above": Part(
            Inequality(any_features.F_N, any_features.value[3] + sq(any_features.left[3]) / n),
            says="and exceeds it by |ΔMΔα|²/n at most",
            proof=any_features.above(3),
        ),
        "linear": Part(
            Inequality(linear.F, Mean(linear.F_N)),
            says="For linear neurons Cg, g normal, E F(μ_N) ≥ F(μ) at every N",
            proof=averaged(1, linear.F),
        ),
        "linear_bias": Part(
            Inequality(to_third, Mean(linear.F_N)),
            says="and E F(μ_N) ≥ F(μ) + b/N − T/N², b = λ E[qᵀMq] = λ(t|r|² + rᵀSr) and T = λ((t² + Tr S²)|r|² + 2t rᵀSr + 4|Sr|²), where "
            "S = CᵀMC, t = Tr S, r = CᵀMy",
            proof=averaged(3, to_third),
            wrong={"twice": {"left": to_third + bias / N}},
        ),
        "linear_above": Part(
            Inequality(Mean(linear.F_N), linear.F + spread / (n * N)),
            says="and it exceeds F(μ) by E|q|²/(nN) = (Tr[CCᵀ]|r|² + |Cr|²)/(nN) at most",
            proof=at_most,
        ),
    },
    uses=("mean_field.representer", "mean_field.convexity"),
)
