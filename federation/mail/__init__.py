"""Letters: how one is written, and the outbox every one leaves through."""
