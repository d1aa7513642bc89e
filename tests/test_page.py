"""The page in a real browser: opened, checked, looked at, fixed, by pointer and by keys."""

from __future__ import annotations

import json
import math
import re
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.wheel_input import ScrollOrigin
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from animspec.fixing import fix
from animspec.web.assets import assets
from tests.browser import browser, needs_chromium, restore
from tests.serving import PATIENCE, ROOT, Running, service

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from selenium.webdriver import Chrome
    from selenium.webdriver.remote.webelement import WebElement

pytestmark = needs_chromium

TWICE: Final = ROOT / "fixtures/cases/duplicate-tick/input.voxelanim.json"
HUMANOID: Final = ROOT / "fixtures/sets/humanoid.voxelanim.json"
PAGE: Final = ROOT / "animspec/web/page"


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    with service() as made:
        yield made


@pytest.fixture(scope="module")
def chrome() -> Iterator[Chrome]:
    with browser() as made:
        yield made


@pytest.fixture
def page(chrome: Chrome, running: Running) -> Iterator[Page]:
    chrome.get(running.url)
    yield Page(chrome)
    # Scripts that fail, and what the page's own policy forbids; answers like 422 are no failure.
    assert [each for each in log_of(chrome) if each["source"] != "network"] == []


def log_of(chrome: Chrome) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = chrome.get_log("browser")  # type: ignore[no-untyped-call]
    return [each for each in found if each["level"] == "SEVERE"]


class Page:
    """The page as somebody uses it."""

    def __init__(self, chrome: Chrome) -> None:
        self.chrome = chrome

    def __getitem__(self, name: str) -> WebElement:
        return self.chrome.find_element(By.ID, name)

    def all(self, selector: str) -> list[WebElement]:
        return self.chrome.find_elements(By.CSS_SELECTOR, selector)

    def wait(self, condition: Callable[[], Any]) -> Any:
        return WebDriverWait(self.chrome, PATIENCE, 0.05).until(lambda _: condition())

    def wait_for(self, name: str, pattern: str) -> str:
        self.wait(lambda: re.search(pattern, self[name].text))
        return self[name].text

    def open(self, path: Path, verdict: str) -> None:
        self["file"].send_keys(str(path))
        self.wait_for("verdict", verdict)

    def text(self) -> str:
        return "\n".join(each.text for each in self.all(".cm-line"))

    def selected(self) -> str:
        found: str = self.chrome.execute_script("return getSelection().toString()")
        return found

    def focused(self) -> str:
        found: str = self.chrome.execute_script("return document.activeElement.id")
        return found


def test_a_file_is_opened_and_its_findings_are_told(page: Page) -> None:
    page.open(TWICE, "1 error")
    assert page["verdict"].get_attribute("role") == "status"
    assert page["verdict"].get_attribute("aria-live") == "polite"
    assert page["name"].get_attribute("value") == TWICE.name
    (group,) = page.all(".group h3")
    clip = json.loads(TWICE.read_text())["clips"][0]
    assert group.text.startswith(f"Clip {clip['name']}")
    (message,) = page.all(".finding .message")
    assert message.text == "key 2 is at tick 24000, which is not after key 1 at tick 24000"
    (frame,) = page.all(".finding .frame")
    line, carets = frame.text.splitlines()
    assert line[carets.index("^") : carets.rindex("^") + 1] == "24000"


def test_a_file_is_dropped_or_its_text_pasted(page: Page) -> None:
    give = (
        "const data = new DataTransfer(); const text = arguments[0];"
        "if (arguments[1]) data.items.add(new File([text], arguments[1]));"
        "else data.setData('text/plain', text);"
    )
    drop = "document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true}))"
    paste = (
        "document.body.dispatchEvent(new ClipboardEvent('paste',"
        " {clipboardData: data, bubbles: true}))"
    )
    page.chrome.execute_script(f"{give}{paste}", HUMANOID.read_text(), "")
    page.wait_for("verdict", "In order")
    page.chrome.execute_script(f"{give}{drop}", TWICE.read_text(), "dropped.voxelanim.json")
    page.wait_for("verdict", "1 error")
    assert page["name"].get_attribute("value") == "dropped.voxelanim.json"


