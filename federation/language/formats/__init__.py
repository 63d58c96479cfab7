"""Formats of numbers and dates by language, where Django's are not ours (settings.FORMAT_MODULE_PATH)."""
