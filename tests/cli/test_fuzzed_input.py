"""Hundreds of bad inputs, generated from a fixed seed, at every command and every option, in this process.

Each ends within seconds with exit code 2, a sentence on stderr, nothing on stdout, no traceback, and no file made,
changed or removed. What the generators make is wrong by construction; where luck could make it right (a random link) the
fault is put in last.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import random
import sqlite3
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer
from hostile import BROKEN_DECLARATIONS, BROKEN_LINKS, BROKEN_NUMBERS, BROKEN_STATEMENTS, JUNK, data_files

from lemmata.verify.cli.main import app, run

CHEAP = "mean_field.label_noise"
LINKED = "generative.definition"
SEED = 14
EACH = 20.0  # seconds that one input may take at most
ALL = 60.0  # processor seconds for all of them, the making of the index apart


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory, cache: Path, own_claim: str) -> Iterator[Path]:
    """A folder with what bad inputs speak of: a claim, a store of its record, and files that are none of these."""
    from lemmata.verify.cli.verifying import verify
    from lemmata.verify.index import index

    folder = tmp_path_factory.mktemp("fuzzed")
    options = {"budget": None, "device": "cpu", "workers": 1, "rng": "torch", "seed": 0, "fresh": False, "json": None}
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("XDG_CACHE_HOME", str(cache))
        patch.setenv("COLUMNS", "200")
        index()
        (folder / "mine.py").write_text(own_claim)
        assert verify(["mine.py"], profile="quick", store=Path("good.sqlite"), **options) == 0
        (folder / "folder").mkdir()
        (folder / "garbage").write_bytes(bytes(random.Random(SEED).randrange(256) for _ in range(5000)))
        (folder / "text.py").write_text("this is no Python\n")
        (folder / "empty.json").write_text("{}")
        (folder / "list.json").write_text("[" * 100_000)
        (folder / "odd.json").write_text('{"schema": "lemmata-report/1", "records": [1, 2]}')
        (folder / "readme.md").write_text("no markers\n")
        (folder / "data").mkdir()
        patch.chdir(folder / "data")
        data_files()
        patch.chdir(folder)
        os.symlink("mine.py", folder / "link")
        os.symlink("nowhere", folder / "dangling.html")
        os.mkfifo(folder / "pipe")
        yield folder


def inputs() -> Iterator[list[str]]:
    """The bad inputs; the same ones in every run."""
    draw = random.Random(SEED)
    stores = ["folder", "garbage", "pipe", "/dev/null", "/dev/full", "/dev/null/s.sqlite", "mine.py/s.sqlite", "nowhere.sqlite"]
    outs = [
        "folder",
        "pipe",
        "/dev/null",
        "/dev/full",
        "link",
        "dangling.html",
        "nowhere/x",
        "mine.py/x",
        "/dev/null/x",
        "",
        ".",
        "..",
        "x" * 300,
    ]
    claims = [
        "",
        "nothing.at_all",
        "MEAN_FIELD",
        "mean_field.",
        ".",
        "..",
        "/",
        "/dev/null",
        "/dev/zero",
        "folder",
        "nowhere.py",
        "text.py",
    ]
    claims += ["pipe", "garbage", f"{CHEAP}x", f" {CHEAP}", f"{CHEAP}\n", "__init__", "mean_field.notation", "os.path", *JUNK]
    for _ in range(12):
        letters = list(CHEAP)
        letters[draw.randrange(len(letters))] = draw.choice("qxzQ7 -é")
        claims.append("".join(letters))

    for command in ("show", "counterexample", "eval", "verify", "calibrate", "derive"):
        for claim in draw.sample(claims, 16) if command != "verify" else claims:
            yield [command, claim] if claim.strip().startswith("-") is False else [command, "--", claim]
    for command in (
        "mutants",
        "errata",
        "report",
        "replay 12ab",
        "store",
        "store export",
        "store prune",
        f"counterexample {CHEAP}",
        "merge garbage",
    ):
        for store in stores[: 7 if command == "errata" else 8]:
            if store != "nowhere.sqlite" or not command.startswith("merge"):
                yield [*command.split(), "--store", store]
    for store in stores[:7]:
        yield ["show", CHEAP, "--store", store]
        yield ["verify", "mine.py", "--store", store]
        yield ["calibrate", "mine.py", "--seeds", "1", "--store", store]
        yield ["merge", "good.sqlite", "--store", store]
    for out in outs:
        yield ["report", "--store", "good.sqlite", "--out", out]
        yield ["store", "export", "--store", "good.sqlite", "--out", out]
        yield ["verify", "mine.py", "--json", out, "--store", "new.sqlite"]
        yield ["calibrate", "mine.py", "--seeds", "1", "--store", "new.sqlite", draw.choice(["--out", "--json"]), out]
        yield ["new", "my.own", "--out", out]
    for against in ("folder", "pipe", "/dev/zero", "garbage", "empty.json", "list.json", "odd.json", "nowhere.json", "mine.py"):
        yield ["report", "--store", "good.sqlite", "--against", against]
    for readme in ("folder", "pipe", "link", "garbage", "readme.md", "nowhere.md", "/dev/null"):
        yield ["report", "--store", "good.sqlite", "--readme", readme]
    for out in ("mine.py", "/dev/null/pages", "garbage/pages"):
        yield ["derive", "mean_field", "--out", out]

    numeric = {
        "--budget": ["0", "-1", "nan", "-inf"],
        "--limit": ["0", "-3", "nan"],
        "--workers": ["0", "-2", "many", "1.5", "²"],
    }
    named = {
        "--device": ["tpu", "cuda:x", "cuda:", "CPU", "mps"],
        "--rng": ["mersenne", "TORCH"],
        "--profile": ["slow", "QUICK"],
    }
    shards = {
        "--shard": ["0/2", "3/2", "1/0", "1", "a/b", "auto", "1/2/3", "-1/2"],
        "--dask": ["nowhere", "tcp://127.0.0.1:1", "tcp://"],
    }
    for option, values in {**numeric, **named, **shards}.items():
        extra = ["", "banana", "\udcff", "a\nb"]
        for value in values + (extra if option != "--dask" else []):
            yield ["verify", "mine.py", f"{option}={value}", "--store", "new.sqlite"]
            if draw.random() < 0.5 and option != "--dask":
                yield ["calibrate", "mine.py", f"{option}={value}", "--store", "new.sqlite"]
    for value in ("x", "1.5", "", "99999999999999999999", "nan"):
        yield ["verify", "mine.py", f"--seed={value}", "--store", "new.sqlite"]
    for value in ("0", "-1", "x", "1e3", "99999999999999", ""):
        yield ["calibrate", "mine.py", f"--seeds={value}", "--store", "new.sqlite"]
    for value in ("-1", "nan", "x", ""):
        yield ["store", "prune", f"--days={value}", "--store", "good.sqlite"]
    for action in ("drop", "SHOW", "", "show prune", "--", "é"):
        yield ["store", action, "--store", "good.sqlite", "--days", "-1"]
    for words in (["list", "--family"], ["list", "--kind"], ["errata", "--format"]):
        for value in draw.sample(JUNK, 8):
            yield [*words, value]
    for value in ("zz", "G" * 8, "%", "_", "", "0' or '1'='1", "\udcff"):
        yield ["replay", "--store", "good.sqlite", "--", value]
    for identity in [
        "class.def",
        "for.x",
        "mine.import",
        "mine.claim",
        "mine.random",
        "Mine.x",
        "mine",
        "mine.",
        ".x",
        "a.b.c",
        CHEAP,
        "é.x",
        "a.b" * 99,
        *JUNK,
    ]:
        yield ["new", "--", identity]
    yield ["merge", "good.sqlite", "--store", "good.sqlite"]
    yield ["merge", "--store", "new.sqlite"]
    yield ["merge", "nowhere.sqlite", "--store", "new.sqlite"]
    yield ["merge", "good.sqlite", "garbage", "--store", "new.sqlite"]
    yield ["store", "show", "--out", "x", "--store", "good.sqlite"]
    yield ["store", "export", "--out", "good.sqlite", "--store", "good.sqlite"]
    yield ["replay", "--store", "good.sqlite", "ab", "nowhere.py"]

    known = ["--with", "a > 0", "--with", "Z ~ Normal"]
    for statement in BROKEN_STATEMENTS:
        yield ["check", *known, "--limit", "15", "--", statement]
    for declaration in BROKEN_DECLARATIONS:
        yield ["check", *known, "--with", declaration, "E[Z] = q"]
        yield ["check", *known, "E[Z] = a", f"--core={declaration.replace('q', 'b') or ' '}"]
    for out in outs:
        yield ["check", *known, "E[Z] = a", f"--save={out}"]
        yield (
            ["check", *known, "E[Z] = a", f"--save={out[:200]}/x.py"]
            if out not in ("", ".", "..", "folder")
            else ["check", "--save", "mine.py"]
        )
    for option, values in {
        "--seed": ["x", "9" * 30, ""],
        "--limit": ["0", "-1", "nan", "x"],
        "--device": ["tpu", "", "cuda:x"],
    }.items():
        for value in values:
            yield ["check", *known, "E[Z] = a", f"{option}={value}"]
    for name in sorted(os.listdir("data")):
        yield ["eval", CHEAP, f"--data=data/{name}"]
    for name in ("folder", "pipe", "/dev/zero", "garbage", "nowhere.npz", "", "mine.py", "list.json", "\udcff.json", "x" * 300):
        yield ["eval", draw.choice([CHEAP, "ridge.equivalent"]), f"--data={name}"]
    for number in ("-1", "x", "1.5", "", "99999999999999999999"):
        yield ["eval", CHEAP, f"--sample={number}"]
        yield ["eval", CHEAP, f"--seed={number}.5"]
    for claim in draw.sample(claims, 12):
        yield ["plan", "--", claim]
        yield ["list", "--", claim or "nothing"]
    for option in ("--profile=slow", "--profile=", "--seed=x", "--seed=1e3"):
        yield ["plan", "mine.py", option]
    for other in (
        "folder",
        "pipe",
        "/dev/zero",
        "garbage",
        "empty.json",
        "list.json",
        "odd.json",
        "nowhere.sqlite",
        "mine.py",
        "good.sqlite",
        "",
    ):
        yield ["store", "compare", "--store", "good.sqlite", f"--with={other}"]
        yield ["store", draw.choice(["show", "prune", "export"]), "--store", "good.sqlite", f"--with={other}"]
    yield ["store", "compare", "--store", "good.sqlite"]
    for word in ("tools", "doctor"):
        yield [word, "more"]
    for value in ("x", "1.5", "", "nan"):
        yield ["calibrate", "mine.py", f"--base={value}", "--store", "new.sqlite"]
    for value in ("nowhere", "tcp://127.0.0.1:1"):
        yield ["calibrate", "mine.py", f"--dask={value}", "--store", "new.sqlite"]

    for link in BROKEN_LINKS:
        yield ["eval", LINKED, f"link={link}"]
    for _ in range(25):  # a link with one bracket, name or sign too many
        whole = draw.choice(["z**2*exp(-z**2)", "He(3,z)-z/7", "tanh(z)*cos(2*z)", "Max(z,0)**2"])
        at = draw.randrange(len(whole) + 1)
        yield ["eval", LINKED, "link=" + whole[:at] + draw.choice(["$", "@", "(", ")", ";", "?", "..", "{"]) + whole[at:]]
    for number in BROKEN_NUMBERS:
        yield ["eval", CHEAP, f"{draw.choice(['n', 'N', 'lambda', 's'])}={number}"]
        identity, name = draw.choice([("ridge.det_equiv", "n"), ("sgd.csq_sq_bounds", "d")])
        yield ["eval", identity, f"{name}={number}"]
    for number in ("0", "-1", "1e-9", "2.5"):
        yield ["eval", "ridge.tsigler_bartlett", f"n={number}"]
    for pair in ("n", "=", "n=", "=3", "n==", "q=3", "n=1", "--n=3", "-n", "N =2"):
        yield ["eval", CHEAP, "n=2" if pair == "n=1" else "s=1", pair]
    for law in ("", "nothing", "TRUTH", "mutant:", "truth:main:x", "\udcff"):
        yield ["eval", CHEAP, f"--law={law}"]
    for limit in ("0", "-1", "nan", "x"):
        yield ["eval", CHEAP, f"--limit={limit}"]

    commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    for name in commands:
        yield [name, "--no-such-option"]
        yield [name, "--no-such-option=3", "x"]
        for parameter in commands[name].params:
            if parameter.opts and parameter.opts[-1].startswith("--") and not getattr(parameter, "is_flag", False):
                yield [name, parameter.opts[-1]]
    for word in ("verfy", "", "VERIFY", "--version", "-x", "\udcff", "list show"):
        yield [word]


def left_out(every: list[list[str]]) -> list[str]:
    """Commands, and options with a value, that no bad input is thrown at."""
    found = []
    for name, command in typer.main.get_command(app).commands.items():  # type: ignore[attr-defined]
        if not any(words and words[0] == name for words in every):
            found.append(name)
        for parameter in command.params:
            if (
                parameter.opts[-1].startswith("--")
                and parameter.opts[-1] != "--help"
                and not getattr(parameter, "is_flag", False)
            ):
                given = [words for words in every if words[:1] == [name] and len(words) > 2]
                if not any(word.split("=")[0] == parameter.opts[-1] for words in given for word in words):
                    found.append(f"{name} {parameter.opts[-1]}")
    return found


def _rows(path: Path) -> bytes:
    """What a store holds, wherever its log has it."""
    db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        return "\n".join(db.iterdump()).encode()
    finally:
        db.close()


def snapshot(folder: Path) -> dict[str, str]:
    """Every file below a folder by what it holds; a store's log and index belong to having it open."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.name.endswith(("-wal", "-shm")):
            continue
        held = _rows(path) if path.name == "good.sqlite" else path.read_bytes() if path.is_file() else b""
        found[str(path.relative_to(folder))] = f"{path.lstat().st_mode:o} {hashlib.sha256(held).hexdigest()}"
    return found


