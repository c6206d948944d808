"""Features on the span of the tasks need N ~ M³/6; localised ones a number per task that does not depend on M.

For f = M^(-1/2) Σ_m h_3(x_m) the tensor M^(-1/2) Σ_m e_m^{⊗3} has a trace part of squared norm 3/(M+2) and a traceless part of squared norm
(M-1)/(M+2), in an irreducible representation of the rotations of dimension B = C(M+2, 3) - M. If the law of N features is
invariant under these rotations, the mean of the projection onto the span of their traceless parts is at most N/B times the identity
(Schur), so E err >= (M-1)/(M+2) (1 - N/B)_+; all M trace features and r independent traceless cubics, rotated at random, attain it with
r in the place of N. A constant feature does not count. Localised features relu(±x_m + b) split the problem into M equal ones in one
dimension. Fine-tuning by least squares on all pM features costs s²pM/(n - pM - 1) for Gaussian features, and at least s²pM/n for
isotropic ones, whatever the number of relevant tasks: the printed n ≳ M̃ε^-2 is met only by a method that selects, such as an ℓ1
penalty. That n of that order is enough is not proved here. Errors are exact given the features.
"""

from lemmata import (
    Claim,
    Counts,
    Domain,
    Identity,
    Inequality,
    Maximum,
    Mean,
    Naturals,
    Normal,
    Part,
    Positive,
    Procedure,
    Rational,
    Sampled,
    Symbol,
    Trace,
)
from lemmata.theory.additive.notation import M, p, source, traceless

r = Symbol("r", "number of traceless cubics", Counts)
N = Symbol("N", "number of features", Naturals)
n, few = Symbol("n", "number of samples", Naturals), Symbol("M̃", "number of relevant tasks", Naturals, latex=r"\tilde M")
s2 = Symbol("σ²", "variance of the label noise", Positive, latex=r"\sigma^2")
L1_TASKS, L1_RELEVANT, L1_ORDERS, L1_SAMPLES, L1_NOISE = 32, 2, 4, 400, Rational(1, 2)

share, size = (M - 1) / (M + 2), traceless(M, 3)
ERROR = {"error": "squared error of the best combination, over that of 0"}
cubics = Procedure("cubics", "the M trace features and r traceless cubics, rotated at random", ("M", "r"), ERROR)
relu = Procedure("relu", "N random ReLU features on the span of M tasks", ("M", "N"), ERROR)
local = Procedure("local", "a number of ReLU features on each task", ("number",), ERROR)
hermite = Procedure(
    "hermite",
    "least squares on h_1, ..., h_p of each of M coordinates, n samples",
    ("M", "p", "n"),
    {"cost": "mean squared error, over σ²"},
)
selection = Procedure(
    "selection",
    "least squares with an ℓ1 penalty σ√(2 log(Mp)/n) on h_1, ..., h_p of each of M coordinates, of which some are relevant",
    ("M", "relevant", "p", "n", "noise"),
    {"cost": "mean squared error"},
)
Z = Sampled("Z", Normal(), n, p * M)
cubic, of_relu = Mean(cubics(M=M, r=r)["error"]), Mean(relu(M=M, N=N)["error"])
on_span, on_tasks = Mean(relu(M=10, N=120)["error"]), Mean(local(number=12)["error"])
sparse = Mean(selection(M=L1_TASKS, relevant=L1_RELEVANT, p=L1_ORDERS, n=L1_SAMPLES, noise=L1_NOISE)["cost"])


def cost(tasks):
    return s2 * p * tasks / (n - p * tasks - 1)


claim = Claim(
    "additive.localised_features",
    source=source("Localization of Neurons"),
    domain=Domain(
        M >= 2,
        r <= size,
        p <= 4,
        n >= p * M + 6,
        few <= M - 1,
        core=(M >= 4, M <= 6, r >= 1, r <= 12, N >= 4, N <= 16, n >= p * M + 12, n <= 60, s2 >= 0.1, s2 <= 2),
    ),
    parts={
        "main": Part(
            Identity(cubic, share * (1 - r / size)),
            says="M trace features and r traceless cubics, rotated at random, leave a mean error of (M−1)/(M+2) (1 − r/B), B = C(M+2,3) − M",
            wrong={
                "next_dimension": {"right": share * (1 - r / traceless(M + 1, 3))},
                "no_trace": {"right": 1 - r / size},
            },
        ),
        "relu": Part(
            Inequality(share * Maximum(0, 1 - N / size), of_relu),
            says="N random ReLU features on the span of the tasks leave at least (M−1)/(M+2) (1 − N/B)",
        ),
        "localised": Part(
            Inequality(4 * on_tasks, on_span),
            when=r <= 1,
            says="At M = 10, 12 localised features per task leave less than a quarter of what 120 features on the span leave",
            wrong={"subspace_as_good": {"left": on_span, "right": 2 * on_tasks}},
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
        "selection": Part(
            Inequality(sparse, L1_NOISE**2 * L1_ORDERS * L1_TASKS / L1_SAMPLES / 2),
            when=r <= 1,
            says="With an ℓ1 penalty, M = 32, two relevant tasks, p = 4, n = 400 and noise 1/2, it costs at most half of σ²pM/n",
        ),
    },
    procedures=(cubics, relu, local, hermite, selection),
)
