"""Print what the program is made of: CycloneDX JSON, or a list of licences."""

import json
from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser

from federation.management import sbom
from federation.management.office_command import OfficeCommand


class Command(OfficeCommand):
    """Read the lock that is installed from."""

    help = "Print the packages of the lock as CycloneDX JSON, or with their licences as a list."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--licences", action="store_true", help="a line for each package and its licence")

    def handle(self, *_: Any, **options: Any) -> None:
        lock = settings.SITE_DIR / "requirements" / "base.txt"
        if options["licences"]:
            for package in sbom.packages(lock):
                self.stdout.write(f"{package.name} {package.version}: {sbom.licence_of(package.name)}")
        else:
            self.stdout.write(json.dumps(sbom.document(lock, settings.VERSION), indent=1))
