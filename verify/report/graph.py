"""Who rests on whom: marks that follow from dependencies, and drawings of them as inline SVG, whole and around one claim.

Fill and sign of a box: the claim's verdict. Border: solid where all that it rests on is established, dashed where not.
A bar at its left: its print is refuted. A corner: it rests on a corrected print and its own evidence uses the correction.
Hatching: it rests on a refuted print and nothing shows yet that the correction is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

import networkx as nx

from lemmata.verify.engine.records import POSITIVE, ClaimRecord
from lemmata.verify.report.layout import BOX, GAP, ROW, Place, layout
from lemmata.verify.report.prints import print_refuted
from lemmata.verify.report.standing import scopes
from lemmata.verify.report.words import VERDICTS

WIDTH, PAD, NEAREST = 1120, 14, 18
DEFINITIONS = (
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
    '<path d="M0 .8 7 4 0 7.2z"/></marker><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" '
    'patternTransform="rotate(45)"><path d="M0 0v6" class="hatching"/></pattern></defs>'
)


@dataclass
class Marks:
    """What a claim inherits, through any chain: users, corrected prints, those of them that taint it, what is unsettled."""

    users: list[str] = field(default_factory=list)
    corrected: list[str] = field(default_factory=list)
    tainted: list[str] = field(default_factory=list)
    unsettled: list[str] = field(default_factory=list)
    absent: list[str] = field(default_factory=list)


def uses_graph(records: Sequence[ClaimRecord]) -> nx.DiGraph:
    """Edges from a claim to each claim that uses it."""
    graph = nx.DiGraph()
    graph.add_nodes_from(sorted(record.id for record in records))
    graph.add_edges_from(sorted((used, record.id) for record in records for used in record.uses))
    return graph


def marks(records: Sequence[ClaimRecord]) -> dict[str, Marks]:
    """The marks of every claim.

    A refuted print taints whatever rests on it until the correction is used: until the corrected statement is itself
    established, and the claim that rests on it holds by evidence of its own, which knows nothing of the print.
    """
    graph = uses_graph(records)
    corrected = {record.id for record in records if print_refuted(record)}
    unsettled = {record.id for record in records if record.verdict not in POSITIVE}
    known = {record.id for record in records}
    found = {}
    for record in records:
        below = nx.ancestors(graph, record.id) - {record.id}
        faulty = below & corrected
        found[record.id] = Marks(
            users=sorted(graph.successors(record.id)),
            corrected=sorted(faulty),
            tainted=sorted(faulty if record.id in unsettled else faulty & unsettled),
            unsettled=sorted(below & unsettled),
            absent=sorted(set(record.uses) - known),
        )
    return found


def drawing(records: Sequence[ClaimRecord]) -> tuple[str, int]:
    """The SVG of all claims that use or are used, and how many do neither (they are not drawn)."""
    graph = uses_graph(records)
    boxes = _Boxes({record.id: record for record in records}, marks(records))
    alone = [node for node in graph if graph.degree(node) == 0]
    graph.remove_nodes_from(alone)
    parts = sorted(nx.weakly_connected_components(graph), key=lambda part: (-len(part), min(part)))
    placed, x, y, shelf, width = [], 0.0, 0.0, 0.0, 0.0
    for members in parts:
        part = graph.subgraph(sorted(members))
        places, size = layout(part)
        if x > 0 and x + size[0] > WIDTH:
            x, y, shelf = 0.0, y + shelf + ROW, 0.0
        placed.append((x, y, places, part))
        x, shelf = x + size[0] + GAP, max(shelf, size[1])
        width = max(width, x - GAP)
    if not placed:
        return "", len(alone)
    lines = [line for dx, dy, places, part in placed for line in boxes.edges(part, places, dx, dy)]
    shapes = [shape for dx, dy, places, _ in placed for shape in boxes.shapes(places, dx, dy)]
    return _svg("graph", "Dependency graph of the claims", width, y + shelf, [DEFINITIONS, *lines, *shapes]), len(alone)


def neighbourhoods(records: Sequence[ClaimRecord], inherited: Mapping[str, Marks]) -> dict[str, str]:
    """For each claim that has any: a small graph of all that it rests on (the nearest) and of its users."""
    graph = uses_graph(records)
    boxes = _Boxes({record.id: record for record in records}, inherited)
    found = {}
    for record in records:
        backwards = nx.single_source_shortest_path_length(graph.reverse(copy=False), record.id)
        nearest = sorted((n for n in backwards if n != record.id), key=lambda n: (backwards[n], n))[:NEAREST]
        users = sorted(graph.successors(record.id))[:NEAREST]
        if not nearest and not users:
            continue
        part = graph.subgraph(sorted({record.id, *nearest, *users}))
        places, size = layout(part)
        lines, shapes = boxes.edges(part, places, 0, 0), boxes.shapes(places, 0, 0, here=record.id)
        found[record.id] = _svg("graph small", f"What {record.id} rests on and what uses it", *size, [*lines, *shapes])
    return found


def _svg(name: str, label: str, width: float, height: float, inside: Iterable[str]) -> str:
    w, h = round(width + 2 * PAD), round(height + 2 * PAD)
    return (
        f'<svg class="{name}" width="{w}" height="{h}" viewBox="{-PAD} {-PAD} {w} {h}" role="img" aria-label="{escape(label)}">'
        f"{''.join(inside)}</svg>"
    )


@dataclass
class _Boxes:
    """Draws claims as boxes and uses as arrows."""

    by_id: Mapping[str, ClaimRecord]
    inherited: Mapping[str, Marks]

    def shapes(self, places: Mapping[object, Place], dx: float, dy: float, here: str = "") -> list[str]:
        return [
            self._box(node, dx + at[0], dy + at[1], at[2], node == here) for node, at in places.items() if isinstance(node, str)
        ]

    def edges(self, part: nx.DiGraph, places: Mapping[object, Place], dx: float, dy: float) -> list[str]:
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
            faulty = used in self.by_id and print_refuted(self.by_id[used])
            lines.append(
                f'<path class="edge{" faulty" if faulty else ""}" d="{path}" marker-end="url(#arrow)">'
                f"<title>{escape(user)} uses {escape(used)}{', as corrected' if faulty else ''}</title></path>"
            )
        return lines

    def _box(self, node: str, x: float, y: float, width: float, here: bool) -> str:
        record, marked = self.by_id.get(node), self.inherited.get(node, Marks())
        if record is None:
            kinds, words, glyph = ["v-absent"], f"{node}: not part of this report", "·"
        else:
            kinds, glyph = [f"v-{record.verdict}"], VERDICTS[record.verdict][0]
            says = [f"{node}: {record.verdict}", *([f"judged for {scopes(record)}"] if scopes(record) else [])]
            for name, applies, word in (
                ("corrected", print_refuted(record), "its print is corrected"),
                (
                    "inherits",
                    bool(marked.corrected) and not marked.tainted,
                    "rests on a corrected print and uses the correction",
                ),
                ("tainted", bool(marked.tainted), f"tainted by the refuted print of {', '.join(marked.tainted)}"),
                ("loose", bool(marked.unsettled), "rests on what is not established"),
            ):
                kinds += [name] if applies else []
                says += [word] if applies else []
            words = f"{', '.join(says)}. {record.title}"
        kinds += ["here"] if here else []
        rect = f'x="{x:.0f}" y="{y:.0f}" width="{width:.0f}" height="{BOX}" rx="4"'
        parts = [f"<title>{escape(words)}</title><rect {rect}/>"]
        parts += [f'<rect class="hatch" {rect}/>'] if "tainted" in kinds else []
        parts += [f'<path class="bar" d="M{x + 1.5:.0f} {y + 2:.0f}v{BOX - 4}"/>'] if "corrected" in kinds else []
        parts += [f'<path class="corner" d="M{x + width - 9:.0f} {y:.0f}h9v9z"/>'] if "inherits" in kinds else []
        text = f'<text x="{x + 7:.0f}" y="{y + 14:.0f}">{glyph} {escape(node)}</text>'
        shape = f'<g class="node {" ".join(kinds)}" data-id="{escape(node)}">{"".join(parts)}{text}</g>'
        return f'<a href="#claim-{escape(node)}">{shape}</a>' if record is not None and not here else shape


def legend() -> list[tuple[str, str]]:
    """One box for each mark, drawn as in the graph, and its meaning in words."""
    entries = [
        ("v-proved", "", "fill and sign: the verdict; border solid: all that it rests on is established"),
        ("v-corroborated loose", "", "border dashed: it rests on something that is not established"),
        (
            "v-corroborated corrected",
            '<path class="bar" d="M3.5 4v16"/>',
            "bar at the left: its print is refuted, the correction is what is verified",
        ),
        (
            "v-corroborated inherits",
            '<path class="corner" d="M53 2h9v9z"/>',
            "corner: it rests on a corrected print, and its own evidence uses the correction",
        ),
        (
            "v-undecided tainted",
            '<rect class="hatch" x="2" y="2" width="60" height="20" rx="4"/>',
            "hatching: it rests on a refuted print, and nothing shows yet that the correction is used",
        ),
        ("v-absent", "", "dotted: not part of this report"),
    ]
    return [
        (
            f'<svg class="graph key" width="64" height="24" aria-hidden="true"><g class="node {kinds}">'
            f'<rect x="2" y="2" width="60" height="20" rx="4"/>{extra}</g></svg>',
            words,
        )
        for kinds, extra, words in entries
    ]
