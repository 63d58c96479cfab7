"""One hash of everything a run depends on: two runs with the same fingerprint propose the same bits."""

from dataclasses import fields
from hashlib import sha256

import numpy as np

from ratings.engines.contract import Standing
from ratings.replay.event_facts import Assembly
from ratings.rulebook.policy import Policy, engine_version


def fingerprint(assembly: Assembly, standing: Standing, policy: Policy) -> str:
    """Hash the facts, the standings before them, the editions with their constants, and the engine's code."""
    digest = sha256()
    for word in (policy.key, engine_version(policy.key), *policy.names):
        digest.update(word.encode() + b"\0")
    keys = (assembly.players, assembly.events.sequence, policy.parameters)
    records = (assembly.facts, standing)
    columns = [*keys, *(getattr(record, field.name) for record in records for field in fields(record))]
    for column in columns:
        # The length keeps two neighbouring columns apart.
        digest.update(str((column.dtype.str, column.shape)).encode())
        digest.update(np.ascontiguousarray(column).view(np.uint8).data)
    return digest.hexdigest()
