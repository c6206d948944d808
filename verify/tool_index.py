"""What to type for what is asked for, where neither the name of a tool nor that of a claim says it: a table of the page of tools."""

ASKED = (
    ("bias, variance, κ of a spectrum of my own", "ridge.equivalent l=1,0.5,0.25 b=1,1,1 n=10 λ=0.1 σ²=0.25"),
    ("its best penalty", "ridge.best_penalty l=1,0.5,0.25 b=1,1,1 n=10 σ²=0.25"),
    ("no penalty and fewer eigenvalues than samples", "ridge.least_squares d=6 n=20 σ²=0.25"),
    ("no penalty and more eigenvalues than samples", "ridge.ridgeless l=1,0.5,0.25 b=1,1,1 n=2 σ²=0.25"),
    ("correlated label noise on a design of my own", "ridge.design 'C=[[0.2,0.1,0],[0.1,0.2,0.1],[0,0.1,0.2]]' λ=0.1"),
    ("a flat tail of another weight as ridge", "ridge.tail_is_ridge t=3 l=1,0.5,0.25"),
    ("a curve or surface: lists for numbers", "icl_linear.errors τ=0.5,1.5 κ=0.5,1,2 λ=0.001,0.1"),
    ("the landscape of a linear network at weights of my own", "linear_net.landscape 'W=[[1,0],[0,1]]' n=2 d=2"),
    ("the bias of particles on data of my own", "mean_field.particle_bias 'X=[[1,0],[0,1]]' Y=1,-1"),
    ("exponents of a link, with what shows them", "generative.exponents 'σ=z^2*exp(-z^2)'"),
    ("E[He_k given y], λ_k² and the best transformation of the label", "generative.label 'σ=z^3-3*z' y=0.2 k=1"),
    ("the threshold n/d of the best transformation", "generative.threshold 'σ=cos(z)'"),
    ("a superorthogonal polynomial with its certificate", "superorthogonal.polynomial I=3 K=2"),
    ("Stein coefficients of a pair of links", "hermite.mean_gradient 'σ=z^3-3*z' 'a=tanh(z)' m=0.25"),
    ("the series of a pair of links, in every normalisation", "hermite.gradient_series p=2 m=0.5 α=0,1,2 β=0,3,1"),
    ("the drift of a sample that is used again", "sgd.reused_sample 'σ=sin(z)' 'a=tanh(z)' m=0.2 t=0.3"),
    ("a correlational query whose value is 0", "sgd.sign_label ψ=0"),
    ("what kernels miss at degree 4 and more", "sgd.kernel_floor d=20 p=5 n=500"),
    ("the overlap after T steps and the share above 1/2, with errors", "sgd.reduced_chain T=20 m0=0.3 --sample 500"),
    ("the variance of an additive model", "additive.variance 'c=[[0,1,0.5],[0,0.8,-0.5]]' 'G=[[1,0.3],[0.3,1]]'"),
    ("entries of attention at an input of my own", "icl_single_index.reparameterisation x=1,0,0,0"),
    ("Phase I from a neuron of my own", "icl_single_index.phase1_direction r=3 d=4 k=2 w=0.5,0.5,0.5,0.5"),
    ("Phase II on matrices of my own", "icl_single_index.phase2_ridge 'A=[[1,0],[0,0.5]]' 'G=[[1,0],[0,1]]' 'R=[[1,0],[0,1]]'"),
    ("whether a link lies in F^{k,p}", "icl_single_index.membership 'σ=z^4-6*z^2+3' k=3 p=4"),
    ("the floor without a prompt for any degree", "icl_single_index.floor k=6 r=4"),
    ("the score of a data set's own law at time t", "diffusion.mixture w=1,1,1 m=-2,0,1 v=0,0,0 x=0.4 t=0.1"),
    ("a log-Sobolev constant", "mfld.holley_stroock 'f=cos(z)' λ_1=0.5 λ_2=1"),
    ("the rest of message passing for a message function", "amp.message 'g=tanh(z)' α=1.5 λ=0.1 σ²=0.25"),
)


def table() -> str:
    """The rows as Markdown."""
    rows = "\n".join(f"| {what} | `lemmata eval {command}` |" for what, command in ASKED)
    return f"## What to type for what\n\n| asked for | typed |\n|---|---|\n{rows}"
