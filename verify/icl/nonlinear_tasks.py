"""Both sides are compiled from the statement; normal features are drawn.

The square of the largest of k normal numbers has the kurtosis 15 at k = 1 and 2 (where it has the law of z²) and less beyond; its
product with one of them has at most 15 (14.7 and falling with k in a pilot under another key).
"""

from lemmata import Settings
from lemmata.theory.icl.nonlinear_tasks import claim

settings = Settings(
    claim, core=(6, 20), rest=(1, 6), search=(4, 200), replicates=(2**17, 2**20), kurtosis={"gaussian_max": 16, "stein": 16}
)
