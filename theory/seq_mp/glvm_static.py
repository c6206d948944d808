"""Teacher and student with different priors and likelihoods: what the fields at rest have to do with the latent variables.

θ ~ N(0, K) with K rotation invariant, y = sign(θ + √v_0 ε); the student has another likelihood and the covariance cK, of which A is made. At rest
γ = Au with u = bθ + noise that A sees as fresh: E γθ = bφ(AK) and E γ² = b²φ(A²K) + φ(A²)(E u² - b²φ(K)), b = E uθ/φ(K) (as E f' = 0, by Stein's
identity). A student with Gaussian noise v has u = y/v, so that E u² = 1/v² and b = (2/v)/√(2π(v_0 + φ(K))) are explicit. For a probit student b and E u²
are those of the run: the equations that give them, averages over θ and γ, are not solved here. The algorithm runs in parallel to its rest, with
K = GG'/(2N) at N = 60 and c = 4; the traces are those of the drawn matrices.
"""

from lemmata import *
from lemmata.theory.seq_mp.notation import source

students = Procedure(
    "students",
    "the parallel algorithm run to its rest for labels sign(θ + √v_0 ε) and a student, probit or Gaussian, of noise v_s and covariance scale times K",
    ("N", "v_0", "v_s", "scale", "gaussian", "T"),
    {
        "uθ": "mean product of messages and latent variables",
        "uu": "mean square of the messages",
        "γθ": "mean product of fields and latent variables",
        "γγ": "mean square of the fields",
        "AK": "normalised trace of AK",
        "AAK": "of A²K",
        "AA": "of A²",
        "K": "of K",
    },
)


def run(gaussian, noise, variance, scale=4):
    return students(**{"N": 60, "v_0": variance, "v_s": noise, "scale": scale, "gaussian": gaussian, "T": 12})


v, v0, tenth = Rational(1, 2), Rational(3, 10), Rational(1, 10)
L, P, wide = run(1, v, v0), run(0, tenth, tenth), run(1, v, v0, scale=1)


def response(E=L, variance=v0):
    """b of the Gaussian student."""
    return 2 / v / sqrt(2 * pi * (variance + E["K"]))


b = P["uθ"] / P["K"]


def strength(E, b, square, teacher=1):
    """The mean square of the fields."""
    return teacher * b**2 * E["AAK"] + E["AA"] * (square - teacher * b**2 * E["K"])


def near(found, value):
    """The mean of the difference, run by run, is at most a tenth of the mean."""
    return Within(Mean(found - value), -Mean(value) / 10, Mean(value) / 10)


def instead(found, value):
    return {"quantity": Mean(found - value)}


overlap, square = response() * L["AK"], strength(L, response(), 1 / v**2)
claim = Claim(
    "seq_mp.glvm_static",
    source=source(),
    uses=("seq_mp.gaussian_oracle",),
    domain=Domain(),
    parts={
        "main": Part(
            near(L["γθ"], overlap),
            says="For a student with Gaussian noise 1/2 and prior 4K (N = 60, v_0 = 0.3) the mean product of γ and θ is bφ(AK) to a tenth, "
            "b = (2/v)/√(2π(v_0 + φ(K)))",
            wrong={
                "prior_of_the_teacher": {"quantity": Mean(L["γθ"]) - Mean(response(wide) * wide["AK"])},
                "noise_of_the_student": instead(L["γθ"], response(variance=2) * L["AK"]),
                "no_teacher": instead(L["γθ"], 0),
            },
        ),
        "variance": Part(
            near(L["γγ"], square),
            says="and the mean square of γ is b²φ(A²K) + φ(A²)(1/v² − b²φ(K)), to a tenth",
            wrong={
                "no_teacher": instead(L["γγ"], strength(L, response(), 1 / v**2, teacher=0)),
                "signal_alone": instead(L["γγ"], response() ** 2 * L["AAK"]),
            },
        ),
        "probit": Part(
            near(P["γθ"], b * P["AK"]),
            says="A probit student of noise 1/10 and prior 4K (v_0 = 1/10) has a mean product of γ and θ within a tenth of bφ(AK)",
            wrong={"of_the_square": instead(P["γθ"], b * P["AA"]), "no_teacher": instead(P["γθ"], 0)},
        ),
        "probit_variance": Part(
            near(P["γγ"], strength(P, b, P["uu"])),
            says="and a mean square of γ within a tenth of b²φ(A²K) + φ(A²)(E u² − b²φ(K))",
            wrong={
                "signal_alone": instead(P["γγ"], b**2 * P["AAK"]),
                "twice_the_messages": instead(P["γγ"], strength(P, b, 2 * P["uu"])),
            },
        ),
    },
    procedures=(students,),
)
