"""Who rests on whom: marks that follow from dependencies, and a layered drawing of them as inline SVG.

Layers go from left (rests on nothing here) to right; a cycle of uses is one layer step, so the drawing never fails. Edges
that span several layers run through a place of their own in each, and barycentre sweeps keep crossings few.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import pairwise

import networkx as nx

from verify.engine.records import POSITIVE, ClaimRecord
from verify.report.words import VERDICTS

WIDTH, ROW, BOX, GAP, PAD, LETTER = 1120, 26, 20, 56, 14, 6.3
SWEEPS = 8


@dataclass
class Marks:
    """What a claim inherits: used by whom, resting (through any chain) on corrected prints or unsettled claims."""

    users: list[str] = field(default_factory=list)
    corrected: list[str] = field(default_factory=list)
    unsettled: list[str] = field(default_factory=list)
    absent: list[str] = field(default_factory=list)


def uses_graph(records: Sequence[ClaimRecord]) -> nx.DiGraph:
    """Edges from a claim to each claim that uses it."""
    graph = nx.DiGraph()
    graph.add_nodes_from(sorted(record.id for record in records))
    graph.add_edges_from(sorted((used, record.id) for record in records for used in record.uses))
    return graph


def marks(records: Sequence[ClaimRecord]) -> dict[str, Marks]:
    """The marks of every claim."""
    graph = uses_graph(records)
    corrected = {record.id for record in records if print_refuted(record)}
    unsettled = {record.id for record in records if record.verdict not in POSITIVE}
    known = {record.id for record in records}
    found = {}
    for record in records:
        below = nx.ancestors(graph, record.id) - {record.id}
        found[record.id] = Marks(
            users=sorted(graph.successors(record.id)),
            corrected=sorted(below & corrected),
            unsettled=sorted(below & unsettled),
            absent=sorted(set(record.uses) - known),
        )
    return found


def print_refuted(record: ClaimRecord) -> bool:
    """Whether the check established that the print is wrong."""
    return any(law.name == "as-printed" and law.outcome == "fails" for law in record.laws)


def drawing(records: Sequence[ClaimRecord]) -> tuple[str, int]:
    """The SVG of all claims that use or are used, and how many do neither (they are not drawn)."""
    graph = uses_graph(records)
    by_id = {record.id: record for record in records}
    alone = [node for node in graph if graph.degree(node) == 0]
    graph.remove_nodes_from(alone)
    parts = sorted(nx.weakly_connected_components(graph), key=lambda part: (-len(part), min(part)))
    placed, x, y, shelf, width = [], 0.0, 0.0, 0.0, 0.0
    for part in parts:
        places, size = _layout(graph.subgraph(sorted(part)))
        if x > 0 and x + size[0] > WIDTH:
            x, y, shelf = 0.0, y + shelf + ROW, 0.0
        placed.append((x, y, places, graph.subgraph(sorted(part))))
        x, shelf = x + size[0] + GAP, max(shelf, size[1])
        width = max(width, x - GAP)
    if not placed:
        return "", len(alone)
    edges = [line for dx, dy, places, part in placed for line in _edges(part, places, dx, dy)]
    boxes = [
        _box(node, by_id.get(node), dx + at[0], dy + at[1], at[2])
        for dx, dy, places, _ in placed
        for node, at in places.items()
        if isinstance(node, str)
    ]
    w, h = round(width + 2 * PAD), round(y + shelf + 2 * PAD)
    head = (
        f'<svg class="graph" width="{w}" height="{h}" viewBox="{-PAD} {-PAD} {w} {h}" role="img" '
        'aria-label="Dependency graph of the claims">'
        '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 .8 7 4 0 7.2z"/></marker></defs>'
    )
    return head + "".join(edges) + "".join(boxes) + "</svg>", len(alone)


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


def _layout(part: nx.DiGraph) -> tuple[dict[object, Place], tuple[float, float]]:
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


def _edges(part: nx.DiGraph, places: dict[object, Place], dx: float, dy: float) -> list[str]:
    lines = []
    for used, user in sorted(part.edges):
        start, end = places[used], places[user]
        bends = sorted((n for n in places if isinstance(n, tuple) and n[:2] == (used, user)), key=lambda n: n[2])
        x, y = start[0] + start[2], start[1] + BOX / 2
        path = f"M{dx + x:.0f} {dy + y:.0f}"
        for at in [*(places[b] for b in bends), end]:
            to_y = at[1] + BOX / 2
            half = (at[0] - x) / 2 if at[0] > x else 30
            path += f"C{dx + x + half:.0f} {dy + y:.0f} {dx + at[0] - half:.0f} {dy + to_y:.0f} "
            path += f"{dx + at[0]:.0f} {dy + to_y:.0f}"
            x, y = at[0], to_y
            if at is not end:
                x += at[2]
                path += f"H{dx + x:.0f}"
        lines.append(
            f'<path class="edge" d="{path}" marker-end="url(#arrow)"><title>{escape(user)} uses {escape(used)}</title></path>'
        )
    return lines


def _box(node: str, record: ClaimRecord | None, x: float, y: float, width: float) -> str:
    verdict = record.verdict if record else "absent"
    glyph = VERDICTS[verdict][0] if record else "·"
    corrected = record is not None and print_refuted(record)
    words = (
        f"{node}: {verdict}{', its print is corrected' if corrected else ''}. {record.title}"
        if record
        else f"{node}: not part of this report"
    )
    shape = (
        f'<g class="node v-{verdict}{" corrected" if corrected else ""}" data-id="{escape(node)}">'
        f"<title>{escape(words)}</title>"
        f'<rect x="{x:.0f}" y="{y:.0f}" width="{width:.0f}" height="{BOX}" rx="4"/>'
        f'<text x="{x + 7:.0f}" y="{y + 14:.0f}">{glyph} {escape(node)}</text></g>'
    )
    return f'<a href="#claim-{escape(node)}">{shape}</a>' if record else shape
