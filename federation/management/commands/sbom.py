"""Print what the program is made of: CycloneDX JSON, or a list of licences."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser

from federation.management.office_command import OfficeCommand

_PACKAGE = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;\\]+)")
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
UNKNOWN = "not stated"


@dataclass(frozen=True, slots=True)
class Package:
    """A package of the lock, with the digests of the files it may come as."""

    name: str
    version: str
    hashes: tuple[str, ...]

    @property
    def purl(self) -> str:
        """How package URLs name it."""
        return f"pkg:pypi/{re.sub('[-_.]+', '-', self.name).lower()}@{self.version}"


def packages(lock: Path) -> Iterator[Package]:
    """Yield the packages of a lock file, all there is besides the program's own code."""
    text = lock.read_text(encoding="utf-8").replace("\\\n", " ")
    for line in text.splitlines():
        if match := _PACKAGE.match(line):
            yield Package(match[1], match[2], tuple(_HASH.findall(line)))


def licence_of(name: str) -> str:
    """Return the licence an installed package states: its expression, classifiers or first line."""
    try:
        headers: Any = metadata.metadata(name)  # an e-mail message, which its type does not say
    except metadata.PackageNotFoundError:
        return UNKNOWN
    classifiers = [
        classifier
        for classifier in headers.get_all("Classifier") or []
        if classifier.startswith("License :: ")
    ]
    names = [
        classifier.rpartition(" :: ")[2]
        for classifier in classifiers
        if classifier != "License :: OSI Approved"
    ]
    stated = ("".join((headers.get_all("License") or [])[:1])).strip().partition("\n")[0]
    return "".join(headers.get_all("License-Expression") or []) or ", ".join(names) or stated[:80] or UNKNOWN


def document(lock: Path, version: str) -> dict[str, Any]:
    """Return the bill of materials in CycloneDX 1.5, the same for the same lock and installation."""
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "palmares", "version": version}},
        "components": [_component(package) for package in packages(lock)],
    }


def _component(package: Package) -> dict[str, Any]:
    return {
        "type": "library",
        "bom-ref": package.purl,
        "name": package.name,
        "version": package.version,
        "purl": package.purl,
        "licenses": [{"license": {"name": licence_of(package.name)}}],
        # One digest for each file it is published as: references may have several, a component has one file.
        "externalReferences": [
            {
                "type": "distribution",
                "url": package.purl,
                "hashes": [{"alg": "SHA-256", "content": digest}],
            }
            for digest in package.hashes
        ],
    }


class Command(OfficeCommand):
    """Read the lock that is installed from."""

    help = "Print the packages of the lock as CycloneDX JSON, or with their licences as a list."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--licences", action="store_true", help="a line for each package and its licence")

    def handle(self, *_: Any, **options: Any) -> None:
        lock = settings.SITE_DIR / "requirements" / "base.txt"
        if options["licences"]:
            for package in packages(lock):
                self.stdout.write(f"{package.name} {package.version}: {licence_of(package.name)}")
        else:
            self.stdout.write(json.dumps(document(lock, settings.VERSION), indent=1))
