"""The expected criterion is the in-sample risk plus the mean penalty plus (σ'² - 2σ²) DoF/n: classical C_p at σ'² = 2σ².

With R_in = (1/mn) Σ_j |XB_j - XW'β̂_j|² and Pen = (λ/m) Σ_j |β̂_j|² for the fitted heads β̂ = WX'MY. So E R_in <= E R - σ² for
σ'² >= 2σ², and E R_in <= max{1, σ²/(σ'² - σ²)} (E R - σ²) for σ'² > σ², a constant that is approached (K -> ∞ without a
signal; K -> 0 with one). It is the in-sample risk that the criterion estimates: on the design itself, not at a new input; that
version is linear_net.predictive_bound.
"""

from lemmata import *
from lemmata.theory.language.definitions import expand
from lemmata.theory.linear_net.notation import K, M, W, X, d, dof, lam, m, n, regularised, s2, s2p, source

B = Array("B", "coefficients of the teachers, one task a column", d, m)
Y = Array("Y", "labels, one task a column", n, m)
noise = Sampled("ε", Normal(s2), n, m)
noisy = X * B + noise
S = X * B * B.T * X.T / m


def error(labels):
    """The training error of the fitted heads."""
    return sq(labels - K * M * labels) / (m * n)


def penalty(labels):
    return lam / m * sq(W * X.T * M * labels)


def criterion(labels):
    return regularised(K, labels * labels.T / m, s2p)


inside = sq(X * B - K * M * noisy) / (m * n)  # in-sample risk
in_sample = n * lam**2 * Trace(M * S * M) + s2 / n * Trace(K * K * M * M)
mean_penalty = lam * Trace(K * M * S * M) + lam * s2 * Trace(K * M * M)
excess = lam * Trace(M * S) + (s2p - s2) / n * dof  # E R - σ²
constant = Maximum(1, s2 / (s2p - s2))
total = s2 + Mean(inside) + Mean(penalty(noisy)) + (s2p - 2 * s2) / n * dof


def closed(left, right):
    """Both sides by their means."""

    def proof(k):
        one = k.mean(left)
        if not right.has(Mean(inside).func):
            return one.then(k.words(one.right, right))
        two = k.mean(right)
        return one.then(k.words(one.right, two.right)).then(k.flip(two))

    return proof


F = W * X.T * M  # fitted heads from labels
turned = n * lam**2 * Trace(S * M * M) + s2 / n * Trace(K * K * M * M)
signal, noise_part = lam / m * Trace(F * X * B * B.T * X.T * F.T), lam * s2 * Trace(F * F.T)


def above(k, slack, bound):
    """From 0 <= slack = bound - in_sample the bound."""
    return k.to(k.add(k.to(slack, bound - turned), k.words(in_sample, turned)), bound)


def at_two(k):
    """What is left is the penalty and degrees of freedom, traces of squares."""
    more = k.scale(k.nonneg(Trace(W * X.T * M * X * W.T)), (s2p - 2 * s2) / n)
    return above(k, k.add(k.add(k.nonneg(signal), k.nonneg(noise_part)), more), excess)


t = s2 / (s2p - s2)
error_part = lam / m * Trace(B.T * X.T * M * X * B)


def below_two(k):
    """What is left of t(E R - σ²), t = σ²/(σ'² - σ²), is (t - 1)λ Tr[MS] and two traces of squares."""
    return above(k, k.add(k.add(k.nonneg(signal), k.nonneg(noise_part)), k.scale(k.nonneg(error_part), t - 1)), t * excess)


def at_any(k):
    """The larger of the two constants: the excess is a sum of traces of squares."""
    found = []
    for c, proved in ((Integer(1), at_two(k)), (t, below_two(k))):
        most = k.extreme(constant, c)
        larger = k.add(k.scale(most, expand(error_part)), k.scale(most, expand((s2p - s2) / n * Trace(W * X.T * M * X * W.T))))
        larger = k.then(k.words(c * excess, k.content(larger).left), larger)
        found.append(k.to(k.then(proved, larger), constant * excess))
    return k.cases({s2p >= 2 * s2: found[0], s2p < 2 * s2: found[1]})


claim = Claim(
    "linear_net.cp_identity",
    source=source("Our proposal: Mallows' C_p type regularization"),
    domain=Domain(core=(n >= 2, n <= 8, d <= 10, m <= 5, lam >= 0.01, lam <= 3, s2 >= 0.05, s2 <= 5, s2p >= 0.05, s2p <= 15)),
    parts={
        "main": Part(
            Identity(Mean(criterion(noisy)), total, scale=s2 + excess),
            proof=closed(Mean(criterion(noisy)), total),
            says="E[R(W) | X] = σ² + in-sample risk + penalty + (σ'² − 2σ²) DoF/n",
            wrong={
                "one_in_place_of_two": {"right": total + s2 / n * dof},
                "no_penalty": {"right": total - Mean(penalty(noisy))},
                "half_dof": {"right": total - (s2p - 2 * s2) / (2 * n) * dof},
            },
        ),
        "path": Part(
            Identity(criterion(Y), error(Y) + penalty(Y) + s2p / n * dof),
            proof="words",
            says="The criterion is training error plus penalty plus σ'² DoF/n at the fitted heads",
            wrong={"penalty_twice": {"right": error(Y) + 2 * penalty(Y) + s2p / n * dof}},
        ),
        "in_sample": Part(
            Identity(Mean(inside), in_sample),
            proof=closed(Mean(inside), in_sample),
            says="The mean in-sample risk is nλ² Tr[MSM] + (σ²/n) Tr[K²M²] with S = XΣβXᵀ",
            wrong={"one_resolvent": {"right": n * lam**2 * Trace(M * S * M) + s2 / n * Trace(K * M)}},
        ),
        "penalty": Part(
            Identity(Mean(penalty(noisy)), mean_penalty),
            proof=closed(Mean(penalty(noisy)), mean_penalty),
            says="The mean penalty is λ Tr[(S + σ²)KM²]",
            wrong={"noise_forgotten": {"right": lam * Trace(K * M * S * M)}},
        ),
        "classical": Part(
            Identity(Mean(error(noisy)) + 2 * s2 / n * dof, s2 + Mean(inside)),
            proof=closed(Mean(error(noisy)) + 2 * s2 / n * dof, s2 + Mean(inside)),
            says="Training error plus 2σ² DoF/n is in the mean σ² plus the in-sample risk: Mallows' C_p",
            wrong={"classical_once": {"left": Mean(error(noisy)) + s2 / n * dof}},
        ),
        "bound_at_2": Part(
            Inequality(in_sample, excess),
            when=(s2p >= 2 * s2,),
            proof=at_two,
            says="For σ'² ≥ 2σ² the mean in-sample risk is at most E R − σ²",
            wrong={"bound_at_1.5": {"when": (s2p >= 1.4 * s2, s2p <= 1.6 * s2)}},
        ),
        "bound": Part(
            Inequality(in_sample, constant * excess),
            when=(s2p > s2,),
            proof=at_any,
            says="For σ'² > σ² it is at most max{1, σ²/(σ'² − σ²)} (E R − σ²)",
            wrong={"bound_constant": {"right": Rational(99, 100) * constant * excess}},
        ),
    },
    uses=("linear_net.mallows_expectation",),
)
