"""Read a page of a site ten times a second until a line comes in; print each status, 0 for no answer."""

import select
import sys

import requests


def main(address: str, host: str) -> None:
    """Read until somebody says that it is over."""
    head = {"Host": host, "X-Forwarded-Proto": "https"}
    while not select.select([sys.stdin], [], [], 0.1)[0]:
        try:
            status = requests.get(address, headers=head, timeout=30).status_code
        except requests.RequestException:
            status = 0
        sys.stdout.write(f"{status}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
