"""Every command on its happy path: what it prints, what it writes, its exit code."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import time
from pathlib import Path

import jsonschema
import pytest

CHEAP = "mean_field.label_noise"
SCHEMA = json.loads((Path(__file__).parents[2] / "verify" / "report" / "schema.json").read_text())


def conforms(document: object, part: str) -> None:
    jsonschema.Draft202012Validator({**SCHEMA, "oneOf": [{"$ref": f"#/$defs/{part}"}]}).validate(document)


class TestList:
    def test_lines(self, lemmata):
        answer = lemmata("list")
        lines = answer.out.splitlines()
        assert answer.code == 0
        assert answer.err == ""
        assert any(line.startswith(CHEAP) and " E " in line for line in lines)
        assert lines[-1].startswith(f"{len(lines) - 1} claims")

    def test_json(self, lemmata):
        answer = lemmata("list", "--json")
        entries = json.loads(answer.out)
        assert answer.code == 0
        assert [e["id"] for e in entries] == sorted(e["id"] for e in entries)
        for entry in entries:
            assert set(entry) == {"id", "family", "kind", "title", "source", "erratum", "laws", "uses"}
            assert set(entry["source"]) == {"document", "heading", "paper"}
            assert entry["id"].startswith(entry["family"] + ".")
            assert entry["erratum"] is None or isinstance(entry["erratum"], str)
            assert re.fullmatch(r"truth(:.+)?", entry["laws"][0]["name"]) and entry["laws"][0]["expected"] == "holds"
            assert all(set(law) == {"name", "expected"} and law["expected"] in {"holds", "fails"} for law in entry["laws"])
        assert {use for entry in entries for use in entry["uses"]} <= {entry["id"] for entry in entries}

    def test_filters(self, lemmata):
        entries = json.loads(lemmata("list", "--json", "--family", "linear_net", "--kind", "optimality").out)
        assert entries
        assert all(e["family"] == "linear_net" and e["kind"] == "optimality" for e in entries)

    def test_an_index_that_is_damaged_is_made_again(self, lemmata, cache):
        before = lemmata("list").out
        for path in (cache / "lemmata").glob("index-*.json"):
            path.write_text("[{")
        assert lemmata("list").out == before


class TestVerify:
    def test_a_claim_of_the_library(self, lemmata, tmp_path):
        answer = lemmata("verify", CHEAP, "--json", "out.json")
        assert answer.code == 0
        assert answer.err == ""
        assert "1 of 1 claims as expected" in answer.out
        assert f"Errata:\n  {CHEAP}: " in answer.out
        document = json.loads((tmp_path / "out.json").read_text())
        conforms(document, "verify")
        (claim,) = document["claims"]
        assert claim["id"] == CHEAP
        assert claim["as_expected"]
        assert document["totals"]["claims"] == 1
        assert document["seed"] == 0
        assert document["device"] in {"cpu", "cuda:0"}
        assert document["alarm_budget"] == 1e-3
        assert [law["name"] for law in claim["laws"]][:2] == ["truth", "as-printed"]

    def test_a_file(self, lemmata, mine):
        assert lemmata("verify", mine).code == 0
        again = lemmata("verify", mine)
        assert again.code == 0
        assert "1 of 1 claims as expected" in again.out

    def test_what_is_said_twice_is_done_once(self, lemmata, mine):
        assert "1 of 1 claims" in lemmata("verify", mine, mine).out

    def test_a_law_that_is_not_as_expected(self, lemmata, file):
        path = file("""
claim = Claim("mine.wrong", says="wrong", statement=Identity(Mean(C), 1 + a), **stated)
bound = examined(claim)
""")
        answer = lemmata("verify", path, "--json", "out.json")
        assert answer.code == 1
        assert answer.err == ""
        assert "\nmine.wrong\n  refuted: " in answer.out
        assert re.search(r"at +a=", answer.out), answer.out
        conforms(json.loads(Path("out.json").read_text()), "verify")

    def test_a_mutant_that_survives(self, lemmata, file):
        path = file("""
claim = Claim("mine.blind", says="blind", statement=Identity(Mean(C), 1), **stated, wrong={"close": {"right": 1 + a / 10**9}})
bound = examined(claim)
""")
        answer = lemmata("verify", path)
        assert answer.code == 1
        assert "\nmine.blind\n  insensitive: " in answer.out
        assert "close: 1 → a/10⁹ + 1" in answer.out

    @pytest.mark.parametrize(
        ("definition", "words"),
        [
            ("examined(claim, resolution=(1e-4, 1e-4), replicates=(512, 512))", ["undecided"]),
            ("examined(claim, lambda p, draw: {'C': draw.normal(2)})", ["error", "must return C as a tensor of"]),
            ("examined(claim, lambda p, draw: {'C': draw.normal() / 0})", ["error", " is inf at "]),
            ("examined(claim, lambda p, draw: 1 / 0)", ["error", "ZeroDivisionError"]),
        ],
    )
    def test_undecided_or_error_only(self, lemmata, file, definition, words):
        path = file(f"""
