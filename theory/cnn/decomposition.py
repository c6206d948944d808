"""Weights that descend are the start, a signal coefficient times j_r μ/|μ|², and a noise coefficient times each ξ_i/|ξ_i|².

The gradient of the loss in w_r is a combination of μ and ξ_1, ..., ξ_n with coefficients that depend on the weights through their
inner products with these vectors alone: steps of this kind stay in W(0) + span, and their coefficients obey a recursion of their
own. Vectors that are linearly independent, as Gaussian noise in d > n dimensions and μ are, determine the coefficients. Here they
are read off the weights that automatic differentiation has trained, and compared with the sums of the steps: with v what μ has off
the noise, γ_r = j_r <w_r(T) - w_r(0), v> |μ|²/<v, μ>, and likewise for ρ with what the noise has off the signal. The printed factor
is 1/|μ|, with the same meaning of γ.
"""

from lemmata import *
from lemmata.theory.cnn.coefficient_recursion import descent, lengths, path
from lemmata.theory.cnn.notation import W0, T, Xi, d, eta, j, m, mu, n, source
from lemmata.theory.language.calculus import Z as z

off_noise = I(d) - Xi.T * (Xi * Xi.T).inv() * Xi
v = Definition("v", "what the signal has off the noise patches", off_noise * mu)
moved = descent - W0
size = norm(W0) + norm(mu)
strength = sq(mu)


def signal_read(seen=strength, sign=j):
    """The coefficient of j_r μ over this length, as the weights determine it."""
    return seen / dot(v, mu) * hadamard(sign, moved * v)


across = Definition("Ξ⊥", "noise patches without their part along the signal", Xi * (I(d) - mu * mu.T / sq(mu)))
dual = across.T * (across * across.T).inv()


V = Array("V", "given vectors, one a row", n, d, kind=Kind("general", ("generic",)))
C, C0 = (Array(name, f"coefficients{at}, one neuron a row", 2 * m, n) for name, at in (("C", ""), ("C₀", " at the start")))
displaced = Definition("CV", "displacement with these coefficients", C * V)
U, start = (Array(name, meaning, 2 * m, d) for name, meaning in (("U", "weights"), ("U₀", "weights at the start")))
t = Symbol("t", "number of steps along given vectors", Counts)
STEPS = FunctionClass("bounded functions", {"tanh": tanh(z), "sine": sin(2 * z), "rational": z / (1 + z**2)}, open=False)
pull = Function("g", "what a weight's inner products turn into a step", of=STEPS)


def in_space(length=t):
    """Steps of weights, each along the rows of V."""
    return Iterate(U, U + pull.entrywise(U * V.T) * V, start + C0 * V, length)


def in_coordinates(length=t, seen=(start + C * V) * V.T):
    """The same of the coefficients."""
    return Iterate(C, C + pull.entrywise(seen), C0, length)


def by_induction(k):
    def step(h):
        weights, inner = in_space(t + 1), in_coordinates(t + 1)
        one = k.rewrite(k.step(weights.at(t + 1)), by=k.horizon(weights.at(t), t))
        two = k.rewrite(k.step(inner.at(t + 1)), by=k.horizon(inner.at(t), t))
        one = k.to(k.rewrite(one, by=h), start + two.right * V)
        return k.rewrite(one, by=k.flip(two))

    base = k.rewrite(k.start(in_space(0).at(0)), by=k.flip(k.start(in_coordinates(0).at(0))))
    return k.induction(base, step, over=t)


claim = Claim(
    "cnn.decomposition",
    source=source("KEY IDEA"),
    domain=Domain(
        (d >= n + 2, T <= 6, eta <= 1, eigenvalue(across * across.T, n) > 0.01, eigenvalue(V * V.T, n) > 0),
        core=(n <= 4, m <= 2, d <= 10, T >= 1, T <= 4, t >= 1, t <= 8, eta >= 0.05),
    ),
    parts={
        "main": Part(
            Identity(signal_read(), path.at(T, 0), scale=size),
            says="The coefficient of j_r μ'/|μ|² in what training has added to the weights is γ_r, the sum of the signal's steps",
            printed=Print(
                left=signal_read(norm(mu)),
                erratum=Erratum.wrong(
                    "beside μ/|μ| the coefficient is γ_r/|μ|; γ_r ≈ ⟨w_r, j_r μ⟩, as it is said to be, takes the factor 1/|μ|²"
                ),
            ),
            wrong={"no_length": {"left": signal_read(1)}, "without_sign": {"left": signal_read(sign=OneMatrix(2 * m, 1))}},
        ),
        "noise": Part(
            Identity(moved * dual * lengths, path.at(T, 1), scale=size),
            says="and that of ξ_i'/|ξ_i|² is ρ_ri, the sum of the steps of that noise patch",
            wrong={"no_length": {"left": moved * dual}, "mean_over_samples": {"right": path.at(T, 1) * OneMatrix(n, n) / n}},
        ),
        "unique": Part(
            Identity(displaced * V.T * (V * V.T).inv(), C),
            says="Vectors that are linearly independent determine the coefficients: these are C = (CV)V'(VV')⁻¹",
            proof="words",
            wrong={"no_gram_matrix": {"left": displaced * V.T}},
        ),
        "span": Part(
            Identity(in_space().end, start + in_coordinates().end * V),
            says="Steps along given vectors, by functions of the inner products with them, stay in their span and close in the coefficients",
            proof=by_induction,
            wrong={"no_cross_terms": {"right": start + in_coordinates(seen=start * V.T + C).end * V}},
        ),
    },
    uses=("cnn.coefficient_recursion",),
)
