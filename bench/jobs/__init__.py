"""The jobs: one file each, with a function `job(small=False) -> Job`; `small` is the size of the tests."""

from lemmata.bench.jobs import (
    bounded_mean,
    cnn,
    features_equivalent,
    gauss_rule,
    hermite,
    icl_errors,
    icl_risk,
    kernel_spectrum,
    langevin,
    literal,
    one_step_run,
    one_step_theory,
    ridge_designs,
    ridge_equivalent,
    ridge_risk,
    tangent_kernel,
    wishart_spectrum,
)

_MODULES = (
    *(hermite, gauss_rule, ridge_equivalent, features_equivalent, ridge_risk, ridge_designs, langevin, bounded_mean),
    *(icl_errors, icl_risk, cnn, one_step_theory, one_step_run, tangent_kernel, wishart_spectrum, kernel_spectrum),
)
JOBS = {module.__name__.rsplit(".", 1)[1]: module.job for module in _MODULES} | literal.JOBS
