"""The bundle of a published list: its facts read, made once, kept with the digest of its bytes."""