def answer(words: list[str]) -> tuple[object, str, str]:
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    code: object = 0
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        patch.setattr(sys, "argv", ["lemmata", *words])
        try:
            run()
        except SystemExit as stop:
            code = stop.code
        except BaseException as error:  # what a user would see as a traceback
            code = f"Traceback: {type(error).__name__}: {error}"
    texts = [stream.buffer.getvalue().decode() for stream in (out, err)]  # type: ignore[attr-defined]
    return code, texts[0], texts[1]


def fault(words: list[str]) -> str:
    """What is wrong with the answer to a bad input; nothing if it is as promised."""
    began = time.monotonic()
    code, out, err = answer(words)
    took = time.monotonic() - began
    if code != 2:
        return f"exit code {code}"
    if out:
        return f"it writes to stdout: {out[:200]}"
    lines = err.splitlines()
    if "Traceback" in err or not lines:
        return f"stderr is {err[:300]!r}"
    if lines[0].startswith("lemmata: "):
        if not (len(lines) == 1 or (len(lines) == 3 and lines[2].strip() == "^" and "(column " in lines[0])):
            return f"more than a sentence: {err[:300]!r}"
        if len(lines[0]) > 1100 or not all(line.isprintable() for line in lines):
            return f"no sentence that a terminal shows: {err[:300]!r}"
    elif len(lines) > 4 or not any(line.startswith("Error: ") for line in lines):  # the parser of options
        return f"stderr is {err[:300]!r}"
    return f"it takes {took:.0f} s" if took > EACH else ""


def test_no_bad_input_ends_in_anything_but_a_sentence(place, monkeypatch, cache):
    monkeypatch.chdir(place)
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    every = [list(words) for words in dict.fromkeys(map(tuple, inputs()))]
    assert len(every) >= 800
    assert not left_out(every)
    before, began = snapshot(place), time.process_time()
    faults = []
    for words in every:
        why = fault(words)
        if snapshot(place) != before:
            why = f"{why}; files changed: {sorted(set(snapshot(place).items()) ^ set(before.items()))}"
            before = snapshot(place)
        if why:
            faults.append(f"lemmata {' '.join(map(repr, words))[:200]}: {why}")
    assert not faults, f"{len(faults)} of {len(every)}:\n" + "\n".join(faults)
    assert time.process_time() - began < ALL
