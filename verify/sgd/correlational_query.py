"""Gradients by differences of the loss, against quadrature; sign labels on a fresh and on a reused sample."""

from lemmata.numerics.models.single_index.queries import sign_label_gradients, squared_loss_gradient
from lemmata.theory.sgd.correlational_query import claim
from lemmata.verify import experiment


@experiment(claim, points=(2, 8), resolution=(0.1, 0.04), replicates=(2**14, 2**16), first=256)
def correlational_query(p, draw):
    activation, label = (p.c_1, p.c_2, p.c_3), (p.b_1, p.b_2, p.b_3)
    return {**squared_loss_gradient(p.d, p.m, p.rho, activation, label, draw), **sign_label_gradients(p.t, p.psi, draw)}
