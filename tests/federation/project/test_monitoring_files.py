"""Every figure the dashboard, the alerts and the papers name is one the site gives."""

import json
import re

import pytest

from ratings.monitoring import figures, instruments
from tests.federation.project.test_deploy import ROOT

NAME = re.compile(r"\bpalmares_[a-z_]+")
ENDINGS = ("_total", "_bucket", "_count", "_sum")
FILES = ("deploy/grafana.json", "deploy/prometheus-alerts.yml", "docs/operations.md")


def given() -> set[str]:
    """Return the names of all figures, as their samples are called."""
    counters = {family.name for family in instruments.registry().collect()}
    gauges = {figure.name for figure in figures.Office().collect()}
    return gauges | counters | {name + ending for name in counters for ending in ENDINGS}


@pytest.mark.django_db
@pytest.mark.parametrize("file", FILES)
def test_every_figure_named_in_a_file_exists(file: str) -> None:
    named = set(NAME.findall((ROOT / file).read_text(encoding="utf-8"))) - {"palmares_token"}

    assert (named - given(), len(named) >= 9) == (set(), True)


def test_paper_says_what_to_do_about_each_of_every_alert() -> None:
    alerts = re.findall(r"- alert: (\w+)", (ROOT / "deploy" / "prometheus-alerts.yml").read_text())
    paper = re.findall(r"^\| `(Palmares\w+)` \|", (ROOT / "docs" / "operations.md").read_text(), re.MULTILINE)

    assert (len(alerts), alerts) == (13, paper)


def test_every_panel_of_the_dashboard_asks_something_and_has_a_place_of_its_own() -> None:
    panels = json.loads((ROOT / "deploy" / "grafana.json").read_text())["panels"]
    places = {(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in panels}

    assert all(target["expr"] for panel in panels for target in panel["targets"])
    assert len(places) == len(panels)
