"""Page loads on a phone, timed by the clock of the browser itself.

The network is what measuring tools call a slow 4G: every answer begins 150 ms late, at 1.6 Mbit/s; the
processor works at a quarter of this machine's speed. The browser cache is empty before each visit. The clock
is affected by other work of the machine; two figures beside it are not: how many bytes the first paint waits
for, and how often it waits for the line.
"""

import os
import shutil
import tempfile
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.core.management import CommandError

from federation.management.commands.serve import ADDRESS
from tests.bench import site_load
from tests.bench.figures import Figure, Size
from tests.bench.running import site as running_site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession

KILO = 1024
PAINT, MOVED, LIST_KILO, SCRIPT_KILO = 1000.0, 0.001, 30.0, 40.0  # the marks: ms, share of the window, kB, kB
VISITS = 5  # the median counts
NETWORK = {"latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8}
SLOWER = 4  # times
PATIENCE = 120_000.0  # ms: where other programs run beside it, a page comes late
_SEEN = """() => new Promise((resolve) => {
  const [page] = performance.getEntriesByType("navigation");
  const held = performance.getEntriesByType("resource")
    .filter((one) => one.renderBlockingStatus === "blocking");
  const seen = {paint: 0, moved: 0, what: "", before: page.transferSize, waits: page.redirectCount + 1};
  for (const one of held) { seen.before += one.transferSize; }
  // All that the page names comes at once; what a sheet names, once the sheet is there.
  seen.waits += (held.length > 0) + held.some((one) => one.initiatorType === "css");
  const watch = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note))
    .observe({type, buffered: true});
  watch("largest-contentful-paint", (entry) => {
    seen.paint = entry.startTime;
    seen.what = entry.element ? entry.element.outerHTML.slice(0, 80) : "";
  });
  watch("layout-shift", (entry) => { seen.moved += entry.hadRecentInput ? 0 : entry.value; });
  // Half a second for larger parts, and as long as it takes to paint anything at all.
  let left = 600;
  const tell = () => { if (seen.paint || !left--) { resolve(seen); } else { setTimeout(tell, 100); } };
  setTimeout(tell, 500);
})"""


@dataclass(slots=True)
class Visit:
    """One visit: when the largest part was painted, how far things jumped, and the bytes that came."""

    paint: float = 0.0  # ms
    moved: float = 0.0
    what: str = ""  # the largest part, as it is written in the page
    before: int = 0  # bytes the first paint waits for: the page, and what holds it up
    waits: int = 0  # times it waits for the line: leads elsewhere, the page, what holds it up
    bytes: dict[str, int] = field(default_factory=dict)  # by kind: Document, Stylesheet, Script, Font

    @property
    def everything(self) -> int:
        """All bytes on the wire, heads of answers too."""
        return sum(self.bytes.values())


def find_chromium() -> str | None:
    """Return where the machine's own Chromium is."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


def visit(
    browser: "Browser",
    address: str,
    *,
    language: str = "en",
    network: Mapping[str, float] = NETWORK,
    slower: int | None = None,
) -> Visit:
    """Visit a page for the first time, on the slow telephone."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844},
        device_scale_factor=3,
        is_mobile=True,
        has_touch=True,
        locale=language,
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    session = context.new_cdp_session(page)
    first_visit = Visit()
    _count_bytes(session, first_visit)
    session.send("Network.emulateNetworkConditions", {"offline": False, **network})
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER if slower is None else slower})
    page.goto(address, wait_until="networkidle")
    seen = page.evaluate(_SEEN)
    first_visit.paint, first_visit.moved, first_visit.what = seen["paint"], seen["moved"], seen["what"]
    first_visit.before, first_visit.waits = seen["before"], seen["waits"]
    page.goto("about:blank")
    context.close()
    return first_visit


def _count_bytes(session: "CDPSession", visit: Visit) -> None:
    """Count the bytes of every answer, by what the browser asked it for."""
    kinds: dict[str, str] = {}

    def begun(event: dict[str, Any]) -> None:
        kinds[event["requestId"]] = event["type"]

    def ended(event: dict[str, Any]) -> None:
        kind = kinds.get(event["requestId"], "Other")
        visit.bytes[kind] = visit.bytes.get(kind, 0) + int(event["encodedDataLength"])

    session.send("Network.enable")
    session.on("Network.responseReceived", begun)
    session.on("Network.loadingFinished", ended)


def phone(size: Size) -> list[Figure]:
    """Fill a site, run it as it is run, and visit its kinds of pages."""
    with _browser() as browser:
        site_load._fill_history(min(size.share, 0.02))
        pages = {"home": "/", "rules": "/rules/ffg/", "calculator": "/calculators/ffg/?who=-720&o1=-650"}
        pages |= {page.name: page.path for page in site_load._pages() if not page.name.startswith("search")}
        with tempfile.TemporaryDirectory() as folder, running_site(Path(folder), {}) as (port, _):
            root = f"http://{ADDRESS}:{port}"
            return [figure for name, path in pages.items() for figure in _figures(browser, name, root + path)]


@contextmanager
def _browser() -> Iterator["Browser"]:
    """Start the machine's Chromium; raise an error with instructions where none is installed."""
    chromium = find_chromium()
    if chromium is None:
        raise CommandError("The step needs Chromium (Debian: chromium), which is not installed here.")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError as missing:
        raise CommandError("The step needs playwright, of requirements/dev.txt.") from missing
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # playwright keeps a loop running beside our queries
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--disable-dev-shm-usage"])
        yield browser
        browser.close()


def _figures(browser: "Browser", name: str, address: str) -> list[Figure]:
    with urllib.request.urlopen(address) as answer:
        answer.read()
    visits = sorted((visit(browser, address) for _ in range(VISITS)), key=lambda figures: figures.paint)
    usual = visits[len(visits) // 2]
    if not visits[0].paint:
        raise RuntimeError(f"{address}: nothing was painted")
    kilo = {kind: count / KILO for kind, count in usual.bytes.items()}
    return [
        Figure(f"{name}: largest paint", usual.paint, "ms", most=PAINT),
        Figure("  at best", visits[0].paint, "ms"),
        Figure("  moved while it came", max(figures.moved for figures in visits), "", most=MOVED),
        Figure("  before the first paint", usual.before / KILO, "kB"),
        Figure("  waits for the line before it", usual.waits, ""),
        Figure("  page", kilo["Document"], "kB", most=LIST_KILO if name.startswith("list") else None),
        Figure("  scripts", kilo.get("Script", 0.0), "kB", most=SCRIPT_KILO),
        Figure("  everything", usual.everything / KILO, "kB"),
    ]
