"""How to choose the number of features when the ridge is tuned: more features, and more samples, never hurt.

At a fixed effective ridge χ the number of features enters the limit through ρ = (ψ - D)/(ψ - a²) alone. q more features per harmonic lower the
error by δqg(Ag + Bk)/((h + g)(h + q + g)(k + ρg)(k + ρ'g)) exactly, with h = ψ - D, k = δ - D, g = D - a² = t/χ + a(1 - a), A = S + F²(1 - a),
B = F²a(1 - a): all positive. q more samples lower it too. Every χ with D < min(δ, ψ) belongs to one ridge λ = χ(δ - D)(1 - D/ψ), which grows with
χ, and more features or samples admit more of them: with λ tuned the error falls in ψ and in δ, and no peak is left. At a fixed
ridge it is otherwise (rf_poly.fewer_features).
"""

from lemmata import *
from lemmata.theory.rf_poly.notation import F2, S, chi, critical, delta, freedom, m, psi, ridge, share, source, t

h = Symbol("h", "features per harmonic beyond D", Positive)
k = Symbol("k", "samples per harmonic beyond D", Positive)
q = Symbol("q", "how many more", Positive)
a, D = share(), freedom()
g = t / chi + m * chi / (m + chi) ** 2  # D − a²
A, B = S + F2 * chi / (m + chi), F2 * m * chi / (m + chi) ** 2
rho, rho_more = h / (h + g), (h + q) / (h + q + g)
beyond = critical(delta=D + k, psi=D + h)
with_features, with_samples = critical(delta=D + k, psi=D + h + q), critical(delta=D + k + q, psi=D + h)
gain = (D + k) * q * g * (A * g + B * k) / ((h + g) * (h + q + g) * (k + rho * g) * (k + rho_more * g))
kept = a**2 + g * g / (h + g)  # D − ρ(D − a²)
gain_of_samples = (A - rho * B) * q * kept / ((k + rho * g) * (k + q + rho * g))


def falls(less, more):
    """The smaller error plus what is gained is the larger one."""
    return lambda K: K.to(K.compare(less, less + more), beyond)


claim = Claim(
    "rf_poly.choose_p",
    source=source(),
    uses=("rf_poly.critical",),
    domain=Domain(
        core=(
            *(e >= 0.1 for e in (chi, h, k, q, m, t, S, F2)),
            (*(e <= 2 for e in (chi, h, k, q, m, t, S, F2)), delta >= 0.3, delta <= 3, psi <= 5),
        )
    ),
    parts={
        "main": Part(
            Inequality(with_features, beyond),
            says="At fixed effective ridge χ the error in the limit falls with the number of features",
            proof=falls(with_features, gain),
            wrong={"rises": {"left": beyond, "right": with_features}},
        ),
        "samples": Part(
            Inequality(with_samples, beyond),
            says="and with the number of samples",
            proof=falls(with_samples, gain_of_samples),
            wrong={"rises": {"left": beyond, "right": with_samples}},
        ),
        "gain": Part(
            Identity(beyond - with_features, gain),
            says="What q more features gain is δqg(Ag + Bk)/((h+g)(h+q+g)(k+ρg)(k+ρ'g))",
            proof="normal",
            wrong={"without_signal": {"right": gain * A * g / (A * g + B * k)}},
        ),
        "reached": Part(
            Inequality(ridge(chi, delta, psi), ridge(chi + q, delta, psi)),
            when=(freedom() < delta, freedom() < psi),
            says="Each admissible χ belongs to a ridge of its own, λ = χ(δ−D)(1−D/ψ), which grows with χ",
        ),
    },
)
