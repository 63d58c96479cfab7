"""The register, and the project. Its version is defined here only; see CHANGELOG.md."""

__version__ = "1.1.0.dev0"
# The oldest version that may serve a database this one has migrated (federation.management.oldest_version).
# Raised together with a migration that does not suit the code before it; CHANGELOG.md lists these.
OLDEST_SERVING = "1.1"
