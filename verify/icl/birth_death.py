"""Both sides are compiled from the statement; the masses of two features flow by their differential equation."""

from lemmata import Settings
from lemmata.theory.icl.birth_death import claim

ATOMS = {"k": 2, "M": 5, "N": 12, "γ": 0.2, "t": 2.0, "p_T:style": "generic", "Φ,a,p,q,π:style": "generic"}
settings = Settings(
    claim, examples=({**ATOMS, "g": -0.8, "s": 0.1}, {**ATOMS, "g": 0.6, "s": 0.1}), core=(3, 20), rest=(1, 6), search=(4, 100)
)
