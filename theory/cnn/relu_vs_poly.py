"""At low n SNR² and high n SNR⁴ d ReLU overfits benignly where (ReLU)³ does not; and its signal yields to its noise gently, not at once.

κ = (n SNR²)² d/n, so that κ ≥ 10 at n SNR² = s takes a dimension of 10n/s²: there n SNR³ is far below 1, and (ReLU)³ memorises. The
ratio of the largest γ to the largest ρ is proportional to n SNR² for ReLU. For (ReLU)^q the loser of the race gains an amount of
order SNR² u_0^(q-1) with u_0 of order SNR when the signal loses, so the ratio goes like SNR^(q+1) or (n SNR²)^((q+1)/2), and like (n
SNR²)^(q/2) when the noise loses. "Constant separation" compares the hypotheses of two theorems, C_3 and C_1 of one κ against powers
of logarithms: it is no statement about runs. Units σ_ξ²d = 1, m = 16, training loss at most 1/50, starts of size 1/100 for ReLU and
1/10 for (ReLU)³; exponents between two values of n SNR² on the same data and start.
"""
