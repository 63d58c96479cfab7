"""Retry times of messages, and pauses of addresses that fail."""

import random
from datetime import timedelta

from federation.webhooks.sending import Answer

_MINUTE, _HOUR = 60, 3600
# Seconds from an attempt that failed to the next; behind the last one a message is given up.
DELAYS = (
    5,
    5 * _MINUTE,
    30 * _MINUTE,
    2 * _HOUR,
    5 * _HOUR,
    10 * _HOUR,
    14 * _HOUR,
    20 * _HOUR,
    24 * _HOUR,
)
_JITTER = 0.2
_QUIET, _LONGEST_QUIET = 5, 10 * _MINUTE
_GONE = 410
_OF_THE_MESSAGE = (400, 413, 422)  # answers about the content of one message


def next_attempt(attempts: int, answer: Answer) -> timedelta | None:
    """Return the wait before the next attempt, None behind the last; `attempts`: made so far."""
    if attempts > len(DELAYS):
        return None
    seconds = DELAYS[attempts - 1] * (1 + _JITTER * _random())
    return timedelta(seconds=max(seconds, answer.retry_after))


def quiet(failures: int, answer: Answer) -> timedelta:
    """Return how long an address is left alone after so many failures in a row."""
    seconds = min(_QUIET * 2 ** min(failures - 1, 10), _LONGEST_QUIET)
    return timedelta(seconds=max(seconds, answer.retry_after))


def is_gone(answer: Answer) -> bool:
    """Return whether the recipient wants no more messages."""
    return answer.status == _GONE


def is_of_address(answer: Answer) -> bool:
    """Return whether a failure is one of the whole address, so that other messages would fare no better."""
    return answer.status not in _OF_THE_MESSAGE


def _random() -> float:
    return random.SystemRandom().random()
