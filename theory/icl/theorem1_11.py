r"""Off the exceptional levels some rotation is a descent direction; the exceptional levels are $r^\circ,2r^\circ,\dots,kr^\circ$.

$\mathcal L'(0)=-2\operatorname{Tr}[SB\mathbf R]$, so a descent direction exists if and only if $SB\ne0$, and then one exists
among the signed permutations: take $\pi$ through a non-zero entry of $SB$ and the signs of $(SB)_{i\pi(i)}$. If $SB=0$ then
$S(r^\circ-S)=SB\Sigma_{\mu,\mu}B^\top=0$, so $S=r^\circ P$ with a projection $P$ and $\mathcal L=lr^\circ$, $l=\operatorname{rank}P$,
which is sharper than the printed $\mathcal L>r^\circ/2$. The true features are the first $k$ of $2k$ orthonormal functions and
the learned ones any combinations of all: every pair $(f^\circ,h_\mu)$ has this form. All numbers are exact rationals.
"""

import sympy as sp
from flint import fmpq, fmpq_mat

from lemmata.theory.algebra import regression
from lemmata.theory.algebra.words import MatrixAlgebra
from lemmata.theory.first import Certificate, Choice, Claim, Domain, Existence, Integer, Source
from lemmata.theory.icl.first_notation import F, H, k

l = sp.Symbol("l", integer=True, nonnegative=True)
shape = sp.Symbol("shape")


def exact(p) -> tuple[fmpq_mat, fmpq_mat, fmpq_mat, fmpq_mat, fmpq]:
    """f, h, S, B and r, exactly."""
    f, h = regression.rational(p.F), regression.rational(p.H)
    n = f.nrows()
    b = f.transpose() * h * (h.transpose() * h).inv()
    s = (f - h * b.transpose()).transpose() * (f - h * b.transpose()) / n
    r = regression.trace(f.transpose() * f) / (n * f.ncols())
    return f, h, s, b, r


def signed_permutation(m: fmpq_mat) -> fmpq_mat:
    """A signed permutation R through the largest entry of m != 0, with Tr[mR] = sum |m| along it."""
    size = m.nrows()
    entries = sorted(((abs(m[i, j]), i, j) for i in range(size) for j in range(size)), reverse=True)
    rows, columns, r = set(range(size)), set(range(size)), fmpq_mat(size, size)
    for _, i, j in entries:
        if i in rows and j in columns:
            rows.remove(i)
            columns.remove(j)
            r[j, i] = -1 if m[i, j] < 0 else 1
    return r


def descends(f: fmpq_mat, h: fmpq_mat, r: fmpq_mat) -> bool:
    """Whether L falls towards the features turned by r: its derivative is negative, and so is a difference."""
    direction = f * r.transpose() - h
    if not regression.jet(f, h, direction)[1] < 0:
        return False
    start = regression.loss(f, h)
    return any(regression.loss(f, h + direction * fmpq(1, 2**j)) < start for j in range(1, 60))


def dichotomy(witness: str, p) -> Certificate:
    """A descent direction, or S = r P and L = l r; ``witness`` names the direction or the levels that are tried."""
    h = regression.rational(p.H)
    if (h.transpose() * h).det() == 0:
        return Certificate(None, detail="the learned features are linearly dependent")
    f, h, s, b, r = exact(p)
    level = regression.trace(s)
    sb = s * b
    zero = fmpq_mat(sb.nrows(), sb.ncols())
    if sb != zero:
        unit = fmpq_mat([[int(i == j) for j in range(sb.nrows())] for i in range(sb.nrows())])
        turn = unit if witness == "identity" else signed_permutation(sb)
        good = turn * turn.transpose() == unit and descends(f, h, turn)
        return Certificate(good, detail=f"L/r = {float(level / r):.6g}, R = {turn.table()}")
    projection = s * s == s * r and (level / r).q == 1
    allowed = {
        "below_half": level <= r / 2,
        "one_level": level in (0, r),
        "never": level == 0,
        "not_the_top": level < r * s.nrows(),
    }
    good = projection and allowed.get(witness, level == 0 or 2 * level > r)
    return Certificate(bool(good), detail=f"SB = 0, L/r = {level / r}")


claim = Claim(
    id="icl.theorem1_11",
    title="Either SB ≠ 0 and L falls towards some rotation, or SB = 0 and L ∈ {0, r°, 2r°, …, kr°}",
    truth=Existence(
        "signed_permutation",
        dichotomy,
        text=r"SB\ne0\Rightarrow\exists\mathbf R\in O(k):\mathcal L'(0)<0;\quad SB=0\Rightarrow S=r^\circ P,\ "
        r"\mathcal L\in\{0,r^\circ,2r^\circ,\dots,kr^\circ\}",
    ),
    source=Source("000_ab12b188556405a2.txt", "Strict saddle / Theorem 1 (1-1)", paper="kim2024"),
    domain=Domain(
        Integer(k, (1, sp.oo), (1, 5)),
        Integer(l, (0, k), (0, k)),
        Choice(shape, ("generic", "exceptional", "perturbed")),
    ),
    given=(F, H),
    mutants={
        "identity_only": Existence("identity", dichotomy, text=r"SB\ne0\Rightarrow\mathcal L'(0)<0\text{ at }\mathbf R=I"),
        "below_half": Existence("below_half", dichotomy, text=r"SB=0\Rightarrow\mathcal L\le r^\circ/2"),
        "one_level": Existence("one_level", dichotomy, text=r"SB=0\Rightarrow\mathcal L\in\{0,r^\circ\}"),
        "always_descends": Existence("never", dichotomy, text=r"\mathcal L>0\Rightarrow SB\ne0"),
        "not_the_top_level": Existence("not_the_top", dichotomy, text=r"SB=0\Rightarrow\mathcal L<kr^\circ"),
    },
    uses=("icl.derivatives",),
    notes="Σ_μμ is invertible. At a singular one L(μ_s) can jump down at s = 0: see icl.two_timescale. The hull of O(k) is not "
    "needed: the derivative is linear in R. The print holds; the levels are exact.",
)


@claim.derivation
def _(step):
    m = MatrixAlgebra()
    b, q = m.matrix("B"), m.symmetric("Q")
    r = sp.Symbol("r", positive=True)
    s = r - b * q * m.transpose(b)
    step.verify(
        "S(r° − S) = SB Σ Bᵀ vanishes with SB",
        m.equal(s * (r - s), s * b * q * m.transpose(b)),
        by="S = r° − BΣBᵀ; so S/r° is a projection and L = r° rank P",
        formula=r"S(r^\circ-S)=SB\,\Sigma_{\mu,\mu}B^\top",
    )
    entries = sp.Matrix(3, 3, lambda i, j: sp.Symbol(f"m{i}{j}", real=True))
    signs = sp.symbols("e0:3", real=True)
    cycle = sp.Matrix(3, 3, lambda j, i: signs[i] if j == (i + 1) % 3 else 0)
    step(
        "a signed permutation picks one entry of each row (k = 3, a cycle)",
        (entries * cycle).trace(),
        sum(signs[i] * entries[i, (i + 1) % 3] for i in range(3)),
        by="expansion; with the signs of these entries the trace is the sum of their moduli, positive if one is not 0",
    )
    step.qed(by="L'(0) = −2 Tr[SBR] of icl.derivatives at that R, or the projection")
