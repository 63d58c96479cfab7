"""Build the image in a Debian tree and start what compose.yaml starts; then visit the site.

python -m tests.deployment.containers bookworm --folder /var/tmp/trees --network walked
"""

import contextlib
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import yaml

from tests.deployment import tree
from tests.deployment.__main__ import arguments, copy_into, visit
from tests.deployment.image import DEPLOY, Image, settle_servers
from tests.deployment.visit import EMAIL, PASSWORD, say, wait_for

SET = {"SECRET_KEY": "a secret of fifty characters, made for this walk alone", "POSTGRES_PASSWORD": "another"}
SITE = "http://localhost:8000"


def main() -> int:
    """Build, start and visit; returns 1 where something failed."""
    given = arguments(__doc__ or "", ways=())
    made = tree.make(given.folder, given.suite, given.mirror, name="image")
    copy_into(made, given.copy)
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    with tree.running(made, network=given.network) as machine, contextlib.ExitStack() as ending:
        image = Image(machine)
        image.build()
        settle_servers(machine, SET["POSTGRES_PASSWORD"])
        redis = [*machine.namespaces(), *_command(_filled_in(services["redis"]["command"]))]
        ending.callback(_end, subprocess.Popen(redis, stdout=subprocess.DEVNULL))
        environment = dict(_environment(services["web"]["environment"]))
        say(image.run(_command(services["prepare"]["command"]), environment)[-300:])
        for name in ("web", "worker", "beat"):
            command = _command(services[name].get("command", image.command))
            child = image.start(command, environment, given.folder / f"container-{name}.log")
            ending.callback(_end, child)
        health = services["web"]["healthcheck"]["test"]
        assert health.pop(0) == "CMD"
        wait_for(lambda: _is_well(image, health, environment))
        say("ok      healthcheck of web")
        account = {"DJANGO_SUPERUSER_PASSWORD": PASSWORD, "DJANGO_SUPERUSER_FIRST_NAME": "Odile"}
        create = ["python", "manage.py", "createsuperuser", "--no-input", f"--email={EMAIL}"]
        image.run(create, environment | account)
        return visit(given.network, SITE)


def _environment(block: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the variables of a service as compose passes them on, with SET as its .env."""
    for name, value in block.items():
        if value is None:
            if name in SET:
                yield name, SET[name]
            continue
        yield name, _filled_in(str(value))


def _filled_in(text: str) -> str:
    """Return a text of compose with its variables filled in, as with SET in .env."""
    return re.sub(r"\$\{(\w+)(?::([-?])([^}]*))?\}", _filled, text)


def _filled(found: re.Match[str]) -> str:
    name, kind, rest = found.groups()
    if name in SET:
        return SET[name]
    assert kind == "-", f"{name}: {rest}"
    return str(rest)


def _command(said: str | list[str]) -> list[str]:
    """Return a command as compose splits it."""
    return shlex.split(said) if isinstance(said, str) else said


def _is_well(image: Image, health: list[str], environment: dict[str, str]) -> bool:
    try:
        image.run(health, environment)
    except subprocess.CalledProcessError:
        return False
    return True


def _end(child: "subprocess.Popen[bytes]") -> None:
    child.terminate()
    with contextlib.suppress(subprocess.TimeoutExpired):
        child.wait(30)
    child.kill()


if __name__ == "__main__":
    sys.exit(main())
