"""The attacks are modules beside the tests; what was seen is shown as one table at the end, from all workers."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    from attack_outcome import summary

    reports = (report for reports in terminalreporter.stats.values() for report in reports)
    calls = (r for r in reports if getattr(r, "when", "") == "call")
    seen = [value for r in calls for name, value in r.user_properties if name == "attack"]
    if seen:
        terminalreporter.write_line(summary([tuple(row) for row in seen]))
