"""Overdamped Langevin in a standard Gaussian potential: x <- (1 - h) x + sqrt(2h) xi.

From 0, E x^2 after t steps is (1 - (1-h)^(2t)) / (1 - h/2): a check that costs nothing. The answer is the
mean of x^2 over particles and coordinates.
"""

from __future__ import annotations

import numpy as np

from lemmata.bench import limits
from lemmata.bench.drawing import numbers
from lemmata.bench.measure import Answer, Bound, Job, Run, sample_mean

STEP = 0.02


def truth(steps: int) -> float:
    return (1 - (1 - STEP) ** (2 * steps)) / (1 - STEP / 2)


def mean_answer(x: np.ndarray) -> Answer:
    return sample_mean(np.asarray(x, dtype=np.float64).ravel() ** 2)


def ours(particles: int, dimension: int, steps: int) -> Run:
    import torch

    from lemmata.numerics.models.langevin.langevin import overdamped

    draw = numbers("langevin", particles, "float32")
    start = torch.zeros(dimension)
    return lambda: mean_answer(overdamped(lambda x: x, start, STEP, steps, draw).numpy())


def blackjax_kernel(particles: int, dimension: int, steps: int) -> Run:
    """The kernel of the library, compiled, vectorised over particles, scanned over steps."""
    import jax
    import jax.numpy as jnp
    from blackjax.mcmc import diffusions

    one_step = diffusions.overdamped_langevin(lambda x: (-0.5 * jnp.sum(x**2), -x))
    keys = iter(range(1_000_000))

    def move(state: object, key: jax.Array) -> tuple[object, None]:
        return jax.vmap(lambda k, s: one_step(k, s, STEP))(jax.random.split(key, particles), state), None

    @jax.jit
    def chain(key: jax.Array) -> jax.Array:
        start = jnp.zeros((particles, dimension))
        state = diffusions.DiffusionState(start, jnp.zeros(particles), -start)
        state, _ = jax.lax.scan(move, state, jax.random.split(key, steps))
        return state.position

    return lambda: mean_answer(np.asarray(chain(jax.random.key(next(keys))).block_until_ready()))


def numpy_loop(particles: int, dimension: int, steps: int) -> Run:
    generator = np.random.Generator(np.random.SFC64(2))

    def run() -> Answer:
        x = np.zeros((particles, dimension), dtype=np.float32)
        noise = np.empty_like(x)
        for _ in range(steps):
            generator.standard_normal(out=noise, dtype=np.float32)
            x *= np.float32(1 - STEP)
            noise *= np.float32(np.sqrt(2 * STEP))
            x += noise
        return mean_answer(x)

    return run


def bound(particles: int, dimension: int, steps: int) -> Bound:
    return Bound(particles * dimension * steps / limits.normals("float32"), "one float32 normal an update")


def job(small: bool = False) -> Job:
    size = (100, 20, 50) if small else (1000, 100, 1000)
    particles, dimension, steps = size
    return Job(
        name="langevin",
        question=f"overdamped Langevin, {particles} particles, {dimension} dimensions, {steps} steps",
        ours=lambda: ours(*size),
        peers={"blackjax": lambda: blackjax_kernel(*size), "numpy loop": lambda: numpy_loop(*size)},
        bound=lambda: bound(*size),
    )
