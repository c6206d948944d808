"""The gradient draws the positive pair closer and repels negatives in proportion to their softmax shares; what training does to similarities is less.

∂ℓ/∂s = -(1 - π_+)/τ and ∂ℓ/∂S_j = π_j/τ, which add up to 0. The raw similarity of ReLU embeddings is not negative, and from a
small start that of negatives rises, by orders of magnitude where the noise wins: only the gap to the positive pair grows. Their
cosine does fall, from that of random ReLU features (1/π for independent noises) towards 0 for opposite labels. Samples with one
label come together only where the signal wins. Runs of one
tower, 20 samples, 16 neurons, d = 400, 200 steps, n SNR² from 1/2 to 8, with negatives of the opposite label or with all others;
averages over the pairs of opposite labels.
"""

from lemmata import *
from lemmata.theory.contrastive.notation import M, S, away, masses, procedure, s, share, source, tau, total, trained

loss = -log(share)
whole = exp(s / tau) + away
drawn = Slope(loss, s, along=Integer(1))
repelled = Gradient(loss, S)
together = Slope(loss, s, along=Integer(1)) + total(repelled)
often = Rational(1, 2)


snr = Symbol("ϱ", "n SNR²", Positive, latex=r"\varrho")


RANGE = (snr >= Rational(1, 2), snr <= 8)


def seen(event, every=0):
    """An event of a run."""
    return event(trained(s=snr, steps=200, every=every))


strong, weak = (trained(s=s, steps=200, every=0) for s in (Integer(8), Rational(1, 2)))
claim = Claim(
    "contrastive.draw_repel",
    source=source("MULTI-MODEL CONTRASTIVE LEARNING"),
    domain=Domain(core=(M <= 6, tau >= 0.2, tau <= 5, s >= -2, s <= 2, snr >= Rational(1, 2), snr <= 8)),
    parts={
        "main": Part(
            Identity(drawn, -(1 - share) / tau, scale=1 / tau),
            says="The loss falls with the similarity of the positive pair at the rate (1 − π_+)/τ",
            wrong={"own_share": {"right": -share / tau}, "tau_multiplied": {"right": -(1 - share) * tau}},
        ),
        "negatives": Part(
            Identity(repelled, masses / (tau * whole), scale=1 / tau),
            says="and rises with that of a negative at the rate π_j/τ",
            wrong={"sign": {"right": -masses / (tau * whole)}, "tau_multiplied": {"right": tau * masses / whole}},
        ),
        "sum": Part(
            Identity(together, Integer(0), scale=1 / tau),
            says="The rates add up to 0: a common shift of all similarities changes nothing",
            wrong={"negatives_alone": {"left": total(repelled)}},
        ),
        "start": Part(
            Guarantee(seen(lambda run: Abs(run["first_loss"] - log(11)) < Rational(1, 1000)), often),
            when=RANGE,
            says="From a small start all similarities agree, and the loss is log 11 for ten negatives",
            wrong={"negatives_alone": {"event": seen(lambda run: Abs(run["first_loss"] - log(10)) < Rational(1, 1000))}},
        ),
        "gap": Part(
            Guarantee(seen(lambda run: run["positive"] - run["negative"] > 4), often),
            when=RANGE,
            says="More often than not the similarity of a positive pair ends more than 4 above that of pairs with opposite labels",
            wrong={"twenty_above": {"event": seen(lambda run: run["positive"] - run["negative"] > 20)}},
        ),
        "raw": Part(
            Guarantee(seen(lambda run: run["negative"] > 4 * run["first_negative"]), often),
            when=RANGE,
            says="but theirs rises more than fourfold",
            printed=Print(
                {"event": seen(lambda run: run["negative"] < run["first_negative"])},
                erratum=Erratum.condition_missing(
                    "negatives are repelled in cosine; their raw similarity cannot be negative and rises from a small start"
                ),
            ),
            wrong={"thousandfold_less": {"event": seen(lambda run: 1000 * run["negative"] < run["first_negative"])}},
        ),
        "cosine": Part(
            Guarantee(seen(lambda run: And(run["first_cosine"] > Rational(3, 20), run["cosine"] < Rational(1, 20))), often),
            when=RANGE,
            says="while their cosine falls from above 0.15 to below 0.05",
            wrong={"stays": {"event": seen(lambda run: run["cosine"] > Rational(3, 20))}},
        ),
        "all_others": Part(
            Guarantee(
                seen(lambda run: And(run["negative"] > 1000 * run["first_negative"], run["cosine"] < Rational(3, 20)), 1), often
            ),
            when=RANGE,
            says="With all others as negatives the raw similarity rises more than a thousandfold, and the cosine still falls, to below 0.15",
            wrong={"raw_falls": {"event": seen(lambda run: run["negative"] < run["first_negative"], 1)}},
        ),
        "same_label": Part(
            Guarantee(And(strong["same"] > Rational(9, 10), weak["same"] < Rational(3, 5)), often),
            says="Samples with one label end at a mean cosine above 0.9 at n SNR² = 8, but below 0.6 at 1/2",
            wrong={"always_together": {"event": And(strong["same"] > Rational(9, 10), weak["same"] > Rational(9, 10))}},
        ),
    },
    procedures=(procedure,),
)
