"""Searches over nets."""

from lemmata import Settings
from lemmata.numerics.models.single_index.links import net_search
from lemmata.theory.generative.net_succeeds import claim


def run(p, draw):
    return {"found": net_search(int(p["d"]), int(p["n"]), draw)}


settings = Settings(
    claim, examples=({"q": 6},), core=(0, 6), rest=(0, 2), replicates=(2**9, 2**11), first=2**7, procedures={"search": run}
)
