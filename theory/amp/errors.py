"""Training and test errors at the end of message passing; test errors from training data alone.

On a new sample the prediction is Gaussian with the covariances of the fixed point, on a sample of the training set it is the proximal point of such a
number. For L = |y - z| in the plane the residual r on a new sample has variance τ² and on a training sample it is (1 - V/|r|)⁺ r: the losses are
τ√(π/2) and τ√(π/2) erfc(√x), x = V²/(2τ²), and a share 1 - e^(-x) of the samples is met exactly. The vectors γ_i of the last step, which are
(XW)_i + V∇L and need no new sample, have the law of predictions on new samples: their mean loss, and for softmax their share of errors,
estimate those of the test set. Finite dimensions (d = 120, and 60 for softmax) leave a few per cent. The three Gaussian means are judged and not proved: the kernel
has no rule for functions of the length of a Gaussian vector.
"""

from lemmata import *
from lemmata.theory.amp.notation import RUN, alpha, euclidean, left, level, multiclass, noise, penalty, source, tau, x

r = Sampled("r", Normal(tau**2), 2)
test = tau * sqrt(pi / 2)
train = test * (1 - erf(sqrt(x)))
met = 1 - exp(-x)
lam, s2 = (e.xreplace(RUN) for e in (penalty, noise))
plane = {"n": 144, "d": 120, "λ": lam, "σ²": s2, "T": 16, "S": 1, "memory": 1}
classes = {"n": 120, "d": 60, "K": 3, "λ": Rational(3, 10), "T": 6, "S": 3, "tests": 400, "memory": 1}
SLACK, EIGHTH = Rational(8, 100), Rational(1, 8)


def around(value, slack=SLACK):
    value = value.xreplace(RUN)
    return {"low": value * (1 - slack), "high": value * (1 + slack)}


def run(what, value, says, **wrong):
    return Part(
        Within(Mean(euclidean(**plane)[what]), **around(value)), says=says, wrong={name: around(v) for name, v in wrong.items()}
    )


def own(what):
    return Mean(multiclass(**classes)[what])


claim = Claim(
    "amp.errors",
    source=source(),
    uses=("amp.state_evolution",),
    domain=Domain(left > 0, noise > 0, core=(x >= 0.4, x <= 1, alpha >= 0.5, alpha <= 0.95, tau >= 0.8, tau <= 1.5)),
    parts={
        "main": Part(
            Identity(Mean(Maximum(norm(r) - level, 0)), train),
            says="The proximal points of Gaussian residuals of variance τ² have the mean loss τ√(π/2) erfc(√x)",
            wrong={"no_proximal_point": {"right": test}, "one_sided": {"right": test * (1 - erf(sqrt(x / 2)))}},
        ),
        "new_sample": Part(
            Identity(Mean(norm(r)), test),
            says="the residuals themselves τ√(π/2)",
            wrong={"root_mean_square": {"right": tau * sqrt(2)}},
        ),
        "share": Part(
            Identity(Probability(sq(r) < level**2), met),
            says="and with probability 1 − e^−x the label is met exactly",
            wrong={"leading": {"right": x}},
        ),
        "train": run(
            "train",
            train,
            "Message passing at d = 120 ends at that mean loss in training, to 8 %",
            no_proximal_point=test,
            start_value=test * (1 - erf(sqrt(x) / 2)),
        ),
        "test": run("test", test, "at that loss on a new sample", proximal_point=train),
        "met": run("met", met, "and with that share of labels met", none=met / 4),
        "alone": Part(
            Within(Mean(euclidean(**plane)["alone"]), **around(Mean(euclidean(**plane)["test"]))),
            says="The mean loss of its γ, from the training set alone, is that on a new sample to 8 %",
            wrong={"in_training": {"quantity": Mean(euclidean(**plane)["train"])}},
        ),
        "classes": Part(
            Within(own("alone loss"), **around(own("test loss"))),
            says="So it is for softmax in 3 classes at d = 60: the mean cross-entropy of γ is that on a test set to 8 %",
            wrong={"in_training": {"quantity": own("train loss")}},
        ),
        "mistakes": Part(
            Within(own("alone error"), **around(own("test error"), EIGHTH)),
            says="and γ misses the label as often as a prediction on the test set does, to an eighth",
            wrong={"in_training": {"quantity": own("train error")}, "chance": around(Rational(2, 3), EIGHTH)},
        ),
    },
    procedures=(euclidean, multiclass),
)
