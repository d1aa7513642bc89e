"""A headless Chromium for tests, where the machine has one."""

from __future__ import annotations

import os
import shutil
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

import pytest
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service

if TYPE_CHECKING:
    from collections.abc import Iterator

CHROMIUM: Final = shutil.which("chromium") or shutil.which("google-chrome")
DRIVER: Final = shutil.which("chromedriver")

needs_chromium: Final = pytest.mark.skipif(
    CHROMIUM is None or DRIVER is None, reason="there is no Chromium with its driver"
)

FLAGS: Final = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--disable-dev-shm-usage", "--hide-scrollbars"),
)


@contextmanager
def browser(*, width: int = 1280, height: int = 800, dark: bool = False) -> Iterator[Chrome]:
    """Give a browser with a window of a size, and a profile that nobody has used."""
    assert CHROMIUM is not None
    with TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        options = ChromeOptions()
        options.binary_location = CHROMIUM
        for flag in (*FLAGS, f"--user-data-dir={profile}"):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        # The driver is handed to selenium, which would look for one over the network.
        made = Chrome(options, Service(DRIVER, env={**os.environ, "HOME": profile}))
        try:
            restore(made, dark=dark, width=width, height=height)
            yield made
        finally:
            made.quit()


def restore(chrome: Chrome, *, dark: bool, width: int = 1280, height: int = 800) -> None:
    """Give the window its size, and people their liking for light or dark."""
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
    scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
