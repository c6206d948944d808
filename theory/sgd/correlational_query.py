r"""The gradient of the squared loss is twice a correlational query and a term without y; a reused sample shows more of y.

$\nabla_w\mathbb E(f_w(x)-y)^2=-2\mathbb E[y\nabla_wf_w]+2\mathbb E[f_w\nabla_wf_w]$: the print's constant is 2. For
$x\sim N(0,I)$ and $f_w=\sigma(\langle w,x\rangle)$ the second term is parallel to $w$, and $w/2$ for relu at every $|w|$. So
label laws with the same $\mathbb E[y\mid x]$ share the gradient. Not so a second step on the same sample: for
$y=\varepsilon g(z)$, $\varepsilon$ an independent sign, $\mathbb E[y\mid x]=0$, yet at $m=0$ the second gradient has
$\theta$-component $D(t)=\frac12\mathbb E[zg(s(u+tgs(u))-s(u-tgs(u)))]=t\,\mathbb E[zg^2]\mathbb E[s's]+O(t^3)$, where
$s=\sigma'$ and $t=\eta|P_wx|^2$. Here $\sigma(v)=c_1\tanh v+c_2\max(v,0)+c_3v^2/2$ and $y=b_1h_1+b_2h_2+b_3h_3$ in the first
part, $s(v)=\cos(v/2+\psi)$ and $g=(1+z)/\sqrt2$ in the second.
"""

import sympy as sp

from lemmata.theory.first import Claim, Domain, Identity, Integer, Ladder, Limit, Mean, Observable, Real, Source, h
from lemmata.theory.language.functions import GaussMean
from lemmata.theory.sgd.first_notation import DOCUMENT, d, m, t, z

c1, c2, c3, b1, b2, b3, psi = sp.symbols("c_1 c_2 c_3 b_1 b_2 b_3 psi", real=True)
rho = sp.Symbol("rho", positive=True)
v, u = sp.symbols("v u", real=True)
K = sp.Symbol("K", positive=True)
Q, S, D, DK = sp.symbols("Q S D D_K", real=True)
gradient, self_term, relu_self, across, fresh, reused = map(
    Observable, ("gradient", "self_term", "relu_self", "across", "fresh", "reused")
)

activation = c1 * sp.tanh(rho * u) + c2 * sp.Max(rho * u, 0) + c3 * (rho * u) ** 2 / 2
slope = c1 * (1 - sp.tanh(rho * u) ** 2) + c2 * sp.Heaviside(u, sp.Rational(1, 2)) + c3 * rho * u
label = b1 * z + b2 * h(2, z).doit() + b3 * h(3, z).doit()
# z = m u + (1 - m^2)^(1/2) v: the label's conditional mean times z is a polynomial in u
conditional = GaussMean((label * z).subs(z, m * u + sp.sqrt(1 - m**2) * v), v).doit()
query = GaussMean(sp.expand(conditional) * slope, u)
own = m * GaussMean(activation * slope * u, u)

g = (1 + z) / sp.sqrt(2)


def s(x: sp.Expr) -> sp.Expr:
    return sp.cos(x / 2 + psi)


def second_gradient(time: sp.Expr) -> sp.Expr:
    """D: cos(a + b) − cos(a − b) = −2 sin a sin b with a = u/2 + ψ, b = t g s(u)/2."""
    return -GaussMean(GaussMean(z * g * sp.sin(u / 2 + psi) * sp.sin(time * g * s(u) / 2), u), z)


at_step = {D: second_gradient(t)}
leading = -sp.sin(2 * psi) * sp.exp(-sp.Rational(1, 2)) / 4
ladder = Ladder(K, (2, 4, 8, 16, 32, 64), quick=(2, 6, 20, 64))
positive, negative = (0.4, 1.0), (-1.0, -0.4)  # so that the two terms of the gradient do not cancel

