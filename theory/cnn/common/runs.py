"""A training run of the signal-noise network and what it has learned at its stop: the procedures of several claims, and their sizes.

Units σ_ξ²d = 1, so that |μ| = SNR; e_0 = ησ_ξ²d/(nm) is the rate; starts of size s0 = σ_0σ_ξ√d; balanced classes, m = 16 neurons of
each sign; d = 0 stands for an infinite dimension; `across`: training noise orthogonal to μ. γ and ρ are the coefficients of
μ/|μ|² and ξ_i/|ξ_i|².
"""

from lemmata import Maximum, Naturals, Procedure, Rational, Symbol

h = Symbol("h", "number of samples of each class", Naturals)
PARAMETERS = ("n", "d", "snr", "q", "m", "s0", "rate", "stop", "steps", "across", "tests")
OUTPUTS = {
    "signal": "largest γ",
    "weakest": "least over the signs of the largest γ",
    "noise": "largest |ρ|",
    "kept": "least over the samples of the largest ρ of their class",
    "least": "least ρ of a sample and a neuron of its class",
    "error": "share of fresh data with the wrong sign",
    "train": "training loss",
}
literal = Procedure("literal", "descent on the weights of the two-layer network in R^d", PARAMETERS, OUTPUTS)
training = Procedure("training", "the same in the coordinates that descent moves", PARAMETERS, OUTPUTS)
SIZES = {"m": 16, "tests": 256, "across": 0}
STOP = Rational(1, 50)


def relu(n, d, snr, run=training, **changed):
    """A ReLU network trained to a loss of at most 1/50."""
    rate = Rational(1, 2) / Maximum(1, n * snr**2)
    sizes = {**SIZES, "q": 1, "s0": Rational(1, 100), "rate": rate, "stop": STOP, "steps": 400}
    return run(n=n, d=d, snr=snr, **(sizes | changed))


def cube(n, d, snr, run=training, **changed):
    """The same with (ReLU)³, with smaller steps."""
    rate = Rational(1, 10) / Maximum(1, n * snr**2)
    sizes = {**SIZES, "q": 3, "s0": Rational(1, 10), "rate": rate, "stop": STOP, "steps": 6000}
    return run(n=n, d=d, snr=snr, **(sizes | changed))
