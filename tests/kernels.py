"""Compile the kernels of every engine before several processes need them: `python -m tests.kernels`.

It takes half a minute of a processor. Processes that begin at the same time would each compile the same.
"""

import django

django.setup()

from ratings.list_proof.checking import check, opened  # noqa: E402 - the folder of kernels is set up first
from ratings.management.bench.measuring_proof import SYSTEMS  # noqa: E402 - as above
from ratings.management.bench.proof_facts import bundle_of  # noqa: E402 - as above

if __name__ == "__main__":
    for key in SYSTEMS:
        check(opened(bundle_of(key, 400)))
