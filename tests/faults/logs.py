"""What an office does about public logs, its own and those of others; for the clerk."""

from typing import Any


def extend() -> dict[str, Any]:
    """Open or extend the log of this installation."""
    from federation.journal import journal
    from ratings.models import LogHead
    from ratings.public_log import writing

    journal.seal()
    writing.extend()
    return {"log": LogHead.objects.get().key}


def watch(address: str, key: str) -> dict[str, Any]:
    """Watch the log of another installation."""
    from ratings.public_log.witness import entering

    return {"name": str(entering.watch(address, key, account=None))}


def trust(address: str, key: str) -> dict[str, Any]:
    """Collect cosignatures from another installation."""
    from ratings.public_log.witness import entering

    return {"name": str(entering.trust(address, key, account=None))}


def look() -> dict[str, Any]:
    """Look at everything once; tell what is wrong, and the alarms."""
    from ratings.models import LogAlarm, LogHead, LogWitness, WatchedLog
    from ratings.public_log.witness import watch_round

    watch_round.run()
    entered: list[WatchedLog | LogWitness] = [*WatchedLog.objects.all(), *LogWitness.objects.all()]
    return {
        "witness": LogHead.objects.get().witness_key,
        "problems": ", ".join(one.problem for one in entered if one.problem),
        "alarms": ", ".join(map(str, LogAlarm.objects.order_by("pk"))),
    }


def rewrite() -> dict[str, Any]:
    """Change the first entry as somebody with the database and the key could, and sign the log anew."""
    from ratings.merkle_log.merkle import leaf_hash
    from ratings.models import LogEntry, LogTile
    from ratings.public_log import reading, writing

    first = LogEntry.objects.get(place=0)
    LogEntry.objects.filter(place=0).update(data=first.data.replace("20", "19", 1))
    LogTile.objects.all().delete()
    entries = LogEntry.objects.order_by("place").values_list("data", flat=True)
    reading.extend(0, [leaf_hash(data.encode()) for data in entries])
    return {"signed": writing.sign_end()}


ACTS = {"extend": extend, "watch": watch, "trust": trust, "look": look, "rewrite": rewrite}
