"""The migrated database of tests, where deprecations are no errors: `python -m tests.pythons.tables`.

The next Django would make no tables at all if they were.
"""

import django


def main() -> None:
    """Make the database under the name that tests look for; warnings are printed."""
    django.setup()
    from tests import databases  # here, because it asks the settings

    databases.migrated_file(warnings="default")


if __name__ == "__main__":
    main()
