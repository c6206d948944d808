"""In-context learning of concepts: prompts whose examples share a concept and differ in a binary semantics; the network, and what they define.

Examples x_ℓ = a + y_ℓb with labels y_ℓ = ±1 embedded as c + y_ℓd, the query x_q. The network f = r'ReLU(w_O Σ p_ℓ(c + y_ℓd))
attends with p = softmax of x_ℓ'W_K'W_Q x_q over the examples, the query not among them.
"""

from sympy import Lambda, OneMatrix

from lemmata import Array, Maximum, Naturals, Procedure, Rational, Source, Symbol, Tied, dot, exp
from lemmata.theory.language.arrays import Kind
from lemmata.theory.language.calculus import Entrywise
from lemmata.theory.language.calculus import Z as z

L = Symbol("L", "number of examples in a prompt", Naturals)
d = Symbol("d", "dimension of the inputs", Naturals)
e = Symbol("e", "dimension of the embedded labels", Naturals)
h = Symbol("h", "dimension of keys and queries", Naturals)
m = Symbol("m", "number of output neurons", Naturals)
ORDINARY, GENERIC = Kind("general", ("generic", "sparse")), Kind("general", ("generic",))


def semantics(p, draw):
    """Labels of both signs, as many or not."""
    signs = 1 - 2 * (draw.tensor(range(p.L)) % (2 if p.style == "balanced" else 3)).clamp(max=1)
    return {"y": signs}


y = Array("y", "semantics of the examples, 1 or -1", L, kind=Tied(("y",), semantics, ("more of one", "balanced")))
a, b = Array("a", "concept of the inputs", d, kind=ORDINARY), Array("b", "semantics of the inputs", d, kind=ORDINARY)
c, g = Array("c", "concept of the labels", e, kind=ORDINARY), Array("g", "semantics of the labels", e, kind=ORDINARY)
query = Array("q", "query", d, kind=ORDINARY)
WK, WQ = (Array(name, f"{which} matrix", h, d, kind=GENERIC) for name, which in (("W_K", "key"), ("W_Q", "query")))
wO, r = Array("w_O", "output neurons, one a row", m, e, kind=GENERIC), Array("r", "heads of the neurons", m, kind=GENERIC)
ones = OneMatrix(L, 1)
inputs = ones * a.T + y * b.T  # one example a row
labels = ones * c.T + y * g.T


def softmax(logits, beside=0):
    """exp of a column over its sum; ``beside``: the mass of what else is attended to."""
    masses = Entrywise(Lambda(z, exp(z)), logits)
    return masses / (dot(OneMatrix(*logits.shape), masses) + beside)


def head(seen):
    """r'ReLU of the neurons that see this."""
    return dot(r, Entrywise(Lambda(z, Maximum(z, 0)), wO * seen))


def network(x=inputs, y=labels, at=query, keys=WK, queries=WQ):
    """f of a prompt."""
    return head(y.T * softmax(x * keys.T * queries * at))


training = Procedure(
    "concepts",
    "stochastic descent of the whole network on fresh prompts, from small output neurons and W_Q = W_K = `start` times 1, or both normal",
    ("K", "L", "d", "m", "noise", "start", "normal", "rate", "batch", "steps", "tests"),
    {
        "query": "b'W_Q b, averaged over the concepts",
        "key": "b'W_K b",
        "query_concept": "largest change of a'W_Q a",
        "key_concept": "largest change of a'W_K a",
        "product": "least ⟨W_K b, W_Q b⟩ of a concept",
        "joint": "least of this times sgn(r)⟨w_O, d⟩, averaged over the neurons, of a concept",
        "accuracy": "share of fresh prompts with the right sign",
        "met": "the same of those with an example of the query's semantics",
        "plus_c": "⟨w_O, c⟩ averaged over concepts and neurons with r > 0",
        "plus_d": "⟨w_O, d⟩ of these",
        "minus_c": "⟨w_O, c⟩ of the neurons with r < 0",
        "minus_d": "⟨w_O, d⟩ of these",
    },
)
RUN = {"K": 2, "L": 4, "d": 4, "m": 32, "noise": Rational(1, 20), "start": Rational(3, 10), "normal": 0, "rate": 4}
RUN |= {"batch": 32, "steps": 450, "tests": 2048}
run = training(**RUN)


def source(heading: str) -> Source:
    """The slides, with the paper that they follow."""
    return Source("001_4c481594b380f97e.txt", heading, "bu2024")
