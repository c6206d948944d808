r"""Signal-noise data and a two-layer convolutional network: notation.

| symbol | meaning |
|---|---|
| $x=[y\mu,\xi]$ | label $y=\pm1$, signal $\mu$, noise $\xi\sim N(0,\sigma_\xi^2I_d)$; classes balanced |
| SNR | $\|\mu\|/(\sigma_\xi\sqrt d)$; $n$ samples |
| $f$ | $\sum_{j=\pm1}\frac jm\sum_{r=1}^m[\sigma(\langle w_{j,r},y\mu\rangle)+\sigma(\langle w_{j,r},\xi\rangle)]$ |
| $\sigma$, $m$ | $\sigma(z)=\max(z,0)^q$; number of neurons for each sign |
| $L_S$, $L_D$ | logistic loss on the sample and on fresh data; full-batch gradient descent to the first $L_S\le\varepsilon$ |
| $s_0$ | $\sigma_0\sigma_\xi\sqrt d$, the standard deviation of $\langle w,\xi\rangle$ at the start |
"""

import sympy as sp

n = sp.Symbol("n", integer=True, positive=True)
q = sp.Symbol("q", integer=True, positive=True)
snr = sp.Symbol("SNR", positive=True)
s0 = sp.Symbol("s_0", positive=True)
