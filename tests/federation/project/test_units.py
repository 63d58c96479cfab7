"""How much the units may do, as systemd itself judges it."""

import re
import shutil
import subprocess
from ipaddress import ip_address
from pathlib import Path

import pytest

from tests.federation.project.test_deploy import ROOT

UNITS = sorted((ROOT / "deploy" / "systemd").glob("*.service"))
MOST = 3.0  # of 10


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd here")
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_unit_is_exposed_as_little_as_systemd_can_say(unit: Path) -> None:
    asked = ["systemd-analyze", "security", "--offline=yes", "--no-pager", str(unit)]
    said = subprocess.run(asked, capture_output=True, text=True, check=False)

    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", said.stdout)

    assert found is not None, said.stderr
    assert float(found.group(1)) <= MOST


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_unit_may_compile_kernels(unit: Path) -> None:
    assert "MemoryDenyWriteExecute" not in unit.read_text()


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_unit_that_migrates_before_its_start_is_given_the_time(unit: Path) -> None:
    text = unit.read_text()

    assert ("manage.py migrate" in text) == ("TimeoutStartSec=infinity" in text)


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_unit_runs_programs_every_debian_has(unit: Path) -> None:
    programs = re.findall(r"^Exec\w+=(\S+)", unit.read_text(), re.MULTILINE)

    assert set(programs) <= {"/opt/palmares/.venv/bin/python", "/bin/sh"}


def test_proxy_passes_no_figures_on_and_holds_back_who_asks_too_often() -> None:
    conf = (ROOT / "deploy" / "nginx.conf").read_text()

    assert re.search(r"location = /metrics \{\s+return 404;", conf)
    assert len(re.findall(r"^\s+limit_req zone=", conf, re.MULTILINE)) == 3
    assert len(re.findall(r"^limit_req_zone \$palmares_visitor ", conf, re.MULTILINE)) == 2


@pytest.mark.parametrize(
    ("address", "counted"), [("192.0.2.1", "192.0.2.1"), ("2001:db8:a0a:800a::1", "2001:db8:a0a:800a::")]
)
def test_proxy_counts_an_ipv6_network_as_one_visitor(address: str, counted: str) -> None:
    conf = (ROOT / "deploy" / "nginx.conf").read_text()
    pattern = re.search(r'"~(.+)" \$palmares_network;', conf)
    assert pattern is not None
    packed = ip_address(address).packed
    whole = ip_address(counted).packed

    found = re.search(pattern[1].replace("?<", "?P<").encode(), packed)

    assert (found[1] if found else packed) == (whole[:8] if len(whole) == 16 else whole)
