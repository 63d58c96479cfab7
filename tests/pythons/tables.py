"""The migrated database of tests, where deprecations are no errors: `python -m tests.pythons.tables`.

`tests.databases` passes over no warning, so that the next Django would make no tables at all.
"""

import os
import subprocess
import sys
from unittest.mock import patch

import django

from federation import site_folder


def migrate(address: str) -> None:
    """Migrate an empty database; warnings are printed."""
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(command, cwd=site_folder.ROOT, env={**os.environ, "DATABASE_URL": address}, check=True)


def main() -> None:
    """Make the database under the name that tests look for."""
    django.setup()
    from tests import databases  # here, because it asks the settings

    with patch.object(databases, "_migrate", migrate):
        databases.migrated_file()


if __name__ == "__main__":
    main()
