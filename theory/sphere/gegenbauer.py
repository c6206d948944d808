"""The orthonormal polynomials of √d⟨x, x'⟩ on the sphere: addition theorem, Funk-Hecke, multiplicities, Hermite limit.

b_k² = dk(k+d-3)/((2k+d-4)(2k+d-2)), b_1 = 1. By the addition theorem q_k(√d⟨x, x'⟩) is N_k^(-1/2) times the reproducing kernel of the
harmonics of degree k; hence q_k(√d)² = N_k, and averages over a point obey the formula of Funk and Hecke. In the ratio form q_{k+1}(√d) =
q_k(√d) √((2k+d)(k+d-2)/((2k+d-2)(k+1))) the value follows from the recursion by induction. Products are judged for polynomials of
degree 3 with arbitrary coefficients: of all pairs of degrees at once. On the cube {±1}^d/√d the same holds with b_k² = k(d-k+1)/d and N_k = C(d, k); its means are
sums over the binomial law.
"""

from functools import partial

from lemmata import *
from lemmata.theory.sphere.notation import cube, d, harmonics, k, monic, path, polynomials, source, sphere

MOST = 3
l = Symbol("l", "another degree", Counts)
SOME = Kind("general", ("generic", "large"))
A, B = (Array(name, "coefficients of a polynomial in the q_k", MOST + 1, start=0, kind=SOME) for name in ("a", "b"))
v, w = (Array(name, "a direction", d, kind=UnitVector) for name in "vw")
x, y = (Sampled(name, Sphere(), d) for name in ("x", "x'"))
xi, eta = (Sampled(name, Rademacher(), d) for name in ("ξ", "ξ'"))
j = Symbol("j", "number of signs that agree", Counts)
i = Index("i")


def combined(coefficients, at, b2=sphere, most=MOST):
    return sum(coefficients[i] * q for i, q in enumerate(polynomials(at, most, b2)))


def product(at, b2=sphere, most=MOST):
    return combined(A, at, b2, most) * combined(B, at, b2, most)


def diagonal(weight, most=MOST):
    return sum(A[i] * B[i] * weight(i) for i in range(most + 1))


size = sqrt(sq(A) * sq(B))
pair = product(sqrt(d) * dot(x, y))
seen = combined(A, sqrt(d) * dot(w, x)) * combined(B, sqrt(d) * dot(v, x))
between = polynomials(sqrt(d) * dot(w, v), MOST)
hecke = diagonal(lambda i: between[i] / sqrt(harmonics(i)))
ratio = sqrt((2 * k + d) * (k + d - 2) / ((2 * k + d - 2) * (k + 1)))


at_pole, signs_at_pole = partial(path, sqrt(d)), partial(monic, sqrt(d), b2=cube)


def growing(make, ratio):
    """q_{k+1} = ratio q_k at √d, by induction over k."""
    at, longer, first = (make(length) for length in (k, k + 1, 0))

    def proof(K):
        same = [K.horizon(longer.at(k, c), k) for c in (0, 1)]

        def moved(hypothesis):
            up = K.rewrite(K.rewrite(K.step(longer.at(k + 1, 0)), by=same[0]), by=same[1])
            down = K.rewrite(K.step(longer.at(k + 1, 1)), by=same[0])
            up, down = K.rewrite(up, by=hypothesis), K.rewrite(down, by=hypothesis)
            down = K.scale(down, ratio.subs(k, k + 1))
            return K.to(up, down.right).then(K.flip(down))

        start = K.start(first.at(0, 0)).then(K.flip(K.scale(K.start(first.at(0, 1)), ratio.subs(k, 0))))
        return K.induction(start, moved, over=k, of=Identity(at.at(k, 0), ratio * at.at(k, 1)))

    return proof


def counted(K):
    """q_k(√d)² = N_k, by induction over k."""
    longer, first = at_pole(k + 1), at_pole(0)
    rises = growing(at_pole, ratio)(K)

    def moved(hypothesis):
        down = K.rewrite(K.step(longer.at(k + 1, 1)), by=K.horizon(longer.at(k, 0), k))
        down = K.rewrite(down, by=rises)
        square = K.to(K.rewrite(K.scale(down, down.left), by=down), down.right**2)
        return K.to(K.rewrite(square, by=hypothesis), harmonics(k + 1))

    start = K.start(first.at(0, 1))
    square = K.rewrite(K.scale(start, start.left), by=start)
    return K.induction(K.to(square, harmonics(k).subs(k, 0)), moved, over=k)


def binomial_mean(f):
    """Over the number of signs that agree."""
    return Sum(binomial(d, j) / 2**d * f((2 * j - d) / sqrt(d)), (j, 0, d))


both = binomial_mean(lambda at: monic(at, k, cube).at(k, 1) * monic(at, l, cube).at(l, 1))
ramp = sqrt(d / pi) * gamma(d / 2) / gamma((d + 1) / 2) * (d - 1) / (d + 1) / sqrt(sphere(2)) / 2
far = Ladder(d, (10**3, 3 * 10**3, 10**4, 3 * 10**4, 10**5, 3 * 10**5))
near = Ladder(d, (20, 40, 80, 160, 320, 640), quick=(20, 40, 80, 160))

