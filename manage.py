#!/usr/bin/env python3
"""Palmares from the command line: every command of the project starts here."""

import os
import sys


def console_language() -> str:
    """Return the language of who sits at the console: his locale's where we speak it, English otherwise."""
    from django.conf import settings

    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((os.environ[name] for name in names if os.environ.get(name)), "")
    code = locale[:2].lower()
    return code if code in dict(settings.LANGUAGES) else "en"


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "federation.settings")
    import django
    from django.core.management import execute_from_command_line
    from django.utils import translation

    django.setup()
    translation.activate(console_language())
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
