"""The bill of materials names every package of the lock, with its digests and licence."""

import json
import re
from io import StringIO
from pathlib import Path

from django.core.management import call_command

from federation.management.commands.sbom import licence_of, packages
from tests.federation.project.test_deploy import ROOT

LOCK = ROOT / "requirements" / "base.txt"


def test_every_package_of_the_lock_is_named_once_with_all_its_digests() -> None:
    told = StringIO()
    call_command("sbom", stdout=told)
    found = json.loads(told.getvalue())
    text = LOCK.read_text()

    assert (found["bomFormat"], found["specVersion"]) == ("CycloneDX", "1.5")
    names = [one["name"] for one in found["components"]]
    assert names == re.findall(r"^([A-Za-z0-9._-]+)(?:\[.*\])?==", text, re.MULTILINE)
    digests = [one for each in found["components"] for one in each["externalReferences"]]
    assert len(digests) == text.count("--hash=sha256:")
    assert len({one["bom-ref"] for one in found["components"]}) == len(names)


def test_package_is_named_as_package_urls_write_it(tmp_path: Path) -> None:
    lock = tmp_path / "lock.txt"
    lock.write_text(f"Some_Thing.x[extra]==1.2 \\\n    --hash=sha256:{'a' * 64}\n    # via nothing\n")

    (one,) = packages(lock)

    assert (one.purl, one.hashes) == ("pkg:pypi/some-thing-x@1.2", ("a" * 64,))


def test_licences_are_listed_and_one_nobody_states_is_said_so() -> None:
    told = StringIO()
    call_command("sbom", "--licences", stdout=told)

    assert re.search(r"^django 5\.2\S*: .*BSD", told.getvalue(), re.MULTILINE | re.IGNORECASE)
    assert licence_of("no-such-package-anywhere") == "not stated"