claim = Claim(
    id="sgd.correlational_query",
    title="The squared-loss gradient −2E[y∇f] + 2E[f∇f] sees y only through E[y|x]; that of a reused batch sees more",
    truth=Identity(Mean(gradient), 2 * S - 2 * Q),
    source=Source(DOCUMENT, "Complexity of SGD Learning"),
    domain=Domain(
        Integer(d, (3, sp.oo), (3, 16)),
        Real(m, (-1, 1), (0.3, 0.8)),
        Real(rho, (0, sp.oo), (0.5, 1.5)),
        Real(c1, (-sp.oo, sp.oo), positive),
        Real(c2, (-sp.oo, sp.oo), positive),
        Real(c3, (-sp.oo, sp.oo), positive),
        Real(b1, (-sp.oo, sp.oo), negative),
        Real(b2, (-sp.oo, sp.oo), negative),
        Real(b3, (-sp.oo, sp.oo), negative),
        Real(t, (0, sp.oo), (0.3, 2)),
        Real(psi, (0, sp.pi / 2), (0.5, 1.0)),
    ),
    definitions={Q: query, S: own},
    also={
        "self_term": Identity(Mean(self_term), S),
        "self_term_parallel": Identity(Mean(across), 0, scale=S),
        "self_term_relu": Identity(Mean(relu_self), rho * m / 2),
        "fresh_sign_label": Identity(Mean(fresh), 0, scale=t),
        "reused_sign_label": Identity(Mean(reused), D, where=at_step),
        "small_step": Limit(DK, leading, ladder=ladder, decay=2, where={DK: K * second_gradient(1 / K)}),
    },
    mutants={
        "no_self_term": Identity(Mean(gradient), -2 * Q),
        "factor_one": Identity(Mean(gradient), S - Q),
        "self_term_relu_w": Identity(Mean(relu_self), rho * m),
        "reused_sees_nothing": Identity(Mean(reused), 0, scale=D, where=at_step),
    },
)


@claim.derivation
def _(step):
    f, y, w = sp.Function("f"), sp.Symbol("y", real=True), sp.Symbol("w", real=True)
    change = sp.diff(f(w), w)
    step(
        "differentiate the loss of one sample",
        sp.diff((f(w) - y) ** 2, w),
        -2 * y * change + 2 * f(w) * change,
        by="the chain rule; the gradient passes under the mean",
    )
    half = sp.Integral(u**2 * sp.exp(-(u**2) / 2), (u, 0, sp.oo)).doit() / sp.sqrt(2 * sp.pi)
    step("relu's own term", half, sp.Rational(1, 2), by="E[relu(ρu) relu'(ρu) u] = ρE[u² 1{u>0}]")
    x, tau = sp.symbols("x tau", real=True)
    both = (sp.cos(u / 2 + psi + x / 2) - sp.cos(u / 2 + psi - x / 2)) / 2
    step(
        "the two signs of the label",
        sp.expand_trig(both),
        sp.expand_trig(-sp.sin(u / 2 + psi) * sp.sin(x / 2)),
        by="the difference of two cosines",
    )
    first = sp.diff(-sp.sin(u / 2 + psi) * sp.sin(tau * s(u) / 2), tau).subs(tau, 0)
    step("first order in t", first, -sp.sin(u / 2 + psi) * s(u) / 2, by="differentiation")
    step.cite("its mean", leading, by="sin a cos a = sin(2a)/2 and E sin(u + 2ψ) = e^(−1/2) sin 2ψ; E[zg²] = 1")
    integrand = sp.sin(u / 2 + psi) * sp.sin(t * g * s(u) / 2)
    for name, value in (("even", sp.Integer(0)), ("odd", sp.pi / 2)):
        one = integrand.subs(psi, value)
        step(f"{name} s: the integrand is odd in u, so D = 0", one.subs(u, -u), -one, by="parity of sine and cosine")
    step("E[zg²]", GaussMean(z * g**2, z).doit(), 1, by="moments")