def test_a_click_on_a_finding_leads_to_its_place_in_the_text(page: Page) -> None:
    page.open(TWICE, "1 error")
    page.all(".finding button.go")[0].click()
    page.wait(lambda: page.selected() == "24000")
    line = page.all(".cm-activeLine")[0]
    assert line.text.strip() == '"tick": 24000,'
    (gutter,) = page.all(".cm-lineNumbers .cm-activeLineGutter")
    assert gutter.text == "34"


def test_text_is_checked_again_as_it_is_edited(page: Page) -> None:
    page.open(HUMANOID, "In order")
    content = page.all(".cm-content")[0]
    content.click()
    content.send_keys(Keys.CONTROL, Keys.HOME)
    content.send_keys("x")
    page.wait_for("verdict", "error")
    content.send_keys(Keys.BACKSPACE)
    page.wait_for("verdict", "In order")


def test_a_rule_tells_why_it_matters(page: Page) -> None:
    page.open(TWICE, "1 error")
    page.all(".finding summary")[0].click()
    page.wait(lambda: "Why." in page.all(".finding .page")[0].text)


def test_fixes_are_shown_before_they_are_taken_over(page: Page) -> None:
    page.open(TWICE, "1 error")
    page["fix"].click()
    page.wait_for("fixing-note", "1 finding fixed")
    (removed,), (added,) = page.all("#diff .removed"), page.all("#diff .added")
    assert removed.text.splitlines() == ["removed:", '-       "tick": 24000,']
    assert added.text.splitlines() == ["added:", '+       "tick": 23999,']
    page["unsafe"].click()
    page.wait_for("fixing-note", "Nothing to fix")
    assert not page["apply"].is_enabled()
    page["unsafe"].click()
    page.wait_for("fixing-note", "1 finding fixed")
    page["apply"].click()
    page.wait_for("verdict", "In order|warning")
    fixed = fix(TWICE.read_bytes(), TWICE.name, unsafe=True).data.decode()
    shown = page.text()
    assert shown
    assert shown in fixed.replace("\r\n", "\n")


def test_curves_are_drawn_and_the_playhead_tells_values(page: Page) -> None:
    page.open(HUMANOID, "In order")
    page["tab-curves"].click()
    page.wait(lambda: page.all("#plot canvas") and page["curve-area"].is_displayed())
    document = json.loads(HUMANOID.read_text())
    clip = document["clips"][0]
    assert page["clip"].text.splitlines()[0].strip() == clip["name"]
    keys = clip["tracks"][0]["position"]
    page.wait_for("curve-note", f"{len(keys)} keys")
    second = keys[1]
    page.chrome.execute_script(
        "const t = document.getElementById('time'); t.value = arguments[0];"
        "t.dispatchEvent(new Event('input'));",
        second["tick"] / 24000,
    )
    page.wait_for("clock", f"tick {second['tick']}")
    values = [float(cell.text.split()[0]) for cell in page.all("#values td")]
    assert values == pytest.approx([second["value"][axis] for axis in "xyz"], abs=1e-4)


def test_the_playhead_moves_by_frames_with_the_arrow_keys(page: Page) -> None:
    page.open(HUMANOID, "In order")
    page["tab-curves"].click()
    page.wait(page["time"].is_displayed)
    page["time"].send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT)
    fps = json.loads(HUMANOID.read_text())["clips"][0]["fps"]
    page.wait_for("clock", f"frame 1 · tick {24000 // fps}$")
    page["play"].click()
    page.wait(lambda: page["play"].get_attribute("aria-pressed") == "true")
    before = page["clock"].text
    page.wait(lambda: page["clock"].text != before)
    page["play"].click()
    assert page["play"].get_attribute("aria-pressed") == "false"


