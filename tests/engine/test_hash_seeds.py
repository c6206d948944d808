"""Records are equal bit for bit under any PYTHONHASHSEED: nothing that reaches a number iterates over a set.

A claim of each family, and two in which it once did; with LEMMATA_LONG=1 in the environment, the whole library.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from lemmata.verify.claims import claim_ids
from lemmata.verify.engine.records import from_json
from lemmata.verify.engine.replay import differences

KNOWN = ("generative.z2expz2", "generative.label_transform_estimator")
QUICK = """
additive.csq_sq amp.fixed_point cnn.growth_linear contrastive.loss ddpm.classification diffusion.bias_variance hermite.stein_gradient icl.linear_attention
icl_concept.structure icl_linear.task_diversity_transition icl_nonparam.two_timescale icl_single_index.reparameterisation kernel_spectrum.refined
kernel_universality.noninteger krr.bias_variance linear_net.achieved_by_sigma_beta mean_field.label_noise mfld.mean_field_limit noise_inj.finite_ell
one_step.setting_gradient opt.adam_is_sign repr.kernel_lower_bound rf_poly.choose_p ridge.bv_exact sgd.two_step_expansion
seq_mp.phase_oracle srf.spectrum superorthogonal.case_i1 transformer.sign_growth
"""  # of these families the ones that take least
PROGRAM = """
import json, sys
from lemmata.verify.engine.records import to_json
from lemmata.verify.engine.runner import Run
from lemmata.verify.engine.loading import select
json.dump([to_json(record) for record in Run(select(sys.argv[2:]), device="cpu").all()], open(sys.argv[1], "w"))
"""


def sample() -> list[str]:
    """A claim of each family: one that is known to be quick, or else the first."""
    ids = claim_ids()
    if os.environ.get("LEMMATA_LONG"):
        return ids
    chosen = {identity.split(".")[0]: identity for identity in reversed(ids)}
    chosen |= {identity.split(".")[0]: identity for identity in (*QUICK.split(), *KNOWN) if identity in ids}
    return sorted({*chosen.values(), *(identity for identity in KNOWN if identity in ids)})


def start(seed: int, out: Path, claims: list[str]) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONHASHSEED": str(seed), "OMP_NUM_THREADS": "1"}
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(out), *claims], stderr=subprocess.PIPE, text=True, env=environment
    )


@pytest.mark.timeout(1200)
def test_two_hash_seeds_give_one_record(tmp_path):
    claims = sample()
    files = [tmp_path / f"{seed}.json" for seed in (1, 4242)]
    for process in [start(seed, file, claims) for seed, file in zip((1, 4242), files, strict=True)]:
        _, errors = process.communicate()
        assert process.returncode == 0, errors
    one, other = ([from_json(record) for record in json.loads(file.read_text())] for file in files)
    assert [record.id for record in one] == claims
    assert [(a.id, differences(a, b)) for a, b in zip(one, other, strict=True) if differences(a, b)] == []
