"""Uniform starts on spheres of growing dimension; the student has the link's own coefficients."""

from lemmata.theory.hermite.information_exponent import claim, projections
from lemmata.verify import experiment


@experiment(claim, points=(13, 60), replicates=(2**15, 2**18))
def information_exponent(p, draw):
    from lemmata.numerics.models.single_index.links import first_gradient

    products = [value**2 if abs(value) > 1e-7 else 0.0 for value in projections(p.link)]
    return first_gradient(products, int(p.get("d", 64)), draw)
