"""ReLU separates the labels exactly in one tower, not in two; augmentation leaves the cross moment of the noise as it is, not its size.

For signal patches aμ and -bμ, a, b > 0, no neuron of one tower sees both, so their similarity is 0; with two towers it is ab Σ
(<w_r, μ>)₊(-<v_r, μ̃>)₊, which vanishes only if no pair of neurons disagrees. Similarities are of degree 1 in each tower. The
noise ξ of a sample and ξ + ε of its augmented view have E<ξ, ξ + ε> = σ_ξ²d, as without, but E|ξ + ε|² = (σ_ξ² + σ_ε²)d: the
view has a smaller SNR. Averaged over ε the similarity of a positive pair rises: with z_r = <w_r, ξ> and s_r = σ_ε|w_r| it is Σ
(z_r)₊(z_rΦ(z_r/s_r) + s_rφ(z_r/s_r)).
"""

from lemmata import *
from lemmata.theory.contrastive.notation import source
from lemmata.theory.language.calculus import Z as z

m, d = Symbol("m", "number of neurons", Naturals), Symbol("d", "dimension of a patch", Naturals)
ORDINARY = Kind("general", ("generic", "sparse"))
W, V = (
    Array(name, f"weights of the {which} tower, one neuron a row", m, d, kind=ORDINARY)
    for name, which in (("W", "first"), ("V", "second"))
)
mu, nu = (Array(name, f"signal of the {which} modality", d, kind=ORDINARY) for name, which in (("μ", "first"), ("μ̃", "second")))
xi, eta = (Array(name, f"noise of {which} sample", d, kind=ORDINARY) for name, which in (("ξ", "a"), ("ξ'", "another")))
a, b = Symbol("a", "factor of the signal, of one sample", Positive), Symbol("b", "of the other", Positive)
se, sx = Symbol("σ_ε", "standard deviation of the augmentation", Positive), Symbol("σ_ξ", "of the noise", Positive)
w = Array("w", "weights of a neuron", d, kind=ORDINARY)


def relu(v):
    return Entrywise(Lambda(z, Maximum(z, 0)), v)


def sim(first=W, second=W, one=mu, other=mu, signs=(1, 1)):
    """Sim of the patches [±aμ, ξ] and [±bμ', ξ']."""
    signal = dot(relu(signs[0] * a * first * one), relu(signs[1] * b * second * other))
    return signal + dot(relu(first * xi), relu(second * eta))


noise_alone = dot(relu(W * xi), relu(W * eta))
size = norm(W * xi) * norm(W * eta) + a * b * sq(W * mu)
two = norm(W * xi) * norm(W * eta) + a * b * norm(W * mu) * norm(V * nu)
mixed = norm(W * xi) * norm(V * eta) + a * b * norm(W * mu) * norm(V * nu)

x, e = Sampled("x", Normal(sx**2), d), Sampled("ε", Normal(se**2), d)
cross, view = Mean(dot(x, x + e)), Mean(sq(x + e))

seen, spread = dot(w, xi), se * norm(w)  # z_r and s_r of one neuron
raised = Maximum(seen, 0) * (seen * Phi(seen / spread) + spread * phi(seen / spread))
positive = Mean(Maximum(seen, 0) * Maximum(dot(w, xi + e), 0))

claim = Claim(
    "contrastive.similarity",
    source=source("MULTI-MODEL CONTRASTIVE LEARNING [1]"),
    domain=Domain(sq(w) > 0, core=(m <= 6, d <= 6, a >= 0.2, a <= 3, b >= 0.2, b <= 3, se >= 0.2, se <= 2, sx >= 0.2, sx <= 2)),
    parts={
        "main": Part(
            Identity(sim(signs=(1, -1)), noise_alone, scale=size),
            says="In one tower the signals of two samples with opposite labels add nothing to their similarity",
            wrong={
                "equal_labels": {"left": sim()},
                "two_towers": {
                    "left": sim(second=V, other=nu, signs=(1, -1)),
                    "right": dot(relu(W * xi), relu(V * eta)),
                    "scale": two,
                },
            },
        ),
        "equal_labels": Part(
            Identity(sim(), noise_alone + a * b * sq(relu(W * mu)), scale=size),
            says="with equal labels they add Σ (y⟨w_r, μ⟩)₊² times their factors",
            wrong={"all_neurons": {"right": noise_alone + a * b * sq(W * mu)}},
        ),
        "towers": Part(
            Identity(
                sim(second=V, other=nu, signs=(1, -1)),
                dot(relu(W * xi), relu(V * eta)) + a * b * dot(relu(W * mu), relu(-V * nu)),
                scale=two,
            ),
            says="In two towers signals of opposite labels add ab Σ (⟨w_r, μ⟩)₊(−⟨v_r, μ̃⟩)₊, which is 0 only if no neuron disagrees with its partner",
            wrong={"separated": {"right": dot(relu(W * xi), relu(V * eta))}},
        ),
        "degree": Part(
            Identity(sim(a * W, b * V, other=nu), a * b * sim(second=V, other=nu), scale=a * b * mixed),
            says="A factor of a tower's weights is a factor of all similarities, so one of both weights of a tower is squared",
            wrong={"once": {"right": a * sim(second=V, other=nu)}},
        ),
        "augmentation": Part(
            Identity(cross, sx**2 * d),
            says="The noise of a sample and of its augmented view have the mean inner product σ_ξ²d, whatever the augmentation",
            printed=Print(
                readings={"of_the_cross_moment": (Edit(), "holds"), "of_the_view": (Edit(left=view), "fails")},
                erratum=Erratum.unclear(
                    "data augmentation does not change the cross moment of the noises of a positive pair; the SNR of the augmented view is "
                    "smaller by the factor √(1 + σ_ε²/σ_ξ²)"
                ),
            ),
            proof="mean",
            wrong={"both": {"right": (sx**2 + se**2) * d}},
        ),
        "view": Part(
            Identity(view, (sx**2 + se**2) * d),
            says="but the augmented noise has the mean square (σ_ξ² + σ_ε²)d",
            proof="mean",
            wrong={"unchanged": {"right": sx**2 * d}},
        ),
        "raised": Part(
            Identity(positive, raised, scale=spread**2 + seen**2),
            says="Averaged over the augmentation a neuron with z = ⟨w, ξ⟩ adds (z)₊(zΦ(z/s) + sφ(z/s)), s = σ_ε|w|, to the similarity of a positive pair",
            wrong={
                "unchanged": {"right": Maximum(seen, 0) ** 2},
                "no_density": {"right": Maximum(seen, 0) * seen * Phi(seen / spread)},
            },
        ),
        "more": Part(
            Inequality(Maximum(seen, 0) ** 2, raised),
            says="which is at least the (z)₊² without augmentation",
            wrong={"tenth_less": {"right": 9 * raised / 10}},
        ),
    },
)
