"""Numbers of injected noise that were computed independently of this code: tanh features, by quadrature over the law of FF'."""

from __future__ import annotations

import pytest
import sympy as sp

from lemmata.theory.noise_inj import notation as N

# of tanh at Δ = 1/2 and 7/10: the slope and remainder of the smoothed activation, and of the noise; and of the clean one
NOISY = {
    0.5: (0.5649748110, 0.0165464511, 0.0797991343, 0.0194830665),
    0.7: (0.5329279256, 0.0110915176, 0.1391659652, 0.0328024178),
}
CLEAN = (0.605705509606, 0.027415326033)


def errors(alpha: float, b: float, ell: float, delta: float, ridge: float, noise: float) -> tuple[float, float]:
    """The fixed point by iteration, then the formulas."""
    m1, m2, r1, r0 = NOISY[delta]
    A, B = (m2 + r0 / ell, m1**2 + r1 / ell), (r0, r1)
    one, rest = 0.5, 0.5 * (1 - 1 / ell)
    for _ in range(400):
        s1, s0 = one * A[1] + rest * B[1], ridge + one * A[0] + rest * B[0]
        w = s0 / s1
        q = w + 1 - b
        level = ((q * q + 4 * w * b) ** 0.5 - q) / (2 * w * b)
        of_A, of_B = (K[0] * level + K[1] * (1 - w * level) for K in (A, B))
        one, rest = 1 / (1 + b / alpha * of_A / s1), (1 - 1 / ell) / (1 + b / alpha * of_B / s1 / ell)
    second = rest**2 / (1 - 1 / ell) / ell if ell > 1 else 0.0
    clean, slopes = (CLEAN[1], CLEAN[0] ** 2), (m1, CLEAN[0])
    made = N.errors(one, second, b / alpha, s1, A, B, clean, slopes, rest**2 / (1 - 1 / ell) if ell > 1 else 0.0)
    return tuple(float(sp.sympify(e).subs({N.G: level, N.b: b, N.v: noise})) for e in made)  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("point", "train", "test"),
    [
        ((1.5, 1.25, 1, 0.5, 0.02, 0.1), 0.13311310, 0.74043621),
        ((1.5, 1.25, 4, 0.5, 0.02, 0.1), 0.26293556, 0.54035687),
        ((1.5, 1.25, 1e9, 0.7, 0.02, 0.1), 0.42479769, 0.52415226),
    ],
)
def test_errors_with_tanh(point: tuple[float, ...], train: float, test: float) -> None:
    found = errors(*point)
    assert found[0] == pytest.approx(train, abs=1e-6)
    assert found[1] == pytest.approx(test, abs=2e-6)
