"""The clock of what is sent onward: organisers are reminded of deadlines."""

import logging

from federation.celery import app
from tournaments.dispatch import reminders

logger = logging.getLogger(__name__)


@app.task(name="ratings.tasks.remind_onward")  # type: ignore[untyped-decorator]  # Celery has no types
def remind_onward() -> None:
    """Note the letters of deadlines that are near; each is told once."""
    noted = reminders.remind()
    if noted:
        logger.info("reminded of %s deadlines", noted)