def test_curves_are_zoomed_and_moved_by_wheel_pointer_and_buttons(page: Page) -> None:
    def shown() -> tuple[float, float]:
        label = page["plot"].get_attribute("aria-label") or ""
        found = re.search(r"from (\S+) to (\S+) seconds$", label)
        return (float(found[1]), float(found[2])) if found else (0.0, 0.0)

    def act(action: Callable[[], object]) -> tuple[float, float]:
        before = shown()
        action()
        page.wait(lambda: shown() != before)
        return shown()

    page.open(HUMANOID, "In order")
    page["tab-curves"].click()
    page.wait(lambda: shown() == (0, 1))
    over = page.all("#plot .u-over")[0]
    pointer = ActionChains(page.chrome)
    origin = ScrollOrigin.from_element(over)
    start, end = act(lambda: pointer.scroll_from_origin(origin, 0, -400).perform())
    assert 0 < start < 0.5 < end < 1
    assert end - start == pytest.approx(math.exp(-1), abs=0.02)
    drag = pointer.move_to_element(over).click_and_hold().move_by_offset(40, 0).release()
    moved, moved_end = act(drag.perform)
    assert moved < start
    assert moved_end - moved == pytest.approx(end - start, abs=1e-3)
    assert act(page["fit"].click) == (0, 1)
    start, end = act(page["nearer"].click)
    assert end - start == pytest.approx(0.5)
    start, _ = act(page["later"].click)
    assert start > 0
    assert act(page["farther"].click)[1] == 1
    over.click()
    page.wait_for("clock", r"0\.(49|50)")


def test_a_document_with_errors_has_no_curves_and_the_page_says_why(page: Page) -> None:
    page.open(TWICE, "1 error")
    page["tab-curves"].click()
    page.wait_for("curve-note", "There are no curves: .*cannot be played")


def test_an_expression_has_a_live_value_or_faults_with_carets(page: Page) -> None:
    page["tab-expression"].click()
    page.wait_for("value", "^2$")
    page.wait(lambda: page.all("#expression-plot canvas"))
    field = page["text"]
    field.clear()
    field.send_keys("2 ^ amp + t")
    page.wait_for("value", r"^4\.25$")
    (variable,) = page.all("#variables input")
    variable.clear()
    variable.send_keys("3")
    page.wait_for("value", r"^8\.25$")
    field.clear()
    field.send_keys("sine(t)")
    page.wait_for("faults", "did you mean")
    assert page["value"].text == "\N{EN DASH}"
    assert field.get_attribute("aria-invalid") == "true"
    (frame,) = page.all("#faults .frame")
    line, carets = page.chrome.execute_script("return arguments[0].textContent", frame).splitlines()
    assert line[carets.index("^") : carets.rindex("^") + 1] == "sine"


def test_the_page_is_used_by_keys_alone(page: Page) -> None:
    page.wait(page["open"].is_displayed)
    body = page.all("body")[0]
    order = []
    for _ in range(9):
        page.chrome.switch_to.active_element.send_keys(Keys.TAB)
        order.append(page.focused())
    assert order[1:3] == ["open", "example"]
    assert "name" in order
    page["tab-findings"].send_keys(Keys.ARROW_RIGHT)
    assert page.focused() == "tab-curves"
    assert page["tab-curves"].get_attribute("aria-selected") == "true"
    assert page["curves"].is_displayed()
    assert not page["findings"].is_displayed()
    page["tab-curves"].send_keys(Keys.END)
    assert page.focused() == "tab-expression"
    assert body.is_displayed()


def test_everything_that_is_used_has_a_name_and_a_role(page: Page) -> None:
    page.open(TWICE, "1 error")
    tree = page.chrome.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    used = {"button", "checkbox", "combobox", "link", "slider", "spinbutton", "tab", "textbox"}
    nodes = [each for each in tree if each.get("role", {}).get("value") in used]
    assert len(nodes) > 10
    assert [each for each in nodes if not each.get("name", {}).get("value", "").strip()] == []
    roles = {each.get("role", {}).get("value") for each in tree}
    assert {"tablist", "tabpanel", "status", "main", "heading", "contentinfo"} <= roles


