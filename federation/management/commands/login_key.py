"""Make the key that signs logins of other sites; run again to rotate it without a gap."""

from argparse import ArgumentParser
from typing import Any

from federation.accounts import login_provider
from federation.management.office_command import OfficeCommand


class Command(OfficeCommand):
    """manage.py login_key"""

    help = "Make a key for logins of other sites; a later one takes over after two hours."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the option."""
        parser.add_argument("--now", action="store_true", help="end all other keys at once: one has leaked")

    def handle(self, *, now: bool, **_options: Any) -> None:
        """Make one, and say from when it signs."""
        key = login_provider.make_key(at_once=now)
        self.stdout.write(f"Key {key.pk} signs from {key.begins:%Y-%m-%d %H:%M} UTC.")
