"""Runge-Kutta on the masses of fixed atoms: random networks, and two features where the true one dies out."""

from lemmata.numerics.models.feature_attention import icl_births
from lemmata.numerics.models.feature_attention.icl_mixtures import masses
from lemmata.theory.icl.birth_death import claim
from lemmata.verify import bind

BASE = {"shape": "pair", "k": 1, "gamma": 0.2, "b": 0.0}
EXAMPLES = (
    {**BASE, "g": -0.8, "p": 0.1, "tau": 5.0},
    {**BASE, "g": 0.6, "p": 0.1, "tau": 1.0},
    {"shape": "random", "k": 2, "g": 0.5, "p": 0.5, "tau": 3.0, "gamma": 0.1, "b": 0.0},
)
STEPS = 50


def instance(p, draw):
    if p.shape == "pair":
        atoms, true, start = icl_births.pair_atoms(p.g, draw), draw.tensor([[1.0, 0.0]]), draw.tensor([[p.p, 1 - p.p]])
    else:
        atoms, true, start = icl_births.random_instance(p.k, draw)
    f, h = icl_births.mean(atoms, true), icl_births.mean(atoms, start)
    coarse, run = (icl_births.birth_death(atoms, true, start, p.tau, steps) for steps in (STEPS, 2 * STEPS))
    halving = sum((coarse[name] - run[name]).abs().amax() for name in run) / (run["square"] + run["slope"].abs()).amax()
    v, _ = icl_births.first_variation(atoms, f, start)
    fresh = masses(true.shape[-1], draw)
    both = true.clamp(min=1e-300)  # an atom without true mass adds nothing
    return {
        "F": f,
        "H": h,
        "N": f.shape[-2],
        "H_t": icl_births.mean(atoms, run["p"]),
        "H_pi": icl_births.mean(atoms, fresh),
        "K_0": icl_births.divergence(both, start),
        "K_t": icl_births.divergence(both, run["p"]),
        "J_0": icl_births.divergence(start, both),
        "J_t": icl_births.divergence(run["p"], both),
        "I_slope": run["slope"],
        "I_square": run["square"],
        "I_abs": run["modulus"],
        "I_sup": run["rise"],
        "R_0": (true / start).amax(-1),
        "R_t": (true / run["p"]).amax(-1),
        "R_pi": (true / fresh).amax(-1),
        "R_plus": (true / (p.gamma * fresh + (1 - p.gamma) * p.b * start)).amax(-1),
        "halving": halving[None],
        "pair": float(p.shape == "pair"),
        "V_1": v[:, 0],
        "V_mu": (start * v).sum(-1),
        "V_pi": (fresh * v).sum(-1),
        "V_true": (true * v).sum(-1),
    }


birth_death = bind(claim, instance=instance, examples=EXAMPLES, points=(5, 150), rounding=1e-7)
