"""Restore a backup, and verify what was restored."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from federation.accounts.allauth_adapters import sealed_elsewhere
from federation.management.office_command import OfficeCommand
from ratings.backups import proving, restoring
from ratings.backups.manifest import BackupError


class Command(OfficeCommand):
    """Restore and verify; exit status 1 where something was refused or does not hold."""

    help = "Restore a backup into the empty database of the settings; stop the service first."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path, help="the folder of the backup, with its manifest")
        parser.add_argument(
            "--replace-everything",
            action="store_true",
            help="also into a database in use; what is in it goes",
        )
        parser.add_argument("--secret-key", action="store_true", help="put secret_key back too")

    def handle(self, *_: Any, **options: Any) -> None:
        try:
            manifest = restoring.restore(
                options["folder"].absolute(),
                replace_everything=options["replace_everything"],
                with_key=options["secret_key"],
            )
        except BackupError as problem:
            raise CommandError(f"Not restored: {problem}") from problem
        rows = sum(manifest.contents.counts.values())
        self.stdout.write(f"{rows} rows of version {manifest.version}, made {manifest.made}")
        self._say_what_the_key_does_not_open()
        wrong = list(proving.verify(manifest))
        for line in wrong:
            self.stdout.write(line)
        if wrong:
            raise CommandError("It was restored, but does not hold together.")
        self.stdout.write(f"journal, games and lists hold; the journal ends at {manifest.contents.place}")

    def _say_what_the_key_does_not_open(self) -> None:
        """Name the accounts whose second factors were sealed with another secret key, and what to do."""
        addresses, keys = sealed_elsewhere()
        if addresses:
            self.stdout.write(
                f"{len(addresses)} accounts: the present secret key does not open their authenticator apps "
                "and recovery codes. Put back the key of the office that made the backup (secret_key in the "
                "data folder, or SECRET_KEY) before you start the service. If it is lost, run "
                "reset_second_factor for each:"
            )
            self.stdout.write("\n".join(f"  {address}" for address in addresses))
        if keys:
            self.stdout.write(
                f"{keys} keys for logins of other sites: the same; if the secret key is lost, run "
                "login_key --now"
            )
