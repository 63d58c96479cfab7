"""One process of an installation that does one act after the other, as told; a program beside the tests.

`python -m tests.faults.clerk` reads lines `["office", "apply", "4"]` (who acts, what, arguments) and answers
each with a line of JSON. Starting Python and Django takes a second, and tests ask a dozen times how things
stand.
"""

import json
import os
import sys
from importlib import import_module

import django


def serve() -> None:
    """Do what is asked for until nobody asks any more."""
    for line in sys.stdin:
        who, act, *arguments = json.loads(line)
        said = import_module(f"tests.faults.{who}").ACTS[act](*arguments)
        sys.stdout.write(json.dumps(said) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.faults.settings"
    django.setup()
    serve()