claim = Claim(
    "sphere.gegenbauer",
    source=source(),
    domain=Domain(d >= 3, core=(d <= 12, k <= 6, l <= 6)),
    parts={
        "main": Part(
            Identity(Mean(pair), diagonal(lambda i: 1), scale=size),
            says="For x, x' uniform on the sphere E q_k(√d⟨x, x'⟩) q_l(√d⟨x, x'⟩) = [k = l], for all degrees up to 3",
            proof="mean",
            wrong={"hermite": {"left": Mean(product(sqrt(d) * dot(x, y), lambda i: i))}},
        ),
        "funk_hecke": Part(
            Identity(Mean(seen), hecke, scale=size),
            says="For unit v, w the mean E q_k(√d⟨w, x⟩) q_l(√d⟨v, x⟩) is [k = l] q_k(√d⟨w, v⟩)/√N_k, for all degrees up to 3",
            proof="mean",
            wrong={
                "without_multiplicity": {"right": diagonal(lambda i: between[i])},
                "multiplicity_not_rooted": {"right": diagonal(lambda i: between[i] / harmonics(i))},
                "monomials_counted": {"right": diagonal(lambda i: between[i] / sqrt(binomial(d + i - 1, i)))},
            },
        ),
        "multiplicity": Part(
            Identity(at_pole(k).at(k, 1) ** 2, harmonics(k)),
            says="q_k(√d)² is the number N_k of harmonics of degree k, by the growth q_{k+1} = q_k √((2k+d)(k+d−2)/((2k+d−2)(k+1)))",
            proof=counted,
            wrong={
                "monomials_counted": {"right": binomial(d + k - 1, k)},
                "hermite": {"left": path(sqrt(d), k, lambda i: i).at(k, 1) ** 2},
                "signs": {"right": binomial(d, k)},
            },
        ),
        "harmonics": Part(
            Identity(harmonics(k), binomial(d + k - 1, k) - binomial(d + k - 3, k - 2)),
            when=(k >= 2,),
            says="N_k is the number of monomials of degree k, less that of degree k − 2",
            proof="normal",
            wrong={"one_less": {"right": binomial(d + k - 1, k) - binomial(d + k - 2, k - 1)}},
        ),
        "recurrence_limit": Part(
            Limit(sphere(k + 1), k + 1, ladder=far, expansion=(1 / d, d**-2)),
            says="As d grows b_k² tends to k, the coefficient of the orthonormal Hermite polynomials",
            wrong={"chebyshev": {"value": 1}, "rooted": {"value": sqrt(k + 1)}, "all_twice": {"value": 2 * (k + 1)}},
        ),
        "multiplicity_limit": Part(
            Limit(harmonics(k) * factorial(k) / d**k, 1, ladder=far, expansion=(1 / d, d**-2, d**-3, d**-4)),
            says="N_k k!/d^k tends to 1",
            wrong={"without_factorial": {"quantity": harmonics(k) / d**k}},
        ),
        "ramp": Part(
            Identity(Mean(Maximum(sqrt(d) * dot(x, y), 0) * polynomials(sqrt(d) * dot(x, y), 2)[2]), ramp, scale=sqrt(2) / 2),
            says="The ReLU has the second coefficient ½ E|t| (d−1)/(d+1)/b_2, where E|t| = √(d/π) Γ(d/2)/Γ((d+1)/2)",
            wrong={"monic": {"right": sqrt(2) * ramp}, "both_sides": {"right": 2 * ramp}},
        ),
        "ramp_limit": Part(
            Limit(ramp, 1 / (2 * sqrt(pi)), ladder=far, expansion=(1 / d, d**-2)),
            says="As d grows it tends to the Hermite coefficient E max(z, 0) h_2(z) = 1/(2√π)",
            wrong={"monic": {"value": 1 / sqrt(2 * pi)}, "first": {"value": Rational(1, 2)}},
        ),
        "ramp_rate": Part(
            Rate(1 / (2 * sqrt(pi)) - ramp, -1, ladder=near, expansion=(1 / d, d**-2)),
            says="and differs from it by the order 1/d",
            wrong={"half": {"exponent": -Rational(1, 2)}},
        ),
        "signs": Part(
            Identity(Mean(product(dot(xi, eta) / sqrt(d), cube, 2)), diagonal(lambda i: 1, 2), scale=size),
            says="For x, x' of fair signs over √d those with b_k² = k(d−k+1)/d are orthonormal: drawn, for degrees up to 2",
            wrong={"sphere": {"left": Mean(product(dot(xi, eta) / sqrt(d), sphere, 2))}},
        ),
        "signs_all": Part(
            Identity(
                both, Piecewise((Product(cube(i), (i, 1, k)), Eq(k, l)), (0, True)), scale=sqrt(factorial(k) * factorial(l))
            ),
            says="and for all degrees, by the binomial law of the number of signs that agree: the monic P_k have norm² b_1²⋯b_k²",
            wrong={
                "hermite": {"right": Piecewise((factorial(k), Eq(k, l)), (0, True))},
                "sphere": {"right": Piecewise((Product(sphere(i), (i, 1, k)), Eq(k, l)), (0, True))},
            },
        ),
        "signs_growth": Part(
            Identity(signs_at_pole(k).at(k, 0), (d - k) / sqrt(d) * signs_at_pole(k).at(k, 1), scale=(d + k) ** (k + 1)),
            says="There P_{k+1}(√d) = (d−k)/√d P_k(√d)",
            proof=growing(signs_at_pole, (d - k) / sqrt(d)),
            wrong={"sphere": {"right": (d + k) / sqrt(d) * signs_at_pole(k).at(k, 1)}},
        ),
        "signs_multiplicity": Part(
            Identity(signs_at_pole(k).at(k, 1) ** 2, binomial(d, k) * Product(cube(i), (i, 1, k)), scale=factorial(k) * d**k),
            says="so that the square of the normed ones at √d is C(d, k)",
            wrong={"with_repetition": {"right": binomial(d + k - 1, k) * Product(cube(i), (i, 1, k))}},
        ),
    },
    notes="Orthogonality and the formula of Funk and Hecke hold for all degrees; judged and proved are those up to 3.",
)
