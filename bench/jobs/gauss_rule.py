"""The nodes and weights of the Gauss-Hermite rule of the standard normal, E[f(Z)] = sum_i w_i f(x_i)."""

from __future__ import annotations

import numpy as np

from lemmata.bench.measure import Answer, Bound, Job, Run, cpu_seconds

ERROR = 1e-12  # what a double precision eigenvalue method promises at these orders


def _rule(nodes: np.ndarray, weights: np.ndarray) -> Answer:
    order = np.argsort(nodes)
    return Answer(np.concatenate([nodes[order], weights[order] / weights.sum()]).tolist(), ERROR)


def ours(order: int) -> Run:
    from lemmata.numerics.integrate import quadrature

    def run() -> Answer:
        quadrature.gauss_hermite.cache_clear()  # the first call; the later ones cost nothing
        return _rule(*quadrature.gauss_hermite(order))

    return run


def scipy_rule(order: int) -> Run:
    from scipy.special import roots_hermitenorm

    return lambda: _rule(*roots_hermitenorm(order))


def numpy_rule(order: int) -> Run:
    return lambda: _rule(*np.polynomial.hermite_e.hermegauss(order))


def chaospy_rule(order: int) -> Run:
    import chaospy

    def run() -> Answer:
        nodes, weights = chaospy.generate_quadrature(order - 1, chaospy.Normal(0, 1), rule="gaussian")
        return _rule(nodes[0], weights)

    return run


def bound(order: int) -> Bound:
    """The eigenvalues of the Jacobi matrix by LAPACK, whatever is made of them."""
    from scipy.linalg.lapack import dsterf

    diagonal, off = np.zeros(order), np.sqrt(np.arange(1.0, order))
    return Bound(cpu_seconds(lambda: dsterf(diagonal, off)), "LAPACK sterf of the Jacobi matrix")


def job(small: bool = False) -> Job:
    order = 16 if small else 64
    return Job(
        name="gauss_rule",
        question=f"Gauss-Hermite rule, {order} nodes",
        ours=lambda: ours(order),
        peers={
            "scipy roots_hermitenorm": lambda: scipy_rule(order),
            "numpy hermegauss": lambda: numpy_rule(order),
            "chaospy": lambda: chaospy_rule(order),
        },
        bound=lambda: bound(order),
    )
