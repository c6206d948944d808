"""Details of judging: a phase's laws see one curve, gaps too small to shrink, variants with observables of their own."""

from __future__ import annotations

import sympy as sp

from lemmata.theory.first import Identity, Inequality, Ladder, Limit, Mean, Observable, Phase
from lemmata.verify.engine import judges
from lemmata.verify.engine.campaign import automatic
from lemmata.verify.engine.trial import Setting, Trial


def curve(p, draw):
    return 1 / (1 + (p.s / p.n) ** 2) + 0.05 * draw.normal()


def phase(lab, control):
    s, ladder = sp.Symbol("s", positive=True), Ladder(lab.n, (10, 40, 160, 640))
    return Phase(Mean(lab.C), sp.S.Half, control(s, lab.n), sweep=s, grid=(0.2, 0.4, 0.7, 1, 1.4, 2.5, 5), ladder=ladder)


def test_a_law_judged_alone_sees_the_curve_at_the_points_of_the_truth(lab):
    mutants = {"weaker": phase(lab, lambda s, n: s / sp.sqrt(n))}
    experiment = lab.bind(phase(lab, lambda s, n: s / n), curve, of={"mutants": mutants}, replicates=(256, 256))
    together = lab.judge(experiment)["mutant:weaker"]
    alone = experiment.claim.laws()[-1]
    (evidence,) = judges.measure(Phase, Trial(experiment, {}, Setting()), [alone], 1e-6)
    assert evidence.series == together.series


def test_a_control_that_ignores_the_sweep_fails(lab):
    experiment = lab.bind(
        phase(lab, lambda s, n: s / n), curve, of={"mutants": {"size": phase(lab, lambda s, n: n)}}, replicates=(256, 256)
    )
    found = lab.judge(experiment)["mutant:size"]
    assert found.outcome == "fails"
    assert "does not move with s" in found.detail


def test_a_factor_on_the_control_is_no_mutant_of_a_phase(lab):
    laws, unseen = automatic(lab.bind(phase(lab, lambda s, n: s / n), curve))
    assert {"auto:x2", "auto:x1.02", "auto:sign"} <= set(unseen)
    assert not [law.name for law in laws if law.name.startswith("auto:x")]


def test_a_limit_that_is_there_at_every_size_holds(lab):
    ladder = Ladder(lab.n, (10, 30, 100, 300, 1000))
    more = {"mutants": {"off": Limit(Mean(lab.C), sp.Rational(11, 10), ladder=ladder)}}
    experiment = lab.bind(
        Limit(Mean(lab.C), 1, ladder=ladder),
        lambda p, draw: 1 + 0.05 * draw.normal(),
        of=more,
        resolution=(0.1, 0.1),
        replicates=(1024, 1024),
    )
    for root in range(1, 6):
        found = lab.judge(experiment, 1e-6, root)
        assert [e.outcome for e in found.values()] == ["holds", "fails"]


def test_a_variant_returns_only_what_its_laws_observe(lab):
    other = Observable("D")

    def simulate(p, draw, variant):
        return {"D": 2 + draw.normal()} if variant else {"C": 1 + draw.normal()}

    also = {"other": Inequality(Mean(other), 3, variant="second"), "same": Identity(Mean(other), 2, variant="second")}
    found = lab.judge(lab.bind(Identity(Mean(lab.C), 1), simulate, of={"also": also}, resolution=(0.2, 0.2), first=64))
    assert [e.outcome for e in found.values()] == ["holds"] * 3
