"""The teacher is y = β*'x + ε: the first layer belongs to the student, and enters the fitted coefficients.

With it E[R(V) | X] = σ² + λ Tr[MXΣβX'] + (σ'² - σ²)/n Tr[KM] for a square first layer V, and the predictive risk is that of the
coefficients V'β̂. The printed teacher β*'Vx + ε would put XV'ΣβVX' in the place of XΣβX', so that the data would change with the
parameter that is optimised. Σβ = BB'/m.
"""

from lemmata import *
from lemmata.theory.linear_net.notation import (
    MODERATE,
    Sigma,
    X,
    average_risk,
    d,
    lam,
    m,
    n,
    regularised,
    resolvent,
    s2,
    s2p,
    source,
    trained,
)

B = Array("B", "coefficients of the teachers, one task a column", d, m)
V = Array("V", "square first layer of the student", d, d, kind=MODERATE)
noise = Sampled("ε", Normal(s2), n, m)
labels = X * B + noise
kernel = X * V.T * V * X.T
tasks = B * B.T / m
signal, printed_signal = X * tasks * X.T, X * V.T * tasks * V * X.T
R = regularised(kernel, labels * labels.T / m, s2p)
predictive = Mean(quad(Sigma, trained(V) * labels - B)) / m
head = V * X.T * resolvent(kernel)  # from labels to the second layer


def expected(teacher, weight=s2p - s2):
    """The mean criterion when the labels' signal has that second moment."""
    return s2 + regularised(kernel, teacher, weight)


def energy(teacher):
    return m * Trace(teacher) + n * m * s2


def by_words(left, right):
    def proof(k):
        mean = k.mean(left)
        return mean.then(k.words(mean.right, right))

    return proof


claim = Claim(
    "linear_net.teacher",
    source=source("2 layer NN model / Multi-task learning"),
    domain=Domain(
        core=(n >= 2, n <= 8, d >= 2, d <= 8, m <= 6, lam >= 0.01, lam <= 3, s2 >= 0.05, s2 <= 2, s2p >= 0.05, s2p <= 4)
    ),
    parts={
        "main": Part(
            Identity(Mean(R), expected(signal)),
            proof=by_words(Mean(R), expected(signal)),
            says="With labels β*ᵀx + ε the mean criterion holds XΣβXᵀ",
            printed=Print(
                right=expected(printed_signal),
                erratum=Erratum.misprint(
                    "W is the student's first layer and is optimised; the teacher is y = β*ᵀx + ε, as on the first slide and in "
                    "the definitions of Σβ and of the predictive risk. Likewise xᵀβ̂ on “Main result” must read xᵀWᵀβ̂"
                ),
            ),
            wrong={"twice_the_noise": {"right": expected(signal, s2p - 2 * s2)}},
        ),
        "labels": Part(
            Identity(Mean(sq(labels)), energy(signal)),
            proof=by_words(Mean(sq(labels)), energy(signal)),
            says="The labels have the mean square Tr XΣβXᵀ + nσ² a task",
            wrong={"labels_of_the_print": {"right": energy(printed_signal)}},
        ),
        "predictor": Part(
            Identity(predictive, average_risk(trained(V), tasks)),
            proof=by_words(predictive, average_risk(trained(V), tasks)),
            says="The mean predictive risk of the student is that of the coefficients Wᵀβ̂",
            wrong={"head_as_coefficients": {"right": average_risk(head, tasks)}},
        ),
    },
    uses=("linear_net.mallows_expectation",),
)
