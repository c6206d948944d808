"""The printed recursion is run; independent gradients are drawn."""

from lemmata import Settings
from lemmata.theory.opt.adam_algorithm import claim

FIXED = {"r": 0.5, "g₀": 1.0, "t": 5, "κ": 0.1, "a": 7.0}
BARELY = (0.99, 0.9998)  # β_2 above β_1 by less than a hundredth and c_t above 1: within the core that takes 4.6 hundredths
settings = Settings(
    claim,
    examples=tuple(
        {"β_1": first, "β_2": second, **FIXED} for first, second in ((0.3, 0.4), (0.5, 0.2), (0.4, 0.45), (0.1, 0.9), BARELY)
    ),
    core=(1, 10),
    rest=(0, 0),
    search=(40, 400),
    replicates=(2**15, 2**19),
    kurtosis={"independent": 15, "mean_square": 15},
)
