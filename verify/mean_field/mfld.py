"""The linear case in closed form; random networks by their Fokker-Planck equation; Euler's scheme in R^d by samples.

The iterates of the scheme are normal, so that |w|² is a polynomial of degree 2 in normal numbers, of kurtosis at most 31.4.
For d = 1 from the origin it scatters by √2 of its mean: 2^14 replicates know that to 8 %, which leaves too little of the tenth
that has to be seen for a standard error of 1.1 %; 2^15 know it to 6 %, at a standard error of 0.8 %.
"""

from lemmata import Settings
from lemmata.numerics.models.langevin.mean_field_flow import Landscape, decay
from lemmata.theory.mean_field.mfld import claim


def equation(p, draw):
    land = Landscape(p.ridge, p.confinement, p.temperature, points=96)
    labels, means = p.scale * draw.normal(land.samples), 2 * draw.normal()
    return decay(land, labels, means, 0.25, p.time)


settings = Settings(
    claim,
    core=(2, 6),
    rest=(0, 2),
    replicates=(2**15, 2**18),
    first=32,
    chunk=2**12,
    search=(50, 500),
    kurtosis={"plateau": 32},
    procedures={"equation": equation},
)
