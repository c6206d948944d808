"""Message passing, at the least sizes."""

from lemmata.numerics.models.message_passing import amp, evolution, sequential

PLANE = {"n": 6, "d": 3, "λ": 0.5, "σ²": 0.1, "T": 4, "S": 2, "memory": 1}
CLASSES = {"n": 6, "d": 3, "K": 3, "λ": 0.5, "T": 3, "S": 2, "tests": 4, "memory": 1}

PHASES = {"N": 4, "k": 1.0, "s": 1.0, "η": 0.5, "T": 3, "S": 1, "spectrum": 1, "shift": 0}

EXAMPLES = {
    "evolution.multiclass": [
        lambda draw: evolution.multiclass({"K": 3, "α": 2.0, "λ": 0.5, "T": 2, "samples": 5, "correction": 1, "own": 1}, draw)
    ],
    "sequential.coupling": [lambda draw: sequential.coupling(draw, 4, 1.0, 0)],
    "sequential.phases": [lambda draw: sequential.phases(PHASES, draw)],
    "sequential.phases_in_turn": [
        lambda draw: sequential.phases_in_turn({"N": 4, "k": 1.0, "s": 1.0, "sweeps": 2, "spectrum": 0}, draw)
    ],
    "sequential.ising": [lambda draw: sequential.ising({"N": 4, "β": 0.5, "h": 1.0, "χ": 0.5, "λ": 2.5, "sweeps": 9}, draw)],
    "sequential.spins": [
        lambda draw: sequential.spins({"N": 4, "s": 1.0, "η": 0.5, "h": 0.5, "w": 0.8, "χ": 0.6, "shift": 0}, draw)
    ],
    "sequential.probit": [
        lambda draw: sequential.probit({"N": 4, "v_0": 0.1, "v_s": 0.1, "scale": 2.0, "gaussian": 0, "T": 3}, draw),
        lambda draw: sequential.probit({"N": 4, "v_0": 0.1, "v_s": 0.1, "scale": 2.0, "gaussian": 1, "T": 3}, draw),
    ],
    "sequential.gaussian": [lambda draw: sequential.gaussian({"N": 4, "T": 3, "v": 0.5}, draw)],
    "amp.euclidean": [lambda draw: amp.euclidean(PLANE, draw)],
    "amp.multiclass": [lambda draw: amp.multiclass(CLASSES, draw)],
}
