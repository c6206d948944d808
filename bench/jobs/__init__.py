"""The jobs: one file each, with a function `job(small=False) -> Job`; `small` is the size of the tests."""

from lemmata.bench.jobs import (
    bounded_mean,
    cnn,
    features_equivalent,
    gauss_rule,
    hermite,
    icl_errors,
    icl_risk,
    langevin,
    literal,
    ridge_designs,
    ridge_equivalent,
    ridge_risk,
)

_MODULES = (
    *(hermite, gauss_rule, ridge_equivalent, features_equivalent, ridge_risk, ridge_designs, langevin, bounded_mean),
    *(icl_errors, icl_risk, cnn),
)
JOBS = {module.__name__.rsplit(".", 1)[1]: module.job for module in _MODULES} | literal.JOBS
