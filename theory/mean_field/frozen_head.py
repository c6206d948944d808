"""What a first layer follows when the head was fitted to noisy labels depends on what is frozen while the layer moves.

The head at features Φ is a = Φ'M(y + ε). The features move to Φ + xD; the slope of the clean objective at x = 0, averaged over the
noise of variance v, is that of F + (v/n)[log det(I + K/(nλ)) - DoF] if each neuron keeps its number (as alternating SGD does), of
F + (v/n)[2 log det(I + K/(nλ)) - DoF] if the number follows the function a(w) = σ_w'M(y + ε) with M kept, and of F + (v/n) DoF, the
slides' regulariser, if the fit is differentiated too. The slopes themselves are those of mean_field.head_slopes.
"""

from sympy import ZeroMatrix

from lemmata import *
from lemmata.theory.mean_field.notation import N, freedom, lam, n, resolvent, s, source

TAME = Kind("general", ("generic", "zero", "sparse", "rank one", "repeated"))  # at 1e6 the slopes cancel beyond 64 bits
Phi = Array("Φ", "features of the particles, one particle a column", n, N, kind=TAME)
y = Array("y", "labels", n, kind=TAME)
P, D = Array("P", "features that move", n, N), Array("D", "their direction", n, N, kind=TAME)
eps = Sampled("ε", Uniform(-s, s), n)
v = s**2 / 3


def kernel(features):
    return features * features.T / N


M = resolvent(kernel(Phi))
turn = M * (D * Phi.T + Phi * D.T) * M / N  # what the resolvent loses


def objective(features, head):
    """Penalised error on clean labels."""
    return sq(y - features * head / N) / n + lam * sq(head) / N


def slope(potential):
    """Along D at Φ."""
    return Slope(potential, P, along=D, at=Phi)


def gradient(labels, follows):
    """The slope of the objective at the head fitted to these labels, which changes by ``follows`` times them."""
    head = Phi.T * M * labels
    moved = D * head + Phi * follows * labels
    return 2 * lam / N * dot(head, follows * labels) - 2 / (n * N) * dot(y - Phi * head / N, moved)


def flow(logdets, dofs):
    """The slope of F + (v/n)(logdets log det(I + K/(nλ)) + dofs DoF)."""
    K = kernel(P)
    return slope(lam * quad(resolvent(K), y) + v / n * (logdets * LogDet(I(n) + K / (n * lam)) + dofs * freedom(K)))


def of_mean(follows, potential, says, wrong):
    """What is left of it on average."""
    mean = Mean(gradient(y + eps, follows))

    def proof(k):
        right = k.derivative(potential)
        return k.le(k.mean(mean).to(right.right), k.flip(right))

    return Part(Identity(mean, potential, scale=1), says=says, proof=proof, wrong={w: {"right": f} for w, f in wrong.items()})


kept, following, refitted = ZeroMatrix(N, n), D.T * M, D.T * M - Phi.T * turn
by_values, by_function, by_dof = flow(1, -1), flow(2, -1), flow(0, 1)

claim = Claim(
    "mean_field.frozen_head",
    source=source("Label noise as regularization / First layer training"),
    domain=Domain(core=(n <= 8, N <= 6, lam >= 0.05, lam <= 1, s >= 0.5, s <= 2.5)),
    parts={
        "main": of_mean(
            kept,
            by_values,
            "With the head's values frozen label noise adds (v/n)[log det(I + K/(nλ)) − DoF] to what the features descend on average",
            {"function": by_function, "dof": by_dof, "sign_of_dof": flow(1, 1), "no_regulariser": flow(0, 0)},
        ),
        "function": of_mean(
            following,
            by_function,
            "With its function frozen it adds (v/n)[2 log det(I + K/(nλ)) − DoF]",
            {"values": by_values, "dof": by_dof},
        ),
        "differentiated": of_mean(
            refitted, by_dof, "With the fit differentiated it adds (v/n) DoF, the slides' regulariser", {"values": by_values}
        ),
    },
    uses=("mean_field.label_noise", "mean_field.first_variation"),
    notes="One sample, one linear neuron w = 1, λ = 1/2, v = 1: the noise parts are 8/9, 20/9 and 4/9; the first and the third agree "
    "where K = nλ.",
)
