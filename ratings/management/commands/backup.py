"""Copy the database into a folder, with a manifest; restore it for a trial where asked."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from federation.management.office_command import OfficeCommand
from ratings.backups import create
from ratings.backups.manifest import BackupError

_WITHOUT_KEY = (
    "the secret key is not in it: keep secret_key of the data folder, or SECRET_KEY, in another place; "
    "without it no authenticator app and no recovery code works any more"
)


class Command(OfficeCommand):
    """Make a backup while the site goes on; exit status 1 where it cannot be made or does not hold."""

    help = "Copy the database into a folder with a manifest; the site goes on meanwhile."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--to", type=Path, help="the folder of all backups (BACKUP_DIR)")
        parser.add_argument(
            "--prove", action="store_true", help="restore it for a trial and verify everything"
        )
        parser.add_argument(
            "--secret-key", action="store_true", help="copy secret_key of the data folder too"
        )

    def handle(self, *_: Any, **options: Any) -> None:
        target = options["to"] or (Path(settings.BACKUP_DIR) if settings.BACKUP_DIR else None)
        if target is None:
            raise CommandError("Say where: --to FOLDER, or BACKUP_DIR in the environment")
        try:
            backup = create.make(target.absolute(), with_key=options["secret_key"])
            self.stdout.write(f"{backup.folder}: {backup.size} bytes")
            self.stdout.write(f"the end of the journal in it: {backup.place}:{backup.digest}")
            if not options["secret_key"]:
                self.stdout.write(_WITHOUT_KEY)
            if options["prove"]:
                from ratings.backups import proving  # here, because it imports every engine

                proving.prove(backup, self.stdout.write)
                self.stdout.write("proved")
        except BackupError as problem:
            raise CommandError(str(problem)) from problem
