r"""Diffusion models: notation.

| symbol | meaning |
|---|---|
| $X_\tau$ | forward process $dX=-X\,d\tau+\sqrt2\,dB$, $X_0\sim p_0$, density $p_\tau$ at time $\tau$ |
| $s(x,\tau)$ | $\nabla\log p_\tau(x)$; $\hat s$ an estimate of it |
| $\hat Y$ | $d\hat Y=(\hat Y+2\hat s(\hat Y,T-t))\,dt+\sqrt2\,dB$, $\hat Y_0\sim p_T$; at $t=T-\tau$ it stands for $X_\tau$ |
| $v$, $v_\tau$ | variance of $p_0=N(0,v)$, and of $p_\tau$: $1+(v-1)e^{-2\tau}$ |
| $\Phi(\tau)$ | $e^{-\tau}v/v_\tau$: what a unit error at time $\tau$ moves the end point of $\hat Y$ by, per unit of drift |
"""

import sympy as sp

T, v = sp.symbols("T v", positive=True)
tau = sp.Symbol("tau", nonnegative=True)
variance = 1 + (v - 1) * sp.exp(-2 * tau)
propagator = sp.exp(-tau) * v / variance
"""What a shift of the score at time tau contributes to the end point, per unit of drift."""
left_unexplained = 1 - sp.exp(-2 * T) * v / (1 + (v - 1) * sp.exp(-2 * T))
"""1 - corr(X_0, X_T)^2."""
