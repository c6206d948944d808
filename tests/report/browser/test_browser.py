"""The page in Chromium: it asks the network for nothing, says nothing on the console, filters, links, and reads without scripts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from parted import second

from lemmata.verify.engine.records import ClaimRecord
from lemmata.verify.report import page as report_page

Visit = Callable[..., Any]
SHOWN = "[...document.querySelectorAll('.claim:not([hidden])')].map(c => c.id.slice(6))"
COUNT = "document.getElementById('shown').textContent"


@pytest.fixture(autouse=True)
def quiet(browser: Any) -> Iterator[None]:
    """Whatever a test does, the page asks for nothing but itself and complains about nothing."""
    yield
    assert [url for url in browser.requests if not url.startswith(("file:", "about:"))] == []
    assert browser.messages == []


def test_every_formula_and_every_figure_is_there(visit: Visit, records: list[ClaimRecord]) -> None:
    page = visit()
    assert page.run("document.querySelectorAll('.tex.raw').length") == 0
    assert page.run("[...document.querySelectorAll('.tex')].every(t => t.querySelector('math'))")
    sizes = page.run("[...document.querySelectorAll('.tex.display math')].map(m => m.getBoundingClientRect().height)")
    assert len(sizes) > len(records)
    figures = page.run(
        "[...document.querySelectorAll('.claim')].filter(c => !c.querySelector('svg.plot, .none')).map(c => c.id)"
    )
    assert figures == []
    assert page.run("document.querySelectorAll('svg.plot').length") > len(records) / 2


def test_links_lead_to_elements_and_boxes_to_claims(visit: Visit) -> None:
    page = visit()
    missing = (
        "[...document.querySelectorAll('a[href^=\"#\"]')].map(a => a.getAttribute('href').slice(1))"
        ".filter(h => !h.startsWith('filter=') && !document.getElementById(h))"
    )
    assert page.run(missing) == []
    page.run(
        "document.querySelector('#graph a[href=\"#claim-ridge.rate\"]').dispatchEvent(new MouseEvent('click', {bubbles: true}))"
    )
    assert page.run("location.hash") == "#claim-ridge.rate"
    assert page.run("document.querySelector('.claim:target').id") == "claim-ridge.rate"


def test_words_and_choices_filter(visit: Visit, records: list[ClaimRecord]) -> None:
    page = visit("#filter=ridge+kind:rate")
    assert page.run(SHOWN) == ["ridge.rate"]
    assert page.run("document.querySelector('[data-name=kind]').value") == "rate"
    assert page.run(COUNT) == f"1 of {len(records)} claims"
    choose = (
        "(n, v) => { const s = document.querySelector(`[data-name=${n}]`); s.value = v; s.dispatchEvent(new Event('change')); }"
    )
    page.run(f"({choose})('kind', '')")
    page.run(f"({choose})('family', 'icl')")
    page.run("document.getElementById('filter').value = ''")
    page.run(f"({choose})('verdict', 'proved')")
    assert page.run(SHOWN) == ["icl.witness"]
    assert page.run("document.querySelector('#errata').hidden")
    assert page.run("location.hash") == "#filter=family%3Aicl+verdict%3Aproved"


def test_a_filter_that_nothing_fits_says_so(visit: Visit, records: list[ClaimRecord]) -> None:
    page = visit("#filter=no-such-words")
    assert page.run(SHOWN) == []
    assert page.run(COUNT) == f"0 of {len(records)} claims"


def test_the_keyboard_is_enough(visit: Visit, records: list[ClaimRecord]) -> None:
    page = visit()
    page.press("/", "/")
    assert page.run("document.activeElement.id") == "filter"
    page.type("ridge.")
    assert all(identity.startswith("ridge.") for identity in page.run(SHOWN))
    page.press("Enter")
    first = page.run("document.activeElement.id")
    assert first == "claim-" + page.run(SHOWN)[0]
    page.press("j", "j")
    assert page.run("document.activeElement.id") == "claim-" + page.run(SHOWN)[1]
    page.press("k", "k")
    assert page.run("document.activeElement.id") == first
    page.press("Escape")
    assert len(page.run(SHOWN)) == len(records)


def test_a_link_to_a_hidden_claim_shows_it(visit: Visit) -> None:
    page = visit("#filter=icl.witness")
    page.run("location.hash = '#claim-ridge.rate'")
    assert (
        page.run("new Promise(done => setTimeout(() => done(document.getElementById('claim-ridge.rate').hidden), 50))") is False
    )


def test_figures_at_a_glance(visit: Visit, records: list[ClaimRecord]) -> None:
    page = visit()
    page.run("document.getElementById('glance').click()")
    assert page.run("getComputedStyle(document.getElementById('errata')).display") == "none"
    assert page.run("document.querySelectorAll('.claim').length") == len(records)


@pytest.mark.parametrize("width", [1200, 700, 360])
def test_no_window_is_too_narrow(visit: Visit, width: int) -> None:
    page = visit(width=width)
    assert page.run("document.documentElement.scrollWidth") <= width
    assert page.run("document.getElementById('filter').getBoundingClientRect().right") <= width


def test_all_is_there_to_be_read_without_scripts(visit: Visit, records: list[ClaimRecord]) -> None:
    page = visit(scripts=False)
    page.scripts(True)  # for the questions only: the page has been built without
    assert page.run("document.documentElement.classList.contains('js')") is False
    assert page.run(SHOWN) == sorted(record.id for record in records)
    assert page.run("document.querySelectorAll('math').length") > len(records)
    assert page.run("getComputedStyle(document.getElementById('filter').closest('form')).display") == "none"


def test_dark_is_dark(visit: Visit) -> None:
    bright = "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).reduce((a, b) => a + +b, 0)"
    light, dark = (visit(dark=dark).run(bright) for dark in (False, True))
    assert light > 600
    assert dark < 150


def test_the_first_paint_is_soon(visit: Visit) -> None:
    page = visit()
    painted = page.run(
        "new Promise(done => setTimeout(() => done(performance.getEntriesByType('paint').map(e => e.startTime)), 300))"
    )
    assert painted
    assert min(painted) < 2000  # a slow and busy machine


CLIPPED = """[...document.querySelectorAll('#claims *, #errata *, #matrix *')].filter(e => e.clientWidth > 0 &&
  e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX != 'visible' && !e.closest('.claim:not(.parted)')
  && !e.closest('.raw')).map(e => e.tagName + '.' + e.className + ' ' + e.textContent.slice(0, 60))"""


@pytest.fixture
def parted(browser: Any, tmp_path: Path) -> Callable[..., Any]:
    """Open the page of the invented claims in parts, every fold of it open."""
    report = tmp_path / "parts.html"
    report.write_text(report_page.render(second()), encoding="utf-8")

    def opened(width: int, dark: bool = False, scripts: bool = True) -> Any:
        browser.window(width)
        browser.colours("dark" if dark else "light")
        browser.scripts(scripts)
        browser.open(report.as_uri())
        browser.scripts(True)
        browser.run("document.querySelectorAll('details').forEach(d => d.open = true)")
        browser.run(
            "document.head.insertAdjacentHTML('beforeend', '<style>.claim { content-visibility: visible !important }</style>')"
        )
        return browser

    return opened


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_of_a_claim_in_parts_is_clipped(parted: Callable[..., Any], width: int, dark: bool) -> None:
    page = parted(width, dark)
    assert page.run("document.documentElement.scrollWidth") <= width
    assert page.run(CLIPPED) == []


def test_a_claim_in_parts_is_whole_without_scripts(parted: Callable[..., Any]) -> None:
    page = parted(1280, scripts=False)
    assert page.run("document.documentElement.classList.contains('js')") is False
    assert page.run("document.querySelectorAll('.part-of').length") == sum(len(record.parts) for record in second())
    assert page.run("[...document.querySelectorAll('.tex')].every(t => t.querySelector('math') || t.classList.contains('raw'))")


@pytest.mark.parametrize("dark", [False, True])
def test_every_verdict_can_be_read_against_its_ground(parted: Callable[..., Any], dark: bool) -> None:
    """A contrast of at least 4.5 to 1 between the words of each badge and the card behind it."""
    page = parted(1280, dark)
    contrasts = page.run(
        """(() => {
          const lum = c => { const [r, g, b] = c.match(/[\\d.]+/g).map(Number).map(v => v / 255)
            .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
          const card = lum(getComputedStyle(document.querySelector('.claim')).backgroundColor);
          return [...document.querySelectorAll('.badge')].map(b => { const own = lum(getComputedStyle(b).color);
            return (Math.max(own, card) + 0.05) / (Math.min(own, card) + 0.05); }); })()"""
    )
    assert len(contrasts) > 20
    assert min(contrasts) > 4.5
