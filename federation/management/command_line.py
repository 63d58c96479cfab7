"""Palmares from the command line: `manage.py` in a checkout, `palmares` where a wheel is installed."""

import gc
import os
import sys

from federation import __version__, site_folder


def own_command(*arguments: str) -> list[str]:
    """Return the arguments that start a command of the project in any working directory."""
    start = ["-P", "-m", __name__] if site_folder.INSTALLED else [str(site_folder.ROOT / "manage.py")]
    return [sys.executable, *start, *arguments]


def console_language() -> str:
    """Return the language of who sits at the console: their locale's where we speak it, English otherwise."""
    from django.conf import settings

    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((os.environ[name] for name in names if os.environ.get(name)), "")
    code = locale[:2].lower()
    return code if code in dict(settings.LANGUAGES) else "en"


def main() -> None:
    """Run the command the arguments name."""
    if sys.argv[1:] in (["version"], ["--version"]):  # Django would name its own
        sys.stdout.write(f"{__version__}\n")
        return
    # The collector reads all modules again and again while they are loaded: 6 to 19 % of a start.
    gc.set_threshold(50_000, 10, 10)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "federation.settings")
    import django
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
    from django.utils import translation

    try:
        django.setup()
    except ImproperlyConfigured as wrong:
        sys.exit(f"Palmares does not start: {wrong}")
    translation.activate(console_language())
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
