"""Both sides are compiled from the statement; one missed feature of one, and of two the other one small."""

from lemmata import Settings
from lemmata.theory.icl.theorem1_2 import claim

STYLES = {"G:style": "generic", "Π:style": "rank one", "O:style": "generic"}
FEW = {"M": 5, "r": 1.5, "η": 1e-2, "Ψ,b,m:style": "generic", **STYLES}
settings = Settings(
    claim,
    examples=(
        {"k": 1, "N": 8, "V,F_o,J:style": "none", **FEW},
        {"k": 2, "N": 24, "V,F_o,J:style": "all but one", **FEW},
        {"k": 2, "N": 24, "V,F_o,J:style": "none", **FEW},
        {"k": 3, "N": 16, "V,F_o,J:style": "some", **FEW, "η": 3.0, "Ψ,b,m:style": "large heads"},
        # a rotation at random does as well as the aligned one in every second draw
        *({"k": 4, "N": 16, "V,F_o,J:style": "all but one", **FEW, "M": M, "η": 0.1} for M in (5, 6, 7, 8)),
    ),
    core=(4, 24),
    rest=(1, 6),
    search=(3, 100),
)
