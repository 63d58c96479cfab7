"""Run everything on one machine: tables, static files, web server and worker, until stopped."""

import hashlib
import http.client
import io
import logging
import os
import socket
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, OutputWrapper
from django.db import connections
from django.utils.translation import gettext as _

from federation import data_folder
from federation.jobs import supervision
from federation.models import Account, Player

# The browser shall say localhost: passkeys refuse a bare address.
ADDRESS = "127.0.0.1"
ANSWER_SECONDS = 300  # the first page has taken 64 s; a program that ends is noticed at once
PAGE_SECONDS = 60
DEMO_MARK = "demo.txt"  # in the data folder of an invented federation: its accounts


def web_command(port: int) -> list[str]:
    """Return how the web server starts.

    Each process has a socket of its own (`federation.web.listening`). One without threads keeps no
    connection, and gave a third of the answers. How many threads makes no difference to what an answer costs.
    """
    return [
        *(sys.executable, "-m", "gunicorn", "federation.wsgi:application"),
        *("--config=python:federation.web.gunicorn_settings", f"--bind={ADDRESS}:{port}"),
        *("--worker-class=gthread", "--workers=2", "--threads=4"),
        *("--graceful-timeout=10", "--no-control-socket", "--log-level=warning"),
    ]


def worker_command() -> list[str]:
    """Return how the worker starts, with the clock in it: it is the only worker of this installation."""
    return [
        *(sys.executable, "-W", "ignore", "-m", "celery", "--quiet", "-A", "federation", "worker", "--beat"),
        *("--concurrency=2", "--loglevel=WARNING"),
        *("--without-gossip", "--without-mingle", "--without-heartbeat"),
    ]


def answers(port: int) -> bool:
    """Return whether the site gives a page, whichever."""
    page = http.client.HTTPConnection(ADDRESS, port, timeout=PAGE_SECONDS)
    try:
        page.request("GET", "/", headers={"Host": "localhost"})
        page.getresponse()
    except (OSError, http.client.HTTPException):
        return False
    finally:
        page.close()
    return True


def taken(port: int) -> bool:
    """Return whether the port is in use already."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex((ADDRESS, port)) == 0


def collect_static() -> bool:
    """Collect the static files if any has changed since the last time; returns whether it did."""
    marks = hashlib.sha256(settings.VERSION.encode())
    for finder in get_finders():
        for name, storage in sorted(finder.list([]), key=lambda entry: entry[0]):
            there = Path(storage.path(name)).stat()
            marks.update(f"{name} {there.st_size} {there.st_mtime_ns}\n".encode())
    stamp = settings.DATA_DIR / "static.stamp"
    if stamp.exists() and stamp.read_text() == marks.hexdigest():
        return False
    call_command("collectstatic", interactive=False, clear=True, verbosity=0)
    stamp.write_text(marks.hexdigest())
    return True


def settle_demo(port: int) -> None:
    """Let an invented federation show everything, unless the environment decides.

    Its officers come in with a password alone, and readers follow by e-mail, with letters into the folder.
    Only where this installation's own demonstration lies: real accounts and readers are never meant.
    """
    if (settings.DATA_DIR / DEMO_MARK).exists():
        os.environ.setdefault("SECOND_FACTOR_REQUIRED", "False")
        os.environ.setdefault("FOLLOW_BY_EMAIL", "True")
        os.environ.setdefault("CSRF_TRUSTED_ORIGINS", f"http://localhost:{port}")


class _Echo(io.StringIO):
    """Keeps what is written, and passes it on at once."""

    def __init__(self, out: OutputWrapper) -> None:
        super().__init__()
        self._echo = out

    def write(self, text: str) -> int:
        self._echo.write(text, ending="")
        self._echo.flush()
        return super().write(text)


class Command(BaseCommand):
    help = "Create the tables, collect the static files, start web server and worker, and stop both together."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="where to listen on 127.0.0.1 (8000)")
        parser.add_argument("--demo", action="store_true", help="invent a federation if there is none yet")

    def handle(self, **options: Any) -> None:
        waits = partial(
            self.stdout.write, _("Another program is starting with this data folder; waiting for it.")
        )
        restores = partial(
            self.stdout.write, _("A backup is being restored with this data folder; waiting for its end.")
        )
        with data_folder.in_use(settings.DATA_DIR, waits=restores), ExitStack() as starting:
            starting.enter_context(data_folder.one_at_a_time(settings.DATA_DIR, "serve", waits=waits))
            self._prepare(options["port"], demo=options["demo"])
            ended = supervision.run_together(
                [web_command(options["port"]), worker_command()],
                folder=settings.BASE_DIR,
                started=lambda children: self._say_when_ready(options["port"], children, starting),
            )
        if ended:
            raise CommandError(_("%(name)s stopped; its own messages are above") % {"name": ended})

    def _prepare(self, port: int, *, demo: bool) -> None:
        """Make what the programs need; CommandError where the port is in use."""
        if taken(port):
            raise CommandError(_("Port %(port)s is in use; choose another one with --port") % {"port": port})
        call_command("migrate", interactive=False, verbosity=0)
        collect_static()
        if demo:
            self._invent()
            settle_demo(port)
        connections.close_all()

    def _say_when_ready(self, port: int, children: Sequence[supervision.Child], starting: ExitStack) -> bool:
        """Print the address once the first page answers, and let others start; False when it never does."""
        if not supervision.wait_for(lambda: answers(port), children=children, seconds=ANSWER_SECONDS):
            if all(child.poll() is None for child in children):
                self.stderr.write(_("The site did not answer within five minutes."))
            return False
        starting.close()
        site = {"version": settings.VERSION, "address": f"http://localhost:{port}/"}
        self.stdout.write(_("Palmares %(version)s: %(address)s   (Ctrl-C to stop)") % site)
        self.stdout.flush()
        return True

    def _invent(self) -> None:
        """Fill an empty database with the demo federation; say again which accounts it has."""
        demo_file = settings.DATA_DIR / DEMO_MARK
        if not (Player.objects.exists() or Account.objects.exists()):
            self.stdout.write(_("Inventing a federation, rating it and publishing its lists ..."))
            words = _Echo(self.stdout)
            logging.disable(logging.INFO)  # the steps are printed already
            call_command("demo_federation", stdout=words)
            logging.disable(logging.NOTSET)
            accounts = [line for line in words.getvalue().splitlines() if line.startswith("  ")]
            demo_file.write_text("\n".join(accounts), encoding="utf-8")
        elif demo_file.exists():
            self.stdout.write(demo_file.read_text(encoding="utf-8"))
