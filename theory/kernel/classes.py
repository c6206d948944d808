"""What a claim declares of the functions of a class, as facts: bounds, Lipschitz constants, convexity."""

from __future__ import annotations

from typing import Any

import sympy as sp

from lemmata.theory.kernel.conditions import nonnegative
from lemmata.theory.kernel.core import Core
from lemmata.theory.kernel.defined import conditions as where_defined
from lemmata.theory.kernel.facts import Fact, Refused
from lemmata.theory.language.calculus import Applied, FunctionSymbol
from lemmata.theory.language.definitions import expand


class Classes(Core):
    """Facts about functions of a declared class."""

    def bounded(self, f: Any, x: Any, order: int = 0) -> Fact:
        """|f(x)| <= the bound that is declared; of order 1, |f'(x)| <= the Lipschitz constant of a smooth class.

        Needs: a function of a class with a bound; for order 1 one that is smooth, with a Lipschitz constant.
        Example: |tanh x| <= 1 for the functions of FunctionClass(..., bound=1).
        """
        (x,) = self._terms("bound of a function", x)
        klass = self._class(f)
        if order == 1 and klass.smooth and klass.lipschitz is not None:
            most = klass.lipschitz
        elif order == 0 and klass.bound is not None:
            most = klass.bound
        else:
            word = "a bound" if order == 0 else "a Lipschitz constant and smooth functions"
            raise Refused(f"the class of {f} does not declare {word}: FunctionClass(..., bound=..., lipschitz=..., smooth=...)")
        left = sp.Abs(Applied(f, x, order))
        return self._enter(left, "<=", most, "a declared bound", conditions=where_defined(expand(x)))

    def lipschitz(self, f: Any, x: Any, y: Any) -> Fact:
        """|f(x) - f(y)| <= L |x - y| with the Lipschitz constant L that is declared.

        Needs: a function of a class with a Lipschitz constant.
        Example: |f(x) - f(0)| <= |x| for the functions of FunctionClass(..., lipschitz=1).
        """
        x, y = self._terms("Lipschitz constant", x, y)
        klass = self._class(f)
        if klass.lipschitz is None:
            raise Refused(f"the class of {f} does not declare a Lipschitz constant: FunctionClass(..., lipschitz=...)")
        left = sp.Abs(Applied(f, x) - Applied(f, y))
        conditions = [*where_defined(expand(x)), *where_defined(expand(y))]
        return self._enter(left, "<=", klass.lipschitz * sp.Abs(x - y), "a declared Lipschitz constant", conditions=conditions)

    def convex(self, f: Any, x: Any, y: Any, t: Any) -> Fact:
        """f((1 - t) x + t y) <= (1 - t) f(x) + t f(y) for 0 <= t <= 1 and a function that is declared to be convex.

        Needs: a function of a convex class, and t in [0, 1].
        Example: f((x + y)/2) <= (f(x) + f(y))/2 for the functions of FunctionClass(..., convex=True).
        """
        x, y, t = self._terms("convexity", x, y, t)
        if not self._class(f).convex:
            raise Refused(f"the class of {f} does not declare convexity: FunctionClass(..., convex=True)")
        left, right = Applied(f, (1 - t) * x + t * y), (1 - t) * Applied(f, x) + t * Applied(f, y)
        conditions = [nonnegative(t), nonnegative(1 - t), *(c for e in (x, y, t) for c in where_defined(expand(e)))]
        return self._enter(left, "<=", right, "declared convexity", conditions=conditions)

    def _class(self, f: Any) -> Any:
        if not isinstance(f, FunctionSymbol):
            raise Refused(f"{f} is no arbitrary function: declare it with Function(..., of=FunctionClass(...))")
        return self._declared.function_class(f)
