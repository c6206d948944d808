"""Eigenvalues on both sides of the threshold, and a first layer large enough to tell infima apart."""

from lemmata import Settings
from lemmata.theory.linear_net.mallows_inf import claim

POINT = {"n": 4, "d": 6, "p": 4, "k": 3, "h": 2, "r": 2, "m": 4, "λ": 0.3, "σ²": 1.0}
FAR = {**POINT, "σ'²": 0.2, "a": 0.2, "c": 1000.0, "S:style": "generic"}
FEW = {**POINT, "σ'²": 0.1, "a": 1.0, "c": 1000.0, "S:style": "generic"}
HIGH = {**FEW, "a": 4.0}  # a threshold that nearly every eigenvalue misses: what is not selected is not gained
BELOW = {**POINT, "n": 2, "p": 2, "σ'²": 2.5, "a": 2.5, "c": 10.0, "S:style": "repeated", "W:style": "zero"}

# fewer rows than directions worth keeping, on either design; a threshold below every eigenvalue, the last of which is a loss;
# and fewer inputs than samples, of which one is worth its price in the mean and one is not
DIAGONAL = [[4.0, 0, 0, 0], [0, 3.0, 0, 0], [0, 0, 2.0, 0], [0, 0, 0, 1.0]]
EQUAL = [[4.0 * (i == j) for j in range(5)] for i in range(5)]
FULL = {"d": 2, "σ²": 0.4, "X": [[0.7, 0], [0, 0.7], [0.35, 0.35], [0.35, -0.7]], "Σβ": [[1.0, 0.5], [0.5, 2.0]]}
ROWS = {**POINT, **FULL, "p": 2, "σ'²": 1.5, "a": 0.5, "c": 1000.0, "S": DIAGONAL, "Q": EQUAL}
ALL = {**POINT, "p": 6, "λ": 1e-3, "σ'²": 0.5, "a": 1.0, "c": 10.0, "A:style": "generic", "B:style": "zero"}  # all is gained
settings = Settings(claim, examples=(FAR, FEW, HIGH, BELOW, ROWS, ALL), core=(4, 16), rest=(1, 6), search=(100, 1000))
