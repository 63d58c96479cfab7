"""Other versions of Python and Django than the suite runs on: `./check --release`."""
