"""The in-context risk of infinitely many tasks and examples is E|f° - AΓh|², and it bounds the error on each task.

The error on the task β at the query q is β'(f°(q) - AΓh(q)). With E ββ' = I its mean square over tasks is |f°(q) - AΓh(q)|²;
with E ββ' = C it is the quadratic form of C. By Cauchy-Schwarz the mean square over queries is at most |β|² E|f° - AΓh|² for
each β: risk 0 means exact prediction of every new task, whatever the tasks of the pretraining were, and the constant 1 is
attained by residuals of rank one.
"""

from lemmata import *
from lemmata.theory.icl.notation import F, H, N, k
from lemmata.theory.icl_nonparam.notation import A, G, left, source

risk = sq(left) / N
beta, signs = Sampled("β", Normal(), k), Sampled("r", Rademacher(), k)
B = Array("B", "mixing of the tasks", k, k, kind=Kind("general", ("generic", "repeated")))
task = Array("b", "a new task", k, kind=Kind("general", ("generic", "sparse")))


def error(of, rest=left):
    """The mean over the queries of the squared error on a task."""
    return sq(rest * of) / N


no_key = F - H * A.T
mean, mixed, signed = Mean(error(beta)), Mean(error(B * beta)), Mean(error(signs))
size = (sq(F) + sq(H * G.T * A.T)) / N

claim = Claim(
    "icl_nonparam.risk",
    source=source(),
    domain=Domain(N >= k, core=(k <= 4, N >= 2 * k + 1, N <= 10)),
    parts={
        "main": Part(
            Identity(mean, risk, scale=size),
            says="Averaged over tasks with E ββᵀ = I the squared error is E|f° − AΓh|², A = E[f°hᵀ]",
            wrong={"per_task": {"right": risk / k}, "no_key": {"right": sq(no_key) / N}},
            proof="mean",
        ),
        "signs": Part(
            Identity(signed, risk, scale=size),
            says="whatever their law: also for independent signs",
            wrong={"per_task": {"right": risk / k}},
            proof="mean",
        ),
        "mixed": Part(
            Identity(mixed, sq(left * B) / N, scale=size * sq(B)),
            says="With E ββᵀ = BBᵀ it is E|Bᵀ(f° − AΓh)|²",
            wrong={"isotropic": {"right": risk}, "transposed": {"right": sq(left * B.T) / N}},
            proof="mean",
        ),
        "every_task": Part(
            Inequality(error(task), sq(task) * risk),
            says="On each task the mean squared error over queries is at most |β|² times the risk: risk 0 is exact prediction of every task",
            wrong={"half": {"right": sq(task) * risk / 2}, "per_task": {"right": sq(task) * risk / k, "when": (k >= 2,)}},
        ),
    },
    uses=("icl.expected_risk",),
    notes="The slides have no factor 1/2 in the risk; the paper has it. Prompts of finite length are in icl.expected_risk.",
)
