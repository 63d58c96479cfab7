"""Settings with the linter of migrations, an application of requirements/release.txt (`./check --release`).

It refuses what the version before cannot serve beside: a column that is not null and has no default in the
database, one renamed or taken away, a new unique constraint.
"""

from federation import settings as _site
from federation.settings import *  # noqa: F403 - the settings of the site, and one application more

INSTALLED_APPS = [*_site.INSTALLED_APPS, "django_migration_linter"]
MIGRATION_LINTER_OPTIONS = {
    "no_cache": True,
    "sql_analyser": "postgresql",  # the site stays up while tables change on PostgreSQL alone
    "include_apps": ["federation", "tournaments", "ratings", "laboratory"],
    # What has gone out is never changed (docs/contributing.md, *Release a version*).
    "ignore_name": [
        "0005_periods",
        "0007_notice_once",
        "0017_regions",
        "0036_rules_of_trials",  # its table came with 0035, between the same two versions
        # Columns only get wider: the version before reads and writes them as they were.
        "0025_longer_system_keys",
        "0034_longer_system_keys",
        "0041_longer_system_keys",
        "0038_history_one_index",  # says the same columns in another order: the older constraint goes
    ],
    # Warnings of names of variables and arguments in RunPython: style, which ruff and readers judge.
    "exclude_migration_tests": ["RUNPYTHON_MODEL_VARIABLE_NAME", "RUNPYTHON_ARGS_NAMING_CONVENTION"],
}
