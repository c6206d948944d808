r"""One particle step $w\mapsto w-\eta\nabla\frac{\delta F}{\delta\mu}(w)$ moves the law by $\eta\nabla\cdot(\mu\nabla\frac{\delta F}{\delta\mu})+O(\eta^2)$.

The factor $\mu$ inside the divergence is missing in the print (a later slide has it). Tested weakly: with $V=\delta F/\delta\mu$
and $f(w)=e^{-(w-r)^2/2}$, $\frac1\eta\mathbb E[f(w-\eta V'(w))-f(w)]\to-\int f'V'd\mu=\int f\,(\mu V')'dw$ with a gap of order
$\eta$, where the print gives $\int fV''dw$, which does not depend on $\mu$ at all. And strongly, for quadratic $V$ and Gaussian $\mu$:
the $L^1$ distance of the corrected step from the exact law on $[-11,11]$ is of order $\eta^2$, that of the printed step of order $\eta$. The
printed step also makes mass, $\eta\int V''$ over the window; the corrected one keeps it. Ladders run in $1/\eta$.
"""

import sympy as sp

from lemmata.theory.first import Claim, Domain, Erratum, Ladder, Limit, Rate, Real
from lemmata.theory.language.functions import GaussMean
from lemmata.theory.mean_field.first_notation import positive, source

w, z = sp.symbols("w z", real=True)
a, b, g = sp.symbols("a b g", real=True)
centre, width, place = sp.Symbol("m_0", real=True), sp.Symbol("s_0", positive=True), sp.Symbol("r", real=True)
T = sp.Symbol("T", positive=True)  # 1/η
change, far_corrected, far_printed, far_squared, mass, printed_mass = sp.symbols("change d_1 d_0 d_2 mass_1 mass_0", real=True)
WINDOW = 11

force = a * w + b * w**3 - g  # V = a w²/2 + b w⁴/4 − g w


def under(weight: int, polynomial: sp.Expr) -> sp.Expr:
    """∫ f(w) polynomial(w) μ(w)^weight dw in closed form, μ = N(m₀, s₀²)."""
    precision = 1 + weight / width**2
    mean, spread = (place + weight * centre / width**2) / precision, 1 / sp.sqrt(precision)
    exponent = place**2 + weight * centre**2 / width**2 - precision * mean**2
    scale = sp.exp(-exponent / 2) * spread * sp.sqrt(2 * sp.pi) / (width * sp.sqrt(2 * sp.pi)) ** weight
    return scale * GaussMean(sp.expand(polynomial.subs(w, mean + spread * z)), z).doit()


ladder = Ladder(T, (64, 128, 256, 512, 1024, 2048, 4096), quick=(64, 256, 1024, 4096))


def weakly(value: sp.Expr) -> Limit:
    return Limit(change, value, ladder=ladder, decay=1)


def distance(measured: sp.Symbol) -> Rate:
    return Rate(measured, -2, ladder=ladder)


def keeps(measured: sp.Symbol) -> Limit:
    """T times the change of mass tends to 0."""
    return Limit(1 + measured, 1, ladder=ladder)


pull = sp.Symbol("D_mu", real=True)  # −∫ f'V'dμ
claim = Claim(
    id="mean_field.wgf_print",
    title="Law(w − η∇δF/δμ) = μ + η div(μ ∇δF/δμ) + O(η²)",
    truth=weakly(pull),
    source=source("Label noise and WG flow"),
    domain=Domain(
        Real(a, (0, 2), (0.3, 1.5)),
        Real(b, (0, 1), (0, 0.5), edges=(0,)),
        Real(g, (-2, 2), (0.2, 1.5)),
        Real(centre, (-2, 2), (-1, 1)),
        Real(width, positive, (0.4, 1)),
        Real(place, (-2, 2), (0.2, 1.5)),
        assume=(sp.Abs(a * centre - g) > sp.Rational(1, 20),),
    ),
    given=(change, far_corrected, far_printed, far_squared, mass, printed_mass),
    definitions={pull: under(1, (w - place) * force)},
    also={"density": distance(far_corrected), "mass": keeps(mass)},
    printed=weakly(under(0, sp.diff(force, w))),
    print_latex=r"\mu_{t+1}\leftarrow\mu_t+\eta\nabla\cdot\left(\nabla\frac{\delta F(\mu_t)}{\delta\mu}\right)",
    erratum=Erratum.misprint(
        "the factor μ_t is missing inside the divergence: the printed step adds ηΔ(δF/δμ) whatever μ_t is, so it is no "
        "law of a particle update and does not keep the mass"
    ),
    mutants={
        "printed_density": distance(far_printed),
        "printed_mass": keeps(printed_mass),
        "sign": weakly(-pull),
        "mu_squared": weakly(under(2, (w - place) * force)),
        "mu_squared_density": distance(far_squared),
    },
    uses=("mean_field.first_variation",),
    notes="The slides write λ for the ridge weight and for the temperature of the noise; here the temperature is λ_T.",
)


@claim.derivation
def _(step):
    h, x = sp.symbols("eta x", real=True)
    f, density, velocity = (sp.Function(name)(w) for name in ("f", "mu", "u"))
    moving = sp.Function("f")(x - h * sp.Function("u")(x))
    step(
        "the first-order change of a test function",
        sp.diff(moving, h).subs(h, 0).doit().subs(x, w),
        -velocity * sp.diff(f, w),
        by="chain rule, u = ∇δF/δμ",
    )
    step(
        "integration by parts",
        -velocity * sp.diff(f, w) * density - f * sp.diff(density * velocity, w),
        sp.expand(-sp.diff(f * density * velocity, w).doit()),
        by="product rule; the right side integrates to 0",
    )
    mean, spread = (1 - h * a) * centre + h * g, (1 - h * a) * width
    exact = sp.exp(-((w - mean) ** 2) / (2 * spread**2)) / (spread * sp.sqrt(2 * sp.pi))
    mu = exact.subs(h, 0)
    step(
        "quadratic V, Gaussian μ: the first order of the density",
        sp.simplify(sp.diff(exact, h).subs(h, 0) / mu),
        sp.simplify(sp.diff(mu * (a * w - g), w) / mu),
        by="w ↦ w − η(aw − g) maps N(m, s²) to N((1 − ηa)m + ηg, (1 − ηa)²s²)",
    )
    step.qed(by="the change of every test function is, to first order, its integral against div(μu)")
