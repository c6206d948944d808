"""Low and high task diversity in pretraining runs: half as many tasks as dimensions are memorised, four times as many are not.

Linear attention is fitted to n = 4d² contexts of ℓ = 5d pairs at d = 8, ρ = 1/10, λ = 1/100, with k = 4 and with k = 32 tasks (icl_linear.task_diversity_transition has
the limits ρ + (1 - κ)⁺ for ever more and longer contexts). On new tasks the former is worse than ρ + 1 - κ + 1/k, what icl_linear.memorisation gives up to 1/d for
contexts without end; the latter is below ρ + 1/2. On their own tasks it is the other way round. In a pilot on other keys the means were 1.28 and 0.47, and 0.27 and 0.42.
"""

from lemmata import *
from lemmata.theory.icl_linear.notation import pretrained, source

NOISE = Rational(1, 10)


def run(tasks):
    return pretrained(d=8, k=tasks, n=256, **{"ℓ": 40, "ρ": NOISE, "λ": Rational(1, 100)})


few, many = run(4), run(32)
claim = Claim(
    "icl_linear.diversity_runs",
    source=source(),
    domain=Domain(),
    parts={
        "main": Part(
            Inequality(2 * Mean(many["ICL"]), Mean(few["ICL"])),
            says="Pretrained at d = 8 on 4 tasks the mean risk on a new task is more than twice that after 32 tasks",
            wrong={"own_task": {"right": Mean(few["IDG"])}},
        ),
        "memorises": Part(
            Inequality(Mean(few["IDG"]), Rational(4, 5) * Mean(many["IDG"])),
            says="though on its own tasks it is below 4/5 of that after 32",
            wrong={"new_task": {"left": Mean(few["ICL"])}, "third": {"right": Mean(many["IDG"]) / 3}},
        ),
        "level": Part(
            Inequality(NOISE + Rational(1, 2) + Rational(1, 4), Mean(few["ICL"])),
            says="With 4 tasks the mean risk on a new task is above ρ + (1 − κ) + 1/k, κ = 1/2",
            wrong={"many_tasks": {"right": Mean(many["ICL"])}, "three_halves": {"left": Rational(3, 2)}},
        ),
        "generalises": Part(
            Inequality(Mean(many["ICL"]), NOISE + Rational(1, 2)),
            says="With 32 tasks it is below ρ + 1/2",
            wrong={"few_tasks": {"left": Mean(few["ICL"])}, "a_fifth": {"right": NOISE + Rational(1, 5)}},
        ),
    },
    procedures=(pretrained,),
    uses=("icl_linear.task_diversity_transition", "icl_linear.memorisation"),
)
