"""The vocabulary of formulas: what each LaTeX command stands for."""

from __future__ import annotations

LETTERS = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ϵ", "varepsilon": "ε", "zeta": "ζ", "eta": "η",
    "theta": "θ", "vartheta": "ϑ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π",
    "rho": "ρ", "varrho": "ϱ", "varpi": "ϖ", "sigma": "σ", "varsigma": "ς", "tau": "τ", "upsilon": "υ", "phi": "ϕ", "varphi": "φ", "chi": "χ", "psi": "ψ",
    "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ",
    "Upsilon": "Υ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω", "ell": "ℓ", "infty": "∞", "partial": "∂", "nabla": "∇",
    "emptyset": "∅", "varnothing": "∅", "top": "⊤", "bot": "⊥", "hbar": "ℏ", "Re": "ℜ", "Im": "ℑ", "dots": "…", "ldots": "…",
    "cdots": "⋯", "vdots": "⋮", "ddots": "⋱", "forall": "∀", "exists": "∃", "nexists": "∄", "dagger": "†", "ddagger": "‡",
    "star": "⋆", "ast": "∗", "prime": "′", "imath": "ı", "jmath": "ȷ", "aleph": "ℵ", "checkmark": "✓", "square": "□",
}  # fmt: skip
RELATIONS = {
    "=": "=", ":=": "≔", "<": "<", ">": ">", ":": ":", "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "ne": "≠", "neq": "≠", "sim": "∼",
    "simeq": "≃", "approx": "≈", "asymp": "≍", "lesssim": "≲", "gtrsim": "≳", "ll": "≪", "gg": "≫", "equiv": "≡", "cong": "≅",
    "propto": "∝", "to": "→", "rightarrow": "→", "leftarrow": "←", "gets": "←", "mapsto": "↦", "iff": "⟺", "implies": "⟹",
    "Rightarrow": "⇒", "Leftarrow": "⇐", "Leftrightarrow": "⇔", "leftrightarrow": "↔", "longrightarrow": "⟶", "in": "∈",
    "notin": "∉", "ni": "∋", "subset": "⊂", "subseteq": "⊆", "supset": "⊃", "supseteq": "⊇", "preceq": "⪯", "succeq": "⪰",
    "prec": "≺", "succ": "≻", "mid": "∣", "parallel": "∥", "perp": "⊥", "vdash": "⊢", "models": "⊨", "coloneqq": "≔", "doteq": "≐",
    "leqslant": "⩽", "geqslant": "⩾", "uparrow": "↑", "downarrow": "↓", "rightharpoonup": "⇀", "hookrightarrow": "↪",
    "nearrow": "↗", "searrow": "↘",
}  # fmt: skip
BINARY = {
    "+": "+", "-": "−", "*": "∗", "/": "/", "pm": "±", "mp": "∓", "cdot": "⋅", "times": "×", "circ": "∘", "otimes": "⊗", "oplus": "⊕",
    "odot": "⊙", "cup": "∪", "cap": "∩", "setminus": "∖", "backslash": "∖", "wedge": "∧", "vee": "∨", "land": "∧", "lor": "∨",
    "neg": "¬", "lnot": "¬", "bullet": "•", "div": "÷", "boxtimes": "⊠", "boxplus": "⊞",
}  # fmt: skip
BIG = {
    "sum": "∑", "prod": "∏", "coprod": "∐", "int": "∫", "iint": "∬", "oint": "∮", "bigcup": "⋃", "bigcap": "⋂", "bigoplus": "⨁",
    "bigotimes": "⨂", "bigwedge": "⋀", "bigvee": "⋁",
}  # fmt: skip
FUNCTIONS = {
    "log", "ln", "exp", "sin", "cos", "tan", "sinh", "cosh", "tanh", "coth", "cot", "sec", "csc", "arcsin", "arccos", "arctan", "det",
    "dim", "deg", "ker", "arg", "gcd", "max", "min", "sup", "inf", "lim", "limsup", "liminf", "Pr", "hom", "lg",
}  # fmt: skip
LIMITS = {"max", "min", "sup", "inf", "lim", "limsup", "liminf", "det", "gcd", "Pr"}
DELIMITERS = {
    "(": "(", ")": ")", "[": "[", "]": "]", "|": "|", ".": "", "/": "/", "\\{": "{", "\\}": "}", "\\|": "‖", "\\lbrace": "{",
    "\\rbrace": "}", "\\langle": "⟨", "\\rangle": "⟩", "\\lvert": "|", "\\rvert": "|", "\\lVert": "‖", "\\rVert": "‖", "\\vert": "|",
    "\\Vert": "‖", "\\lfloor": "⌊", "\\rfloor": "⌋", "\\lceil": "⌈", "\\rceil": "⌉", "<": "⟨", ">": "⟩", "\\lbrack": "[",
    "\\rbrack": "]", "\\uparrow": "↑", "\\downarrow": "↓",
}  # fmt: skip
SPACES = {
    ",": 0.17,
    ":": 0.22,
    ";": 0.28,
    " ": 0.25,
    "quad": 1.0,
    "qquad": 2.0,
    "!": -0.17,
    "thinspace": 0.17,
    ">": 0.22,
    "enspace": 0.5,
}
ACCENTS = {
    "hat": "^", "widehat": "^", "bar": "¯", "overline": "¯", "tilde": "~", "widetilde": "~", "dot": "˙", "ddot": "¨", "vec": "→",
    "check": "ˇ", "breve": "˘", "mathring": "˚", "overbrace": "⏞", "overrightarrow": "→",
}  # fmt: skip
UNDER = {"underline": "_", "underbrace": "⏟"}
FONTS = {
    "mathbb": "bb", "mathcal": "cal", "mathscr": "cal", "mathfrak": "frak", "mathbf": "bf", "boldsymbol": "bf", "bm": "bf", "mathrm": "rm",
    "mathsf": "rm", "mathit": "it", "mathtt": "tt", "rm": "rm", "bf": "bf", "it": "it",
}  # fmt: skip
SIZES = {f"{size}{side}" for size in ("big", "Big", "bigg", "Bigg") for side in ("", "l", "r", "m")}
IGNORED = {"limits", "nolimits", "displaystyle", "textstyle", "scriptstyle", "nonumber", "allowbreak", "mathstrut", "strut"}
TABLES = {
    "matrix",
    "pmatrix",
    "bmatrix",
    "vmatrix",
    "smallmatrix",
    "cases",
    "aligned",
    "align",
    "align*",
    "array",
    "gathered",
    "split",
}
