"""The rules as data: dated editions, constants, activity, what counts, expected scores. Pure."""
