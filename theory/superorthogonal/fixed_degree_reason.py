"""With many tasks a statistical query sees only low powers of one task's link, so superorthogonality silences it.

y = (S + g(z))/√M with S/√M independent and normal: E[φ(y) | z] = Σ_i M^{−i/2} g(z)^i E[φ^(i)]/i!, and the terms i ≤ I carry no He_k,
k ≤ K. For φ = sin and odd g the signal is A(M) = E[sin(g(z)/√M) z] times E cos(S/√M), and A(M) M^{(I+1)/2} tends to
±E[g^{I+1} He_1]/(I+1)!: −324/6 for He_3 (I = 2) and −27785835/240 for He_3 − (3/20) He_5 (I = 4). Two links at K = 1 and one query are
judged; the polynomials with K = 2 reach the regime only at astronomically large M.
"""

from lemmata import *
from lemmata.theory.superorthogonal.notation import Z, certify, g, polynomial, source, superorthogonal, z

M = Symbol("M", "number of tasks", Positive)
few = Symbol("m", "number of tasks, few", Positive)
S = Sampled("S", Normal())  # the other tasks' share of the label, in the limit of many tasks
THREE, FIVE = z**3 - 3 * z, z**3 - 3 * z - Rational(3, 20) * (z**5 - 10 * z**3 + 15 * z)
ladder = Ladder(M, (1e5, 1e6, 1e7, 1e8, 1e9), quick=(1e5, 1e6, 1e7, 1e8))
wide = Ladder(M, (1e4, 1e5, 1e6, 1e7, 1e8), quick=(1e5, 1e6, 1e7, 1e8))
near = Ladder(M, (3e5, 1e6, 3e6, 1e7, 3e7), quick=(1e6, 3e6, 1e7, 3e7))  # beyond, what cancels leaves too few digits
terms = (1 / M, M**-2)


def signal(link):
    """A(M) = E[sin(g(z)/√M) z]."""
    return GaussMean(sin(link / sqrt(M)) * z, z)


def moments(I):
    return {"condition": superorthogonal(I, 1), "certificate": lambda witness, p: certify(polynomial(witness[g]), I, 1)}


def rate(link, I, ladder):
    return Part(
        Rate(-signal(link), -Rational(I + 1, 2), ladder=ladder, expansion=terms),
        says=f"For g = {'He_3' if I == 2 else 'He_3 − (3/20) He_5'} the signal E[sin(g(z)/√M) z] decays like M^(−{I + 1}/2)",
        wrong={"no_cancellation": {"exponent": -Rational(1, 2)}, "one_power_less": {"exponent": -Rational(I, 2)}},
    )


def constant(link, I, value, ladder):
    return Part(
        Limit(signal(link) * M ** Rational(I + 1, 2), value, ladder=ladder, expansion=terms),
        says=f"Times M^({I + 1}/2) it tends to {value}",
        wrong={"without_factorial": {"value": value * factorial(I + 1)}},
    )


claim = Claim(
    "superorthogonal.fixed_degree_reason",
    source=source(),
    domain=Domain(core=(few >= 1, few <= 4)),
    parts={
        "main": rate(THREE, 2, ladder),
        "four_powers": rate(FIVE, 4, wide),
        "constant": constant(THREE, 2, Integer(-54), ladder),
        "constant_four": constant(FIVE, 4, Rational(-27785835, 240), near),
        "silenced": Part(
            Existence(witness={g: THREE}, **moments(2)),
            says="He_3 is superorthogonal for I = 2, K = 1",
            wrong={"third_power": moments(3)},
        ),
        "silenced_four": Part(
            Existence(witness={g: FIVE}, **moments(4)),
            says="He_3 − (3/20) He_5 is superorthogonal for I = 4, K = 1",
            wrong={"fifth_power": moments(5)},
        ),
        "factor": Part(
            Identity(
                Mean(sin(S + THREE.subs(z, Z) / sqrt(few)) * Z),
                exp(-Rational(1, 2)) * Mean(sin(THREE.subs(z, Z) / sqrt(few)) * Z),
                scale=1,
            ),
            says="The other tasks, if normal of variance 1, only multiply the signal by E cos S = e^(−1/2)",
            wrong={"no_factor": {"right": Mean(sin(THREE.subs(z, Z) / sqrt(few)) * Z)}},
        ),
    },
    uses=("superorthogonal.proposition",),
)
