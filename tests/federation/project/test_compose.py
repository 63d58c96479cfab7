"""What the containers are told, held against the table of variables in docs/deploy.md."""

import re

from tests.federation.project.test_deploy import ROOT

OWN = {"PALMARES_DATA"}  # the image says it


def block(text: str) -> str:
    """Return the lines of the environment all containers of ours share."""
    return text.partition("environment: &environment\n")[2].partition("  volumes:")[0]


def test_every_variable_of_the_paper_reaches_the_containers() -> None:
    paper = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
    compose = (ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8")

    told = set(re.findall(r"^    ([A-Z_]+):", block(compose), re.MULTILINE))

    assert told == set(re.findall(r"^\| `([A-Z_]+)` \|", paper, re.MULTILINE)) - OWN


def test_variable_nobody_set_is_not_given_as_an_empty_one() -> None:
    compose = (ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8")

    assert re.findall(r"\$\{(\w+):?-\}", compose) == []