claim = Claim("mine.open", says="open", statement=Identity(Mean(C), 1), **stated)
bound = {definition}
""")
        answer = lemmata("verify", path, "--json", "out.json")
        assert answer.code == 3
        assert "Traceback" not in answer.out + answer.err
        assert all(word in answer.out for word in ["mine.open", *words]), answer.out
        conforms(json.loads(Path("out.json").read_text()), "verify")

    def test_assumptions_that_are_never_met(self, lemmata, file):
        path = file("""
claim = Claim("mine.vacuous", says="vacuous", statement=Identity(sqrt(a**2 + 1), a), when=(a > 2,), domain=domain)
""")
        answer = lemmata("verify", path)
        assert answer.code == 3
        assert "\nmine.vacuous\n  vacuous: " in answer.out

    def test_a_spent_budget(self, lemmata, file):
        path = file("""
claim = Claim("mine.long", says="long", statement=Identity(Mean(C), 1), **stated)
bound = examined(claim, points=60)
""")
        answer = lemmata("verify", path, "--budget", "0.001")
        assert answer.code == 3
        assert "the budget was spent" in answer.out
        assert "undecided" in answer.out
        assert lemmata("verify", path).code == 0, "without a budget the same command finishes what was begun"

    def test_two_workers(self, lemmata, mine):
        one, two = (
            lemmata("verify", mine, "--workers", str(n), "--store", f"{n}.sqlite", "--json", f"{n}.json") for n in (1, 2)
        )
        assert one.code == two.code == 0
        claims = [json.loads(Path(f"{n}.json").read_text())["claims"] for n in (1, 2)]
        assert [{**c, "seconds": 0} for c in claims[0]] == [{**c, "seconds": 0} for c in claims[1]]

    def test_a_seed_and_a_generator(self, lemmata, mine):
        for extra in (["--seed", "7"], ["--rng", "philox"], ["--seed", "-3"]):
            assert lemmata("verify", mine, *extra).code == 0


@pytest.fixture(scope="module")
def folder(tmp_path_factory, own_claim):
    """Where a claim of the library and one of a user's own are verified; the tests work on copies."""
    from lemmata.verify.cli.verifying import verify

    folder = tmp_path_factory.mktemp("verified")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        Path("mine.py").write_text(own_claim)
        assert (
            verify(
                [CHEAP, "mine.py"],
                profile="quick",
                budget=None,
                device="cpu",
                workers=1,
                rng="torch",
                seed=0,
                store=Path(".lemmata/store.sqlite"),
                fresh=False,
                json=None,
            )
            == 0
        )
    return folder


class TestReading:
    @pytest.fixture
    def verified(self, lemmata, folder, tmp_path):
        shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
        return lemmata

    def test_show(self, verified):
        answer = verified("show", CHEAP)
        assert answer.code == 0
        for word in (
            "statement",
            "printed",
            "erratum",
            "wrong: the variance of Uniform",
            "source",
            "ok  truth",
            "replay: lemmata replay ",
        ):
            assert word in answer.out
        assert "mine.mean  (identity)" in verified("show", "mine.mean").out

    def test_errata(self, verified):
        answer = verified("errata")
        assert answer.code == 0
        assert f"{CHEAP}  [wrong]" in answer.out
        assert "fails at n=" in answer.out
        items = {item["id"]: item for item in json.loads(verified("errata", "--json").out)}
        assert items[CHEAP]["verdict"] == "refuted"
        assert set(items[CHEAP]["counterexample"]) == {"n", "s", "λ", "K:style", "y:style"}
        assert items["ridge.tsigler_bartlett"]["verdict"] is None
        assert f"(`{CHEAP}`)" in verified("errata", "--format", "markdown").out
        assert r"\begin{document}" in verified("errata", "--format", "latex").out

    def test_counterexample_and_its_commands(self, verified):
        answer = verified("counterexample", CHEAP)
        assert answer.code == 0
        assert f"{CHEAP} as-printed fails at n=" in answer.out
        command = next(line.split("see it    lemmata ")[1] for line in answer.out.splitlines() if "see it" in line)
        assert verified(*shlex.split(command)).code == 0
        command = next(
            line.split("replay    lemmata ")[1] for line in answer.out.splitlines() if line.strip().startswith("replay")
        )
        again = verified(*shlex.split(command))
        assert again.code == 0
        assert "every number agrees with the record" in again.out

    def test_a_claim_of_a_file_can_be_replayed_and_evaluated(self, verified):
        answer = verified("counterexample", "mine.mean")
        for name in ("see it", "replay"):
            line = next(line for line in answer.out.splitlines() if line.strip().startswith(name))
            assert verified(*line.split("lemmata ", 1)[1].split()).code == 0

    def test_a_record_that_differs(self, verified):
        import sqlite3

        with sqlite3.connect(".lemmata/store.sqlite") as db:
            (key, text) = db.execute("select key, record from claims where claim = 'mine.mean'").fetchone()
            record = json.loads(text)
            record["laws"][0]["statistic"] += 1
            db.execute("update claims set record = ? where key = ?", (json.dumps(record), key))
        db.close()
        answer = verified("replay", key[:8], "mine.py")
        assert answer.code == 1
        assert "differs from the record" in answer.out
        assert "laws.truth.statistic: " in answer.out

    def test_mutants(self, verified):
        answer = verified("mutants")
        assert answer.code == 0
        assert f"{CHEAP}#mutant:variance  killed by " in answer.out
        assert "smallest factor x" in answer.out
        survivors = verified("mutants", "--survivors")
        assert survivors.code == 0
        assert "killed by" not in survivors.out

    def test_report(self, verified):
        answer = verified("report", "--out", "page.html")
        assert answer.code == 0
        assert str(Path("page.html").resolve()) in answer.out
        assert CHEAP in Path("page.html").read_text()
        conforms(json.loads(Path("page.json").read_text()), "report")
        again = verified("report", "--out", "page.html", "--against", "page.json")
        assert "since page.json: 0 claims added, 0 gone, 0 with another verdict, 0 changed in detail" in again.out


