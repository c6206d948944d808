"""`lemmata derive`: readable pages of the derivations, regenerated from code."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from theory.language.errors import UsageError


def derive_pages(names: Sequence[str], check: bool, out: Path) -> int:
    from numerics.balls import ball
    from theory.language.derivation import derive, page
    from verify.claims import expand, load_claim

    failed, changed, pages = [], [], 0
    for identity in expand(names):
        claim = load_claim(identity)
        derivation = derive(claim, ball)
        family, slug = identity.split(".")
        path = out / family / f"{slug}.md"
        text = page(derivation)
        failed += [
            f"{identity}: {step.title} ({step.how}{': ' + step.detail if step.detail else ''})"
            for step in derivation.steps
            if step.passed is False
        ]
        pages += 1
        if check:
            if not path.exists() or path.read_text() != text:
                changed.append(str(path))
            continue
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        except OSError as error:
            raise UsageError(f"the page {path} cannot be written: {error.strerror}; choose another folder with --out") from None
    if check and not names:
        known = {out / i.split(".")[0] / f"{i.split('.')[1]}.md" for i in expand([])}
        changed += [f"{path} (no such claim)" for path in sorted(out.glob("*/*.md")) if path not in known]
    for line in failed:
        print(f"a step fails: {line}")
    for line in changed:
        print(f"the committed page differs: {line}; run `lemmata derive`")
    print(
        f"{pages} pages "
        + ("checked" if check else f"written to {out}")
        + f", {len(failed)} failing steps, {len(changed)} differences"
    )
    return 1 if failed or changed else 0
