"""`lemmata derive`: the book of derivations, a chapter per family, regenerated from code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from lemmata.theory.language.errors import UsageError
from lemmata.verify.cli.files import write


def derive_pages(names: Sequence[str], check: bool, out: Path) -> int:
    """Write (or compare) the chapters in which the named claims stand; without names, the whole book."""
    from lemmata.theory.kernel.chapters import chapter, contents
    from lemmata.verify.claims import claim_ids, expand

    every = sorted({identity.split(".")[0] for identity in claim_ids()})
    wanted = sorted({identity.split(".")[0] for identity in expand(names)})
    notation = {family: _notation(family) for family in every}
    outcomes = {family: _outcomes(family) for family in wanted}
    texts = {}
    for family, found in outcomes.items():
        at = every.index(family)
        before, after = every[at - 1] if at else "", every[at + 1] if at + 1 < len(every) else ""
        texts[out / f"{family}.md"] = chapter(family, found, notation[family], before, after)
    if wanted == every:
        texts[out / "README.md"] = contents(outcomes, notation)
    proofs = [(claim.id, o) for found in outcomes.values() for claim, parts in found.items() for o in parts.values()]
    failed = [f"{identity}: {outcome.message}" for identity, outcome in proofs if outcome.status == "failed"]
    changed = [str(path) for path, text in texts.items() if not _same(path, text)] if check else []
    if wanted == every:
        changed += _stale(out, texts, check)
    if not check:
        _write(texts)
    for line in failed:
        print(f"a step fails: {line}")
    for line in changed:
        print(f"the committed page differs: {line}; run `lemmata derive`")
    derivations = sum(outcome.status in ("proved", "derived") for _, outcome in proofs)
    print(
        f"{len(outcomes)} chapters with {derivations} derivations "
        + ("checked" if check else f"written to {out}")
        + f", {len(failed)} failing steps, {len(changed)} differences"
    )
    return 1 if failed or changed else 0


def _outcomes(family: str) -> dict[Any, dict[str, Any]]:
    """The claims that have derivations, with what came of that of each part."""
    from lemmata.theory.kernel.prove import prove
    from lemmata.verify.claims import claim_ids, load_claim

    claims = [load_claim(identity) for identity in claim_ids() if identity.split(".")[0] == family]
    proved = [c for c in claims if any(part.proof for part in c.parts.values())]
    return {claim: {name: prove(claim, name) for name in claim.parts} for claim in proved}


def _notation(family: str) -> str:
    """The docstring of the family's notation; a family without one has only its name."""
    try:
        return (import_module(f"lemmata.theory.{family}.notation").__doc__ or "").strip()
    except ModuleNotFoundError:
        return ""


def _same(path: Path, text: str) -> bool:
    return path.is_file() and path.read_bytes() == text.encode()


def _stale(out: Path, texts: Mapping[Path, str], check: bool) -> list[str]:
    """Chapters of families that are no more: reported by a check, removed otherwise; files of other makers are let be."""
    from lemmata.theory.kernel.chapters import MARK

    others = [path for path in sorted(out.glob("*.md")) if path not in texts and path.is_file()]
    old = [path for path in others if path.read_bytes().startswith(MARK.encode())]
    if not check:
        for path in old:
            path.unlink()
        return []
    return [f"{path} (no such family)" for path in old]


def _write(texts: Mapping[Path, str]) -> None:
    for path, text in texts.items():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(f"the page {path} cannot be written: {error.strerror}; choose another folder with --out") from None
        write(path, text, "the page")
