"""The kernel that a proof receives: ``def proof(k)``. Every method is a rule and returns a fact."""

from __future__ import annotations

from lemmata.theory.kernel.classes import Classes
from lemmata.theory.kernel.congruences import Congruences
from lemmata.theory.kernel.entries import Entries
from lemmata.theory.kernel.equalities import Equalities
from lemmata.theory.kernel.gaussians import Gaussians
from lemmata.theory.kernel.inequalities import Inequalities
from lemmata.theory.kernel.infinite import Infinite
from lemmata.theory.kernel.logic import Logic
from lemmata.theory.kernel.moments import Moments
from lemmata.theory.kernel.paths import Paths
from lemmata.theory.kernel.series import Series
from lemmata.theory.kernel.spectra import Spectra
from lemmata.theory.kernel.tails import Tails


class Kernel(
    Equalities, Series, Infinite, Inequalities, Classes, Logic, Entries, Congruences, Spectra, Moments, Gaussians, Paths, Tails
):
    """All rules, over one book of facts."""
