"""Requests a second a site answers, measured by wrk if installed, else by a Python client."""

import http.client
import re
import shutil
import subprocess
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from urllib.parse import urlsplit

CONNECTIONS, SECONDS = 8, 5.0
_UNITS = {"us": 0.001, "ms": 1.0, "s": 1000.0, "m": 60_000.0}


@dataclass(frozen=True, slots=True)
class Load:
    """What came back: answers a second, and the milliseconds 99 of 100 took at most."""

    rate: float
    slowest: float


def load(address: str, headers: Mapping[str, str], *, seconds: float = SECONDS) -> Load:
    """Ask for one address over eight connections at once, again and again.

    RuntimeError where an answer is an error: only right answers are counted.
    """
    if shutil.which("wrk"):
        return _by_wrk(address, headers, seconds)
    return _by_ourselves(address, headers, seconds)


def _by_wrk(address: str, headers: Mapping[str, str], seconds: float) -> Load:
    command = [
        "wrk",
        "--latency",
        "--timeout",
        "30s",
        "-t1",
        f"-c{CONNECTIONS}",
        f"-d{max(1, round(seconds))}s",
    ]
    command += [part for name, value in headers.items() for part in ("-H", f"{name}: {value}")]
    output = subprocess.run([*command, address], check=True, capture_output=True, text=True).stdout
    return read(output)


def read(text: str) -> Load:
    """Parse the output of wrk; RuntimeError where it reports errors, or is empty."""
    rate = re.search(r"^Requests/sec:\s+([\d.]+)", text, re.MULTILINE)
    slowest = re.search(r"^\s+99%\s+([\d.]+)(us|ms|s|m)\s*$", text, re.MULTILINE)
    if rate is None or slowest is None or "Non-2xx" in text or "Socket errors" in text:
        raise RuntimeError(text)
    return Load(float(rate[1]), float(slowest[1]) * _UNITS[slowest[2]])


def _by_ourselves(address: str, headers: Mapping[str, str], seconds: float) -> Load:
    end = time.perf_counter() + seconds
    with ThreadPoolExecutor(CONNECTIONS) as clients:
        running = [clients.submit(_ask, address, headers, end) for _ in range(CONNECTIONS)]
        times = sorted(duration for client in running for duration in client.result())
    return Load(len(times) / seconds, 1000 * times[int(0.99 * len(times))])


def _ask(address: str, headers: Mapping[str, str], end: float) -> list[float]:
    """Ask over one connection until the end; give what each answer took."""
    place = urlsplit(address)
    path = f"{place.path}?{place.query}" if place.query else place.path
    times = []
    with closing(http.client.HTTPConnection(place.hostname or "", place.port, timeout=60)) as connection:
        while (begun := time.perf_counter()) < end:
            connection.request("GET", path, headers=dict(headers))
            with connection.getresponse() as answer:
                answer.read()
            if answer.status >= http.client.BAD_REQUEST:
                raise RuntimeError(f"{address} answered {answer.status}")
            times.append(time.perf_counter() - begun)
    return times
