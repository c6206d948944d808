"""Algorithm 2 as a whole: one gradient step aligns the MLP with S, ridge regression then trains the attention, and the context is used.

Procedure: λ₁ = 1/η₁, Γ⁽⁰⁾ = diag(±10⁻³), η₁ such that the median |w_j⁽¹⁾| is 1, new biases on [−2, 2], then Phase II with λ₂ = 2·10⁻⁵; r = 2,
tasks cos ψ h₂ + sin ψ h₃ with a uniform phase. The alignment is the mean of |P_S w_j|/|w_j| over neurons, errors e are heavy-tailed and
enter as e/(1+e). Means over independent complete runs are compared: d = 4 against d = 8, with 12 neurons, 5000 tasks and prompts of 20
examples. A query label of another task aligns worse, though better than random: its noise prefers S too.
"""

from lemmata import *
from lemmata.theory.icl_single_index.notation import source

pretrained = Procedure(
    "pretrained",
    "Algorithm 2 in R^d with S a plane: T tasks of n examples in Phase I, 1200 tasks of 100 examples in Phase II; then 64 test tasks",
    ("d", "N", "n", "T"),
    {
        "aligned": "alignment after Phase I",
        "few": "alignment after its first 250 tasks",
        "foreign": "alignment if the label of a query is that of another task",
        "short": "mean of e/(1+e) with 20 examples in the prompt",
        "long": "mean of e/(1+e) with 400 examples",
        "untrained": "mean of e/(1+e) with 400 examples before Phase II",
    },
)
low, high = (pretrained(d=size, N=12, n=20, T=5000) for size in (4, 8))


def less(left, right, says, wrong="", margin=1):
    """The first mean is at most the second one, or a part of it; the wrong version turns it."""
    return Part(Inequality(left, margin * right), says=says, wrong={wrong: {"left": right, "right": left}} if wrong else {})


aligned, other, long = Mean(low["aligned"]), Mean(high["aligned"]), Mean(low["long"])
random_direction = gamma(Rational(3, 2)) * gamma(2) / gamma(Rational(5, 2))  # at r = 2, d = 4: icl_single_index.function_class

claim = Claim(
    "icl_single_index.algorithm2_end_to_end",
    source=source("Gradient-based Training of Transformer (Algorithm 2)"),
    procedures=(pretrained,),
    parts={
        "main": less(
            long,
            Mean(low["untrained"]),
            "After Algorithm 2 the errors are at most nine tenths of those before Phase II",
            "phase2_skipped",
            Rational(9, 10),
        ),
        "aligned": less(
            random_direction,
            Mean(Maximum(0, Minimum(1, low["aligned"]))),  # it lies in [0, 1]; written out, so that the judge knows it
            "Phase I aligns the neurons with S better than random directions are",
            "alignment_random",
        ),
        "more_tasks": less(Mean(high["few"]), other, "More tasks align better", "all_the_same"),
        "own_query": Part(
            Guarantee(low["foreign"] < low["aligned"], Rational(1, 2)),
            says="In at least half of the runs a query label of another task aligns worse",
            wrong={"query_of_another_task": {"event": low["aligned"] < low["foreign"]}},
        ),
        "dimension": less(
            other,
            aligned,
            "Twice the dimension aligns worse at the same number of examples, by a twentieth at least",
            "alignment_any_dimension",
            Rational(19, 20),
        ),
        "longer_prompt": less(
            long,
            Mean(low["short"]),
            "400 examples in the prompt lead to at most nine tenths of the errors of 20",
            "any_prompt_length",
            Rational(9, 10),
        ),
        "dimension_risk": less(long, Mean(high["long"]), "Twice the dimension predicts worse", "risk_any_dimension"),
    },
    notes="Sizes are far below the theorem's: 1e5 pretraining examples. The margins were chosen on runs with keys of their own. Exponents "
    "in d, T and n are not measured, nor is the near equivalence of many tasks and long prompts at fixed n₁T₁.",
    uses=(
        "icl_single_index.algorithm2",
        "icl_single_index.function_class",
        "icl_single_index.phase1_direction",
        "icl_single_index.phase2_ridge",
    ),
)
