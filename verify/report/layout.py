"""Places for the boxes of a layered graph.

Layers go from left (rests on nothing here) to right; a cycle of uses is one layer step, so the drawing never fails. Edges
that span several layers run through a place of their own in each, and barycentre sweeps keep crossings few.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import networkx as nx

ROW, BOX, GAP, LETTER = 26, 20, 56, 6.3
SWEEPS = 8


def _layers(part: nx.DiGraph) -> dict[str, int]:
    condensed = nx.condensation(part)
    layer: dict[str, int] = {}
    for number, members in enumerate(nx.topological_generations(condensed)):
        layer.update({node: number for member in members for node in condensed.nodes[member]["members"]})
    for node in sorted(layer, key=layer.__getitem__, reverse=True):  # close to its users, so that edges are short
        later = [layer[user] for user in part.successors(node) if layer[user] > layer[node]]
        if later and not any(layer[used] >= layer[node] for used in part.predecessors(node)):
            layer[node] = max(layer[node], min(later) - 1)
    return layer


Place = tuple[float, float, float]


def layout(part: nx.DiGraph) -> tuple[dict[object, Place], tuple[float, float]]:
    """Places (x, y, width) of nodes and of the bends ``(used, user, layer)``, and the size of the whole."""
    layer = _layers(part)
    columns: list[list[object]] = [[] for _ in range(max(layer.values()) + 1)]
    for node in sorted(layer):
        columns[layer[node]].append(node)
    links: dict[object, list[object]] = {}
    for used, user in part.edges:
        chain: list[object] = [used, *((used, user, k) for k in range(layer[used] + 1, layer[user])), user]
        for bend in chain[1:-1]:
            columns[bend[2]].append(bend)  # type: ignore[index]
        for a, b in pairwise(chain):
            links.setdefault(a, []).append(b)
            links.setdefault(b, []).append(a)
    height = {node: float(i) for column in columns for i, node in enumerate(column)}
    for sweep in range(SWEEPS):
        order = range(len(columns)) if sweep % 2 == 0 else reversed(range(len(columns)))
        for k in order:
            side = -1 if sweep % 2 == 0 else 1
            near = set(columns[k + side]) if 0 <= k + side < len(columns) else set()
            goal = {n: _mean([height[m] for m in links.get(n, []) if m in near], height[n]) for n in columns[k]}
            columns[k].sort(key=lambda n: (goal[n], str(n)))
            _spread(columns[k], goal, height)
    top = min(height.values())
    places: dict[object, Place] = {}
    x = 0.0
    for column in columns:
        width = max((len(n) * LETTER + 24 for n in column if isinstance(n, str)), default=24.0)
        for place in column:
            own = len(place) * LETTER + 24 if isinstance(place, str) else width
            places[place] = (x, (height[place] - top) * ROW, own)
        x += width + GAP
    return places, (x - GAP, max(at[1] for at in places.values()) + BOX)


def _spread(column: list[object], goal: dict[object, float], height: dict[object, float]) -> None:
    """Heights as near to the goals as the order and a distance of one row allow (pooled neighbours share the shift)."""
    blocks: list[list[object]] = []
    starts: list[float] = []
    for node in column:
        blocks.append([node])
        starts.append(goal[node])
        while len(blocks) > 1 and starts[-2] + len(blocks[-2]) > starts[-1]:
            tail = blocks.pop()
            starts.pop()
            blocks[-1] = blocks[-1] + tail
            starts[-1] = _mean([goal[n] - i for i, n in enumerate(blocks[-1])], 0.0)
    for start, block in zip(starts, blocks, strict=True):
        for i, node in enumerate(block):
            height[node] = start + i


def _mean(values: Sequence[float], default: float) -> float:
    return sum(values) / len(values) if values else default
