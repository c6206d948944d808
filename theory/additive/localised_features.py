"""Features on the span of the tasks need N ~ M³/6, whatever they are, if their law is invariant under rotations.

For f = M^(-1/2) Σ_m h_3(x_m) the tensor M^(-1/2) Σ_m e_m^{⊗3} has a trace part of squared norm 3/(M+2) and a traceless part of squared norm
(M-1)/(M+2), in an irreducible representation of the rotations of dimension B = C(M+2, 3) - M. If the law of N features is
invariant under these rotations, the mean of the projection onto the span of their traceless parts is at most N/B times the identity
(Schur), so E err >= (M-1)/(M+2) (1 - N/B)_+; all M trace features and r independent traceless cubics, rotated at random, attain it with
r in the place of N. A constant feature does not count. Fine-tuning by least squares on all pM features costs s²pM/(n - pM - 1) for
Gaussian features, and at least s²pM/n for isotropic ones, whatever the number of relevant tasks: the printed n ≳ M̃ε^-2 is met only by a
method that selects. That n of that order is enough is not proved here. Errors are exact given the features. Localised features
and a selection are run in additive.localised_leads.
"""

from lemmata import *
from lemmata.theory.additive.notation import LEFT, M, p, relu, source, traceless

r = Symbol("r", "number of traceless cubics", Counts)
N = Symbol("N", "number of features", Naturals)
n, few = Symbol("n", "number of samples", Naturals), Symbol("M̃", "number of relevant tasks", Naturals, latex=r"\tilde M")
s2 = Symbol("σ²", "variance of the label noise", Positive, latex=r"\sigma^2")
share, size = (M - 1) / (M + 2), traceless(M, 3)
cubics = Procedure("cubics", "the M trace features and r traceless cubics, rotated at random", ("M", "r"), {"error": LEFT})
hermite = Procedure(
    "hermite",
    "least squares on h_1, ..., h_p of each of M coordinates, n samples",
    ("M", "p", "n"),
    {"cost": "mean squared error, over σ²"},
)
Z = Sampled("Z", Normal(), n, p * M)
cubic, of_relu = Mean(cubics(M=M, r=r)["error"]), Mean(relu(M=M, N=N)["left"])


def cost(tasks):
    return s2 * p * tasks / (n - p * tasks - 1)


claim = Claim(
    "additive.localised_features",
    source=source("Localization of Neurons"),
    domain=Domain(
        (M >= 2, r <= size, p <= 4, n >= p * M + 6, few <= M - 1),
        core=(M >= 4, M <= 6, r >= 1, r <= 12, N >= 4, N <= 16, n >= p * M + 12, n <= 60, s2 >= 0.1, s2 <= 2),
    ),
    parts={
        "main": Part(
            Identity(cubic, share * (1 - r / size)),
            says="M trace features and r traceless cubics, rotated at random, leave a mean error of (M−1)/(M+2) (1 − r/B), B = C(M+2,3) − M",
            wrong={"next_dimension": {"right": share * (1 - r / traceless(M + 1, 3))}, "no_trace": {"right": 1 - r / size}},
        ),
        "relu": Part(
            Inequality(share * Maximum(0, 1 - N / size), of_relu),
            says="N random ReLU features on the span of the tasks leave at least (M−1)/(M+2) (1 − N/B)",
            wrong={"nothing_learned": {"left": 1}},
        ),
        "least_squares": Part(
            Identity(Mean(s2 * Trace((Z.T * Z).inv())), cost(M)),
            says="Least squares on pM Gaussian features costs σ²pM/(n − pM − 1), whatever the number of relevant tasks",
            wrong={"cost_of_few_tasks": {"right": cost(few)}},
        ),
        "heavier_features": Part(
            Inequality(s2 * p * M / n, Mean(s2 * hermite(M=M, p=p, n=n)["cost"])),
            says="On h_1, ..., h_p of each coordinate it costs at least σ²pM/n",
        ),
    },
    procedures=(cubics, relu, hermite),
)
