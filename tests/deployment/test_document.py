"""What the walk reads: blocks and commands of documents, and the sections and steps it knows are there."""

from pathlib import Path

import pytest

from tests.deployment.__main__ import DEPLOY, LATER, OPERATIONS, WAYS
from tests.deployment.document import blocks, commands
from tests.deployment.image import DEPLOY as FOLDER
from tests.deployment.image import Image, steps
from tests.deployment.visit import code_of

SECTIONS = [
    *((DEPLOY, heading) for heading in sorted({*sum(WAYS.values(), ()), *LATER})),
    *((OPERATIONS, heading) for heading in ("What to back up", "Restoring", "Without anybody noticing")),
]


def test_block_stands_under_the_heading_before_it_and_a_comment_is_none(tmp_path: Path) -> None:
    document = tmp_path / "paper.md"
    document.write_text("## One\n\n```sh\n# no heading\na\n```\n\n### Two\n\n```\nb\n```\n")

    assert [(one.heading, one.language, one.text) for one in blocks(document)] == [
        ("One", "sh", "# no heading\na\n"),
        ("Two", "", "b\n"),
    ]


def test_commands_are_split_as_a_shell_reads_them() -> None:
    text = "# a remark\none \\\n    more\n\ncat >file <<END\nA=1\n# inside\nEND\ntwo\n"

    assert commands(text) == ["one \\\n    more", "cat >file <<END\nA=1\n# inside\nEND", "two"]


@pytest.mark.parametrize(("document", "heading"), SECTIONS, ids=lambda one: getattr(one, "stem", one))
def test_section_that_is_walked_has_commands(document: Path, heading: str) -> None:
    found = [one for one in blocks(document) if one.heading == heading and one.language == "sh"]

    assert any(commands(one.text) for one in found)


def test_every_step_of_the_image_can_be_done_without_an_engine() -> None:
    words = {word for word, _ in steps((FOLDER / "Dockerfile").read_text())}

    assert {word for word in words if not hasattr(Image, f"_{word.lower()}")} == set()
    assert {"RUN", "COPY", "USER", "CMD"} <= words


def test_code_of_an_authenticator_app_is_that_of_the_standard() -> None:
    secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"  # RFC 4226, appendix D

    assert [code_of(secret, step) for step in (0, 1, 9)] == ["755224", "287082", "520489"]


def test_secrets_beside_compose_stay_out_of_the_image_and_of_the_repository() -> None:
    assert "**/.env" in (FOLDER / "Dockerfile.dockerignore").read_text().splitlines()
    assert "deploy/.env" in (FOLDER.parent / ".gitignore").read_text().splitlines()
