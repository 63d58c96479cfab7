"""The wheel, installed into an environment of its own and run from a folder where nothing lies."""

import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import urllib.request
from pathlib import Path

import pytest

from federation.management.commands import serve
from tests.faults.stand import PATIENCE, kill, wait_until
from tests.faults.test_serve import free_port
from tests.federation.project.wheel_building import build_wheel

pytestmark = [pytest.mark.xdist_group("faults"), pytest.mark.release]
UNSET = (
    "DATABASE_URL",
    "REDIS_URL",
    "PALMARES_DATA",
    "PYTHONPATH",
    "DJANGO_SETTINGS_MODULE",
    "XDG_DATA_HOME",
)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make an environment with the wheel; the packages it needs are those of the environment of the tests."""
    folder = tmp_path_factory.mktemp("installed")
    environment = folder / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(environment)], check=True)
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    packages = environment / "lib" / version / "site-packages"
    (packages / "needed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    pip = [sys.executable, "-m", "pip", "--python", str(environment / "bin" / "python"), "--quiet", "install"]
    subprocess.run([*pip, "--no-deps", "--no-index", "--no-compile", str(build_wheel(folder))], check=True)
    return environment


class Installation:
    """Somebody's home folder, and a working directory with nothing in it."""

    def __init__(self, environment: Path, folder: Path) -> None:
        self.home, self.elsewhere, self.words = folder / "home", folder / "elsewhere", folder / "words"
        self.data = self.home / ".local" / "share" / "palmares"
        self.program = environment / "bin" / "palmares"
        for made in (self.home, self.elsewhere):
            made.mkdir()
        kept = {name: value for name, value in os.environ.items() if name not in UNSET}
        self.environment = {**kept, "HOME": str(self.home), "LC_ALL": "C.UTF-8"}

    def run(self, *arguments: str) -> str:
        done = subprocess.run(
            [self.program, *arguments],
            cwd=self.elsewhere, env=self.environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    def start(self, *arguments: str) -> "subprocess.Popen[bytes]":
        with self.words.open("wb") as words:
            return subprocess.Popen(
                [self.program, *arguments],
                cwd=self.elsewhere, env=self.environment, stdout=words, stderr=words, start_new_session=True,
            )  # fmt: skip


@pytest.fixture
def installation(installed: Path, tables: Path, tmp_path: Path) -> Installation:
    """Return an installation that has its tables: to make them takes longer than everything else."""
    made = Installation(installed, tmp_path)
    made.data.mkdir(mode=0o700, parents=True)
    shutil.copy(tables, made.data)
    return made


def read(address: str) -> str:
    with urllib.request.urlopen(address, timeout=120) as answer:
        return str(answer.read().decode())


def test_installed_wheel_serves_its_pages_and_keeps_its_data_in_the_home_folder(
    installation: Installation, installed: Path
) -> None:
    files = {one for one in installed.rglob("*") if "__pycache__" not in one.parts}
    port = free_port()
    child = installation.start("serve", "--port", str(port))
    try:
        site = f"http://localhost:{port}"
        wait_until(lambda: f"{site}/" in installation.words.read_text() or child.poll() is not None)
        page = read(f"{site}/?language=en")
        sheet = page.partition('rel="stylesheet"')[2].partition('href="')[2].partition('"')[0]
        assert "Palmares" in page
        assert "{" in read(site + sheet)
        assert "Recharger la page" in read(f"{site}/?language=fr")
        child.send_signal(signal.SIGTERM)
        assert (child.wait(PATIENCE), serve.taken(port)) == (0, False), installation.words.read_text()
    finally:
        kill(child)
    assert {"secret_key", "static"} <= {one.name for one in installation.data.iterdir()}
    assert {one for one in installed.rglob("*") if "__pycache__" not in one.parts} == files
    assert list(installation.elsewhere.iterdir()) == []


def test_commands_of_an_installed_wheel_start_other_commands(installation: Installation) -> None:
    backup = installation.run("backup", "--to", str(installation.home / "backups"), "--prove")
    bill = installation.run("sbom", "--licences")

    assert "proved" in backup
    assert "django 5" in bill
