"""E[He_5^I He_k] for I = 1..4 and k = 0..5I, Z ~ N(0,1): integers up to 20! = 2.4e18, exactly."""

from __future__ import annotations

from collections.abc import Iterable

from lemmata.bench.measure import Answer, Bound, Job, Run, cpu_seconds

DEGREE = 5


def _pairs(powers: int) -> list[tuple[int, int]]:
    return [(i, k) for i in range(1, powers + 1) for k in range(DEGREE * i + 1)]


def _exact(values: Iterable[object]) -> Answer:
    return Answer([float(int(v)) for v in values], 0.0)  # type: ignore[call-overload]


def ours(powers: int) -> Run:
    from lemmata.theory.algebra.hermite import hermite_poly, power_projections

    return lambda: _exact(v for row in power_projections(hermite_poly(DEGREE), powers)[1:] for v in row)


def flint_loop(powers: int) -> Run:
    """The bare loop over the library underneath: multiply out, add up the moments."""
    from flint import fmpz_poly

    def run() -> Answer:
        z = fmpz_poly([0, 1])
        he, moments = [fmpz_poly([1]), z], [1, 0]
        for n in range(1, DEGREE * powers):
            he.append(z * he[n] - n * he[n - 1])
        for n in range(2, 2 * DEGREE * powers + 1):
            moments.append((n - 1) * moments[n - 2])
        values, power = [], fmpz_poly([1])
        for i in range(1, powers + 1):
            power = power * he[DEGREE]
            for k in range(DEGREE * i + 1):
                product = power * he[k]
                values.append(sum(product[m] * moments[m] for m in range(0, len(product), 2)))
        return _exact(values)

    return run


def bound(powers: int) -> Bound:
    """One product for each power and one, of twice its length, for all its expectations."""
    from flint import fmpz_poly

    lengths = [DEGREE * i + 1 for i in range(1, powers + 1)]
    pairs = [(fmpz_poly([1] * length), fmpz_poly([1] * (DEGREE + 1))) for length in lengths]
    seconds = cpu_seconds(lambda: [(a * b, a * a, a.coeffs()) for a, b in pairs])
    return Bound(seconds, f"{2 * powers} python-flint products and their coefficients")


def sympy_integrate(powers: int) -> Run:
    import sympy as sp
    from sympy.core.cache import clear_cache

    def run() -> Answer:
        clear_cache()  # a second call would only read the first one's results
        z = sp.Symbol("z", real=True)
        he = [sp.S.One, z]
        for n in range(1, DEGREE * powers):
            he.append(sp.expand(z * he[n] - n * he[n - 1]))
        density = sp.exp(-(z**2) / 2) / sp.sqrt(2 * sp.pi)
        integrands = (sp.expand(he[DEGREE] ** i * he[k]) * density for i, k in _pairs(powers))
        return _exact(sp.integrate(f, (z, -sp.oo, sp.oo)) for f in integrands)

    return run


def chaospy_moments(powers: int) -> Run:
    import chaospy

    def run() -> Answer:
        z, normal = chaospy.variable(), chaospy.Normal(0, 1)
        he = [chaospy.polynomial(1), z]
        for n in range(1, DEGREE * powers):
            he.append(z * he[n] - n * he[n - 1])
        values = [float(chaospy.E(he[DEGREE] ** i * he[k], normal)) for i, k in _pairs(powers)]
        # floating moments: cancellation is relative to the largest E[|He_5^I He_k|] of the list
        return Answer(values, 1e-8 * max(abs(v) for v in values))

    return run


def job(small: bool = False) -> Job:
    powers = 2 if small else 4
    peers = {
        "python-flint, bare loop": lambda: flint_loop(powers),
        "sympy integrate": lambda: sympy_integrate(powers),
        "chaospy E": lambda: chaospy_moments(powers),
    }
    if small:
        del peers["sympy integrate"]  # seconds even at two powers
    return Job(
        name="hermite",
        question=f"E[He_5^I He_k], I <= {powers}, exactly",
        ours=lambda: ours(powers),
        peers=peers,
        bound=lambda: bound(powers),
    )