class TestEval:
    def test_values_with_errors(self, lemmata):
        answer = lemmata("eval", CHEAP, "n=3", "lambda=0.3", "s=1/2", "--sample", "4096", "--json")
        result = json.loads(answer.out)
        assert answer.code == 0
        assert {name: result["point"][name] for name in ("n", "λ", "s")} == {"n": 3, "λ": 0.3, "s": 0.5}
        right, mean = result["quantities"]["right"], result["quantities"]["E[G]"]
        assert abs(mean["value"] - right["value"]) <= 6 * (mean["error"] + right["error"])

    def test_what_is_left_open_gets_a_typical_value(self, lemmata):
        answer = lemmata("eval", CHEAP)
        assert answer.code == 0
        assert "right = " in answer.out
        assert "at n=" in answer.out

    def test_a_law_of_a_file(self, lemmata, mine):
        answer = lemmata("eval", mine, "a=1/4", "--law", "as-printed")
        assert answer.code == 0
        assert "right = 1.25" in answer.out


class TestOthers:
    def test_calibrate(self, lemmata, mine):
        answer = lemmata("calibrate", mine, "--seeds", "4")
        assert answer.code == 0
        assert answer.out.startswith(
            "4 root keys, 4 records: 0 false alarms (allowed 0.001 per run; p = 1); 8 of 8 wrong versions rejected"
        )

    def test_calibrate_reports_alarms(self, lemmata, file):
        path = file("""
claim = Claim("mine.wrong", says="wrong", statement=Identity(Mean(C), 1 + a), **stated)
bound = examined(claim)
""")
        answer = lemmata("calibrate", path, "--seeds", "3")
        assert answer.code == 1
        assert answer.out.count("alarm: mine.wrong truth under seed") == 3

    def test_derive_and_check(self, lemmata):
        assert lemmata("derive", "one_step", "--out", "pages").code == 0
        page = Path("pages/one_step.md")
        assert "\n## one_step.setting_gradient\n" in page.read_text()
        assert lemmata("derive", "one_step", "--check", "--out", "pages").code == 0
        page.write_text(page.read_text() + "edited\n")
        answer = lemmata("derive", "one_step", "--check", "--out", "pages")
        assert answer.code == 1
        assert f"the committed page differs: {page}" in answer.out

    def test_doctor(self, lemmata):
        answer = lemmata("doctor")
        assert answer.code == 0
        assert "torch" in answer.out
        assert "claims" in answer.out
        assert "MISSING" not in answer.out

    def test_new_verifies(self, lemmata):
        answer = lemmata("new", "mine.my_lemma")
        assert answer.code == 0
        assert "my_lemma.py states mine.my_lemma; try it: lemmata verify my_lemma.py" in answer.out
        verified = lemmata("verify", "my_lemma.py")
        assert verified.code == 0
        assert "mine.my_lemma" in verified.out
        assert "proved" in verified.out

    def test_help(self, lemmata):
        answer = lemmata("--help")
        assert answer.code == 0
        for name in (
            "list",
            "show",
            "verify",
            "derive",
            "errata",
            "counterexample",
            "mutants",
            "calibrate",
            "report",
            "eval",
            "replay",
            "bench",
            "doctor",
            "new",
        ):
            assert name in answer.out
            assert lemmata(name, "--help").code == 0


@pytest.mark.parametrize("words", [["--help"], ["list"], ["list", "--json"], ["show", CHEAP]])
def test_start_up_takes_less_than_half_a_second(shell, words):
    """Processor time of the whole process, and no torch: what a loaded machine adds to the wall clock is not the program's."""
    import resource

    shell("list")  # the index is made once
    best = float("inf")
    for _ in range(3):
        before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        answer = shell(*words)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert answer.returncode == 0, answer.stderr
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        best = min(best, used, time.perf_counter() - began)
    assert best < 0.5
