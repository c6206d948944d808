"""What the fuzzer of the commands draws from: texts, formulas, statements and files of data that are wrong by construction."""

from __future__ import annotations

import os
import pickle
import zipfile
from pathlib import Path

import numpy as np

JUNK = [
    "",
    " ",
    "banana",
    "x y",
    "ä",
    "\udcff",
    "a\nb",
    "\x1b[31m",
    "%s%n",
    "../..",
    "$(id)",
    "`id`",
    "0x10",
    "1e",
    "--1",
    "9" * 4000,
    "[" * 500,
]
BROKEN_LINKS = [
    "z+", "z z", "2z", "(z", "z)", "z**", "9**9**9**z", "10**10**10*z", "((z+1)**999)**999", "1e999*z", "z/0", "log(0)*z", "z.real",
    "__import__('os').system('touch pwned')", "eval('1')", "open('pwned','w')", "lambda z: z", "[z]", "(z,1)", "z<1", "z=1", "w", "3",
    "f(z)", "exp(z,z)", "exp()", "exp", "'", '"', "z'", "z[0]", "He(1/2,z)", "He(10**9,z)", "He(-1,z)", "z\x00", "z;z", "z if z else 0",
    "𝔷", "z" * 3000, "(" * 500, "-" * 700, "+".join("z" * 600), "exp(" * 60 + "z" + ")" * 60, "sum(j,1,9,z)", "E[z]", "oo*z", "nan", "z²²²²²",
]  # fmt: skip
BROKEN_NUMBERS = [
    "banana", "nan", "inf", "-oo", "1e400", "-1e400", "9" * 400, "10**10**10", "9**9**9**9", "1/0", "0/0", "1j", "sqrt(-1)", "log(0)", "[1,2]",
    "(1,", "1,2", "2.5.1", "0x10", "__import__('os').system('touch pwned')+5", "exec('1')", "n", "1<2", "1=1", "two", "٣", "1e", "e5", "+", "(", "$",
    "1 2", "exp(exp(exp(9)))", "{}", "None", "True", "\udcff",
]  # fmt: skip

BROKEN_STATEMENTS = [
    "", " ", "E[Z] =", "= 1", "a = a = a", "a < a < a < a", "9**9**9**9 = a", "E[Z**(10**9)] = 0", "a^a^a^a = 1", "a/0 = 1", "0/0 = 0",
    "oo = oo", "exp(exp(exp(exp(9)))) = a", "factorial(10**9) = a", "gamma(10**8) = a", "gamma(-1) = a", "binomial(10**9, 5*10**8) = a",
    "He(10**6, a) = 1", "h(10**6, a) = 1", "factorial(factorial(factorial(9))) = a", "sin(10**900) = a", "floor(exp(900)) = a",
    "__import__('os').system('touch pwned') = 1", "a.b = 1", "lambda: 1 = 2", "q = 1", "tr(A) = 1", "det(a) = 1", "I(10**9) = 1", "exp(a*Z) = 1",
    "sum(1/a, a, 1, 9) = 9", "E[a] = 1", "E[] = 1", "E[Z | a] = 1", "P(Z) = 1", "a ~ 1", "a => 1", "\udcff = 1", "\x00 = 0", "nan = a",
    "a = " + "(" * 400 + "a" + ")" * 400, "a = " + "+".join("a" * 3000), "a" * 5000 + " = 1", "a = " + "-" * 900 + "a", "E[" * 80 + "Z" + "]" * 80 + " = 0",
]  # fmt: skip
BROKEN_DECLARATIONS = [
    "", "q", "q ~", "~ Normal", "q ~ Cauchy", "q ~ Normal(10**400)", "q: banana", "q: n x", "q: n x n x n", "q: column n", "q > 0, q < 0",
    "1 < 0", "q: real; r: real", "q > 0 and q < 1", "\udcff > 0", "q ~ Wishart(n, 3)", "q ~ Sphere(-1)", "q: polynomial 10**9", "9**9**9 > q", "q >",
]  # fmt: skip
DATA = {
    "deep.json": "[" * 100_000, "list.json": "[1, 2]", "none.json": '{"n": null}', "inf.json": '{"n": 1e999}', "nan.json": '{"n": NaN}',
    "twice.json": '{"n": 1, "n": 2}', "true.json": '{"n": true}', "long.json": '{"n": ' + "9" * 5000 + "}", "inside.json": '{"n": {"a": 1}}',
    "ragged.json": '{"K": [[1, 2], [3]]}', "code.json": '{"n": "__import__(\\"os\\").system(\\"touch pwned\\")"}', "key.json": '{"": 1}',
    "half.json": '{"\\ud800": 1}', "text.npz": "no archive", "none.npz": "", "data.csv": "n\n3\n",
}  # fmt: skip


class Evil:
    """An object whose reading would run a command."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.system, ("touch pwned",)


def data_files() -> None:
    """Files of data that hold no data, or too much, or a program."""
    for name, text in DATA.items():
        Path(name).write_text(text)
    Path("pickle.json").write_bytes(pickle.dumps(Evil()))
    Path("pickle.npz").write_bytes(pickle.dumps(Evil()))
    np.savez("objects.npz", n=np.array([Evil()], dtype=object))
    np.savez("complex.npz", n=np.array(1 + 2j))
    np.savez("words.npz", n=np.array(["two"]))
    np.savez("holes.npz", K=np.array([[1.0, np.nan], [0.0, 1.0]]))
    np.savez("names.npz", **{"../x": np.array(1.0)})
    for name, shape, size in (
        ("promise.npz", "(10**14,)", 8),
        ("huge.npz", "(90000000000000,)", 8),
        ("short.npz", "(9,)", 8),
        ("bomb.npz", "(9,)", 6 * 10**8),
    ):
        head = f"{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}, }}".ljust(117) + "\n"
        with zipfile.ZipFile(name, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed, packed.open("n.npy", "w") as member:
            member.write(b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head.encode())
            for _ in range(0, size, 10**6):
                member.write(bytes(min(size, 10**6)))
