"""Joint and reduced flow of particles, at the least sizes."""

from lemmata.numerics.models.feature_attention import icl_scales

SMALL = {"N": 6, "k": 2, "d": 2, "M": 5, "steps": 3, "dt": 0.01, "few": 0.1, "some": 10.0, "many": 100.0}
EXAMPLES = {
    "icl_scales.population": [lambda draw: icl_scales.population(SMALL, draw)[0]],
    "icl_scales.separated": [lambda draw: icl_scales.separated(SMALL, draw)],
    "icl_scales.learned": [lambda draw: icl_scales.learned(SMALL, draw)],
}
