"""A headless Chromium spoken to through its debugging pipe: no driver to install, and every request and message is seen."""

from __future__ import annotations

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None)
QUIET = (
    "--headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking --disable-component-update --disable-sync "
    "--disable-extensions --disable-dev-shm-usage --hide-scrollbars --mute-audio --remote-debugging-pipe"
).split()
LAUNCH = "import os, sys; os.dup2(int(sys.argv[1]), 3); os.dup2(int(sys.argv[2]), 4); os.execv(sys.argv[3], sys.argv[3:])"
PATIENCE = 60.0


class Page:
    """One tab: what it asked the network for, what it wrote to the console, and its document."""

    def __init__(self, folder: Path) -> None:
        assert CHROMIUM is not None
        down, up = os.pipe(), os.pipe()
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 64) for end in (down[0], up[1])]  # clear of 3 and 4, where Chromium wants them
        launch = [sys.executable, "-c", LAUNCH, *map(str, ends), CHROMIUM, *QUIET, f"--user-data-dir={folder}", "about:blank"]
        self.process = subprocess.Popen(launch, pass_fds=ends, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for end in (down[0], up[1], *ends):
            os.close(end)
        self.out, self.inn = down[1], up[0]
        self.buffer, self.number, self.session = b"", 0, ""
        self.requests: list[str] = []
        self.messages: list[str] = []
        self.loaded = False
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """A command and its answer; what happens meanwhile is kept."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == self.number:
                assert "error" not in answer, (method, answer["error"])
                return answer["result"]  # type: ignore[no-any-return]

    def _read(self) -> dict[str, Any]:
        deadline = time.monotonic() + PATIENCE
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.inn], [], [], max(0.0, deadline - time.monotonic()))
            assert ready, "the browser does not answer"
            self.buffer += os.read(self.inn, 1 << 20)
        raw, self.buffer = self.buffer.split(b"\0", 1)
        message: dict[str, Any] = json.loads(raw)
        self._note(message.get("method", ""), message.get("params", {}))
        return message

    def _note(self, method: str, what: dict[str, Any]) -> None:
        if method == "Network.requestWillBeSent":
            self.requests.append(what["request"]["url"])
        elif method == "Runtime.consoleAPICalled":
            self.messages.append(" ".join(str(a.get("value", a.get("description"))) for a in what["args"]))
        elif method == "Runtime.exceptionThrown":
            self.messages.append(str(what["exceptionDetails"]))
        elif method == "Log.entryAdded":
            self.messages.append(what["entry"]["text"])
        elif method == "Page.loadEventFired":
            self.loaded = True

    def open(self, address: str) -> None:
        """Go to an address and wait until it is loaded."""
        for place in ("about:blank", address):  # first away, so that another fragment of the same file is a new page
            self.requests.clear()
            self.messages.clear()
            self.loaded = False
            self.call("Page.navigate", url=place)
            while not self.loaded:
                self._read()

    def window(self, width: int, height: int = 900, scale: float = 1.0) -> None:
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=width < 600)

    def colours(self, scheme: str) -> None:
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def scripts(self, on: bool) -> None:
        self.call("Emulation.setScriptExecutionDisabled", value=not on)

    def run(self, expression: str) -> Any:
        """The value of an expression in the page."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def press(self, key: str, text: str = "") -> None:
        for kind in ("keyDown", "keyUp"):
            more = {"text": text} if text and kind == "keyDown" else {}
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, **more)

    def type(self, text: str) -> None:
        self.call("Input.insertText", text=text)

    def picture(self, path: Path, whole: bool = False) -> None:
        """A screenshot, of the window or of the whole page."""
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        path.write_bytes(base64.b64decode(data))

    def close(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.out)
        os.close(self.inn)


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    if CHROMIUM is None:
        pytest.skip("no Chromium here: the page is not tried in a browser (apt install chromium)")
    page = Page(tmp_path_factory.mktemp("profile"))
    yield page
    page.close()


@pytest.fixture
def visit(browser: Page, html: str, tmp_path: Path) -> Callable[..., Page]:
    """Open the page of the invented library in a wide light window, scripts on, unless told otherwise."""
    report = tmp_path / "report.html"
    report.write_text(html, encoding="utf-8")

    def opened(fragment: str = "", *, width: int = 1200, scripts: bool = True, dark: bool = False) -> Page:
        browser.window(width)
        browser.colours("dark" if dark else "light")
        browser.scripts(scripts)
        browser.open(report.as_uri() + fragment)
        return browser

    return opened
