"""The best first layer has W'W = Σβ; the transposed print WW' = Σβ is not optimal.

With the student β'Wx and nλ = σ² the fitted coefficients are W'WX'(XW'WX' + σ²)⁻¹y: the Bayes estimator of the prior covariance
W'W. A is any invertible root of the tasks' second moment, A'A = Σβ. Only the directions that the inputs have matter: what is added
to Σβ on the others changes nothing. A symmetric, or more generally a normal W has W'W = WW' and hides the error.
"""

from lemmata import *
from lemmata.theory.linear_net.notation import MODERATE, Sigma, X, average_risk, d, n, resolvent, s2, source, trained


def rotated(q, draw):
    """A root with singular values between 1/3 and 3, in a random frame on both sides."""
    left, _, right = draw.normal(q.d, q.d).svd()
    return {"A": (left * draw.uniform(q.d, low=0.33, high=3.0)[:, None, :]) @ right.mT}


def unseen(q, draw):
    """A design and a positive semidefinite matrix on the directions that no input has."""
    design, other = draw.normal(q.n, q.d), draw.normal(q.d, q.d)
    off = other.new_zeros(q.d, q.d).fill_diagonal_(1.0) - design.pinverse() @ design
    return {"D": design, "E": off @ other @ other.mT @ off}


G = Array("G", "WᵀW of a first layer", d, d, kind=MODERATE)
A = Array("A", "a root of the tasks' second moment, AᵀA = Σβ", d, d, kind=Tied(("A",), rotated))
tied = Tied(("D", "E"), unseen)
D, E = Array("D", "a design", n, d, kind=tied), Array("E", "a matrix with DE = 0", d, d, kind=tied)
tasks, penalty = A.T * A, s2 / n  # n lambda = sigma^2
moment = X * tasks * X.T + s2 * I(n)
bayes = tasks * X.T * moment.inv()
least = Trace(Sigma * (tasks.inv() + X.T * X / s2).inv())


def risk(first, ridge=penalty):
    return average_risk(trained(first, ridge), tasks)


def fitted(prior):
    """The estimator with the given W'W, on the design D."""
    return prior * D.T * resolvent(D * prior * D.T, penalty)


def on_design(prior):
    return average_risk(fitted(prior), tasks, D)


gap = trained(A.T, penalty) - bayes
excess = Trace(Sigma * gap * moment * gap.T)
claim = Claim(
    "linear_net.orientation",
    source=source("We want to find the optimal W such that WWᵀ = Σβ (later: WᵀW ≃ Σβ)"),
    domain=Domain(d >= 2, core=(n <= 8, d <= 8, s2 >= 0.05, s2 <= 20)),
    parts={
        "main": Part(
            Optimality(on_design(G), {G: tasks}),
            says="The average risk of the student is least at a first layer with WᵀW = Σβ, at nλ = σ²",
            wrong={"transposed_root": {"at": {G: A * A.T}}, "covariance_for_its_root": {"at": {G: tasks * tasks}}},
        ),
        "bayes_risk": Part(
            Identity(risk(A), least),
            says="There it is the Bayes risk",
            printed=Print(
                left=risk(A.T),
                erratum=Erratum.wrong(
                    "transposed: with the student βᵀWx the prior covariance is WᵀW, so WᵀW = Σβ; at WWᵀ = Σβ a W that does "
                    "not commute with its transpose has a larger risk"
                ),
            ),
            wrong={
                "mean_penalty": {"left": risk(A, s2)},
                "twice_the_penalty": {"left": risk(A, 2 * penalty)},
                "covariance_for_its_root": {"left": risk(A.T * A)},
            },
        ),
        "only_seen_directions": Part(
            Identity(on_design(tasks + E), on_design(tasks)),
            says="Only WᵀW on the directions of the inputs matters: adding to it where the design D vanishes changes nothing",
            wrong={"seen_directions": {"left": on_design(tasks + E + D.T * D)}},
        ),
        "excess_of_the_transpose": Part(
            Identity(risk(A.T) - risk(A), excess, scale=risk(A)),
            proof="words",
            says="At the transpose the risk exceeds it by Tr[Σ(H − H_B)(XΣβXᵀ + σ²)(H − H_B)ᵀ], H its estimator",
            wrong={"noise_forgotten": {"right": Trace(Sigma * gap * X * tasks * X.T * gap.T)}},
        ),
    },
    uses=("linear_net.bayes", "linear_net.equivalence"),
)
