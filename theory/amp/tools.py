"""State evolution of message passing for losses, links and message functions of one's own, and its fixed point.

Ridge regression on labels f(XW_0) + ε: with c_1 = E f(Z)Z the part of f that is not linear acts as noise: the
closed form of the family holds with the signal c_1 and the noise σ² + E f² − c_1². A message function g of one's own stands as G = g((y − γ)/(1 + V)) for labels
XW_0 + ε: g(z) = z is the square loss, tanh a smoothed Huber. There Λ = αE g'(sZ)/(1 + V), s = τ/(1 + V), and at rest V is that of the
square loss at αE g' samples per dimension.
"""

import sympy as sp

from lemmata import SMOOTH, Counts, Definition, Function, Mean, Normal, Positive, Root, Sampled, Symbol, sqrt
from lemmata.theory.amp.notation import V, alpha, evolution, left, level, moved, noise, residual, ridge, s2, tau, x
from lemmata.theory.amp.ridge_closed_form import M as overlap
from lemmata.theory.amp.ridge_closed_form import mse, rho, solved, y
from lemmata.theory.language.tool import Tool

lam = Symbol("λ", "ridge", Positive)
T = Symbol("T", "number of steps", Counts)
Z = Sampled("Z", Normal())

# ridge regression on a link
link = Function("f", "link of the labels f(XW_0) + ε", kink=0)
signal, whole = Mean(link(Z) * Z), Mean(link(Z) ** 2)
at = Definition("V", "variance that the algorithm assigns to an output", Root(V, sp.numer(sp.together(ridge() - lam))))
clean = mse.xreplace({s2: sp.S.Zero})
lost = signal**2 * clean + (mse - clean).xreplace({s2: s2 + whole - signal**2})

# the Euclidean distance in the plane: τ at rest is a function of x, and the penalty decides x
spread = sp.solve(sp.Eq(noise, s2), tau**2)[0]
balance = lam**2 * level**2 - left**2
rest = Definition("x", "V²/(2τ²) at rest", Root(x, sp.numer(sp.together(balance.expand().subs(tau**2, spread))), "first"))
width = Definition("τ²", "variance of the residuals y − γ at rest", spread.xreplace({x: rest}))
path = evolution(T, lam, s2, alpha)

# a message function
own = Function("g", "message function, smooth, G = g((y − γ)/(1 + V))", of=SMOOTH)
s = Symbol("s", "standard deviation of (y − γ)/(1 + V)", Positive)


def at_scale(scale):
    """M, Q, V at rest if the residuals over 1 + V have this standard deviation."""
    slope, square = Mean(own(scale * Z) * Z) / scale, Mean(own(scale * Z) ** 2)  # by Stein's identity
    v = solved(alpha * slope).xreplace({y: 1 / lam})
    return *moved(alpha * slope / (1 + v), square, lam)[:2], v


m, q, v = at_scale(s)
scale = Definition(
    "s",
    "standard deviation of (y − γ)/(1 + V) at rest",
    Root(s, s**2 * (1 + v) ** 2 - residual(m, q, s2), inside=(0, 4 * sqrt(1 + s2))),
)
m_rest, q_rest, v_rest = at_scale(scale)

tools = (
    Tool(
        id="amp.ridge",
        says="Message passing for ridge regression on labels f(XW_0) + ε: its fixed point and how fast it is reached",
        gives=(
            at,
            Definition("M", "overlap with W_0 per dimension", signal * overlap.xreplace({V: at})),
            Definition("mse", "mean squared error on f(xW_0), new x", lost.xreplace({V: at}) + whole - signal**2),
            Definition("ρ", "factor by which the squared steps shrink", rho.xreplace({V: at})),
        ),
        example={"f": "tanh(z)", "α": 1.5, "λ": 0.1, "σ²": 0.25},
    ),
    Tool(
        id="amp.euclidean",
        says="State evolution for the loss |y − z| in the plane, labels XW_0 + ε: after T steps and at rest, per output",
        gives=(
            Definition("M_T", "overlap with W_0 after T steps", path.at(T, 0)),
            Definition("Q_T", "squared norm after T steps", path.at(T, 1)),
            Definition("V_T", "variance V after T steps", path.at(T, 2)),
            rest,
            width,
            Definition("M", "overlap at rest, 1 − λV", (1 - left).xreplace({x: rest})),
            Definition("Q", "squared norm at rest", width - s2 + 1 - 2 * left.xreplace({x: rest})),
        ),
        example={"α": 1.2, "λ": 0.4, "σ²": 0.25, "T": 10},
        when=(T <= 1000,),
    ),
    Tool(
        id="amp.message",
        says="The fixed point of state evolution for a message function G = g((y − γ)/(1 + V)) of one's own, labels XW_0 + ε",
        gives=(
            scale,
            Definition("V", "variance that the algorithm assigns to an output", v_rest),
            Definition("M", "overlap with W_0 per dimension", m_rest),
            Definition("Q", "squared norm per dimension", q_rest),
            Definition("mse", "mean squared error on xW_0, new x", residual(m_rest, q_rest, 0)),
        ),
        example={"g": "tanh(z)", "α": 1.5, "λ": 0.1, "σ²": 0.25},
    ),
)
