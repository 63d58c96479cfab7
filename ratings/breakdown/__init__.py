"""The sum behind a rating, step by step and symbol by symbol. Pure."""
