"""Rules about the repository itself: citations exist, nothing points at one machine, modules stay small."""

import re
import subprocess
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
LIMIT = 250
LONGER: dict[str, int] = {  # path -> the lines it may have, where one thing needs more than LIMIT lines
    "numerics/formula/instance.py": 290,
    "numerics/formula/linalg.py": 300,
    "numerics/formula/lowering.py": 310,
    "numerics/formula/matrix_walker.py": 340,
    "numerics/formula/prepare.py": 260,
    "numerics/formula/program.py": 330,
    "numerics/formula/special.py": 310,
    "numerics/formula/walker.py": 350,
    "numerics/models/single_index/chain.py": 310,
    "tests/algebra/test_superorthogonal.py": 340,
    "tests/attack/attack_corners.py": 360,
    "tests/attack/attack_faults.py": 310,
    "tests/attack/attack_further.py": 850,
    "tests/attack/attack_ladders.py": 260,
    "tests/attack/attack_matrices.py": 320,
    "tests/attack/attack_means.py": 830,
    "tests/attack/attack_mended.py": 350,
    "tests/attack/attack_numbers.py": 510,
    "tests/attack/attack_places.py": 560,
    "tests/cli/test_commands.py": 380,
    "tests/cli/test_fuzzed_input.py": 380,
    "tests/engine/test_campaign.py": 290,
    "tests/engine/test_supervised.py": 270,
    "tests/examination/test_verdicts.py": 310,
    "tests/kernel/test_attacks.py": 440,
    "tests/kernel/test_claims.py": 260,
    "tests/kernel/test_false_proofs.py": 440,
    "tests/kernel/test_further_rules.py": 520,
    "tests/kernel/test_hidden_conditions.py": 290,
    "tests/kernel/test_infinite.py": 390,
    "tests/kernel/test_normal_rules.py": 290,
    "tests/kernel/test_true_proofs.py": 290,
    "tests/language/test_mutation.py": 280,
    "tests/language/test_parsing.py": 380,
    "tests/engine/test_pytest_plugin.py": 280,
    "tests/models/test_fake_cuda.py": 280,
    "tests/numerics/test_compile_functions.py": 280,
    "tests/numerics/test_literal.py": 410,
    "tests/numerics/test_terms_solved.py": 290,
    "tests/random/test_drawing.py": 340,
    "tests/random/test_instances.py": 430,
    "tests/random/test_moments.py": 380,
    "tests/random/test_terms.py": 410,
    "theory/kernel/letters.py": 260,
    "theory/language/calculus.py": 390,
    "theory/language/changes.py": 260,
    "theory/language/claim.py": 360,
    "theory/language/difference.py": 260,
    "theory/language/grammar.py": 270,
    "theory/language/kinds.py": 290,
    "theory/language/terms.py": 260,
    "theory/linear_net/landscape.py": 280,
    "theory/linear_net/predictive_bound.py": 310,
    "theory/sgd/kernel_lower_bound.py": 280,
    "theory/sgd/statistical_query_model.py": 260,
    "verify/cli/main.py": 360,
    "verify/engine/examination.py": 275,
    "verify/engine/findings.py": 402,
    "verify/engine/judging/admissible.py": 280,
    "verify/engine/judging/growth.py": 292,
    "verify/engine/judging/sampled.py": 280,
    "verify/engine/runner.py": 270,
    "verify/engine/scene.py": 387,
    "verify/engine/stats/calibration.py": 280,
}
BINARY = {".png", ".ico", ".woff2"}


def tracked() -> list[Path]:
    """Files of the repository: tracked, or new and not ignored: a new file is judged before its commit."""
    listing = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    try:
        answer = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, check=True)
        names = answer.stdout.splitlines()
    except (OSError, subprocess.CalledProcessError):  # an unpacked archive has no .git
        parts = ("theory", "numerics", "verify", "bench", "tests", "docs")
        names = [str(p.relative_to(ROOT)) for part in parts for p in (ROOT / part).rglob("*.*")]
    files = [ROOT / name for name in names if "__pycache__" not in name]
    return [path for path in files if path.is_file() and path.suffix not in BINARY]


def modules() -> list[Path]:
    return [path for path in tracked() if path.suffix == ".py"]


def offenders(pattern: str, paths: list[Path]) -> list[str]:
    rule = re.compile(pattern)
    return [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
        for path in paths
        if path != Path(__file__) and "assets" not in path.parts
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if rule.search(line)
    ]


def bibliography() -> list[str]:
    text = (ROOT / "theory/references.bib").read_text(encoding="utf-8")
    return re.findall(r"^@\w+\{([^,]+),", text, flags=re.M)


def test_every_cited_paper_is_in_the_bibliography() -> None:
    keys = bibliography()
    assert len(keys) == len(set(keys))
    cited = {
        (key, path.relative_to(ROOT))
        for path in (ROOT / "theory").rglob("*.py")
        for key in re.findall(r"\bpaper=\"([^\"]+)\"", path.read_text(encoding="utf-8"))
    }
    assert not [f"{path}: {key}" for key, path in sorted(cited) if key not in keys]


def test_no_file_points_at_one_machine() -> None:
    assert not offenders(r"(?<![\w.])/(work|root|home/\w+|Users/\w+|opt/wheels)/", tracked())


def test_nothing_is_left_for_later() -> None:
    assert not offenders(r"\b(TODO|FIXME|XXX|HACK)\b|raise NotImplementedError", modules())


def test_no_test_is_skipped_or_expected_to_fail() -> None:
    browser = ROOT / "tests/report/browser/conftest.py"  # says so where there is no browser to try the page in
    plugin = ROOT / "verify/engine/pytest_plugin.py"  # says so of parts that are open
    tests = [path for path in modules() if path not in (browser, plugin)]
    assert not offenders(r"pytest\.(skip|xfail|importorskip)|mark\.(skip|skipif|xfail|flaky)", tests)


def test_no_heuristic_equality_is_a_verdict() -> None:
    packages = ("theory", "numerics", "verify")
    libraries = [path for path in modules() if path.relative_to(ROOT).parts[0] in packages]
    # `.is_constant()` of sympy guesses; that of python-flint polynomials is exact
    libraries = [path for path in libraries if path.name != "normal_form.py"]
    assert not offenders(r"verify_numerically|\.equals\(|\.is_constant\(", libraries)


def test_modules_are_small() -> None:
    texts = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in modules()}
    sizes = {name: len(text.splitlines()) for name, text in texts.items()}
    assert not {name: size for name, size in sizes.items() if size > LONGER.get(name, LIMIT)}


def test_contributing_fits_on_a_page() -> None:
    assert len((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").splitlines()) <= 40


def test_constraints_pin_every_dependency() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = sum(project["optional-dependencies"].values(), project["dependencies"])
    names = {re.split(r"[\[<>=~!; ]", requirement)[0].lower() for requirement in wanted} - {"lemmata"}
    pins = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = {line.split("==")[0].lower().replace("_", "-") for line in pins if "==" in line}
    assert names <= pinned, sorted(names - pinned)
    assert not [line for line in pins if "+" in line.split("#")[0]], "a local version is not found elsewhere"