@contextmanager
def emulated(chrome: Chrome, width: int, scheme: str) -> Iterator[None]:
    """Have the browser be as wide as a phone, or liked dark."""
    metrics = {"width": width, "height": 740, "deviceScaleFactor": 1, "mobile": True}
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    try:
        yield
    finally:
        restore(chrome, dark=False)


def test_a_phone_needs_no_scrolling_sideways(page: Page) -> None:
    with emulated(page.chrome, 375, "light"):
        page["example"].click()
        page.wait_for("verdict", "error")
        for tab, drawn in (
            ("findings", ".finding"),
            ("curves", "canvas"),
            ("expression", "canvas"),
        ):
            page[f"tab-{tab}"].click()
            page.wait(partial(page.all, f"#{tab} {drawn}"))
            width = page.chrome.execute_script("return document.documentElement.scrollWidth")
            assert width <= 375, tab


def test_the_page_is_dark_where_people_like_it_so(page: Page) -> None:
    script = "return getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)"
    for scheme in ("light", "dark"):
        with emulated(page.chrome, 1280, scheme):
            channels = page.chrome.execute_script(script)
            assert (sum(channels) < 150) is (scheme == "dark")


def test_a_large_file_does_not_stop_the_page(page: Page, tmp_path: Path) -> None:
    clip = json.loads(TWICE.read_text())["clips"][0]
    clips = [{**clip, "id": f"c{each}", "name": f"Clip {each}"} for each in range(8000)]
    path = tmp_path / "large.voxelanim.json"
    path.write_text(json.dumps({"rig": "Fox", "clips": clips}))
    assert path.stat().st_size > 3_000_000
    page.open(path, "8,000 errors")
    assert len(page.all(".finding")) == 100
    assert "more of" in page.all(".more")[0].text
    assert page["large"].is_displayed()
    (line, carets) = page.all(".finding .frame")[0].text.splitlines()
    assert line[carets.index("^") : carets.rindex("^") + 1] == "24000"


def test_a_binary_file_is_checked(page: Page) -> None:
    path = min((ROOT / "fixtures").rglob("*.m3g"))
    page.open(path, "error|warning|In order")
    assert page["large"].is_displayed()


def test_a_token_is_asked_for_and_kept_in_memory_alone(chrome: Chrome) -> None:
    with service(environment={"ANIMSPEC_SERVE_TOKEN": "ours"}) as own:
        chrome.get(own.url)
        page = Page(chrome)
        page["example"].click()
        page.wait(page["token"].is_displayed)
        page["token"].send_keys("ours", Keys.ENTER)
        page.wait_for("verdict", "error")
        stored = chrome.execute_script(
            "return [localStorage.length, sessionStorage.length, document.cookie]"
        )
        assert stored == [0, 0, ""]
        log_of(chrome)  # the browser itself tells of the answer 401


def test_addresses_can_be_tried_without_any_other_server(page: Page) -> None:
    page.chrome.get(f"{page.chrome.current_url}docs")
    page.wait(lambda: len(page.all(".opblock")) > 8)
    asked = page.chrome.execute_script(
        "return performance.getEntriesByType('resource').map((each) => new URL(each.name).host)"
    )
    assert set(asked) == {page.chrome.current_url.split("/")[2]}


def test_the_licences_of_all_that_is_in_the_bundles_are_told() -> None:
    told = assets()["licences.txt"].content.decode()
    locked = json.loads((PAGE / "package-lock.json").read_text())["packages"]
    bundled = [
        name.removeprefix("node_modules/")
        for name, each in locked.items()
        if name and not each.get("dev")
    ]
    for name in ("codemirror", "uplot", "swagger-ui-dist"):
        assert any(name in each for each in bundled)
        assert name in told


def test_the_lock_names_no_server() -> None:
    locked = json.loads((PAGE / "package-lock.json").read_text())["packages"]
    assert all("resolved" not in each for each in locked.values())
    assert all("integrity" in each for name, each in locked.items() if name)
