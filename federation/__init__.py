"""The register, and the project. Its version stands here and nowhere else; CHANGELOG.md has a part for it."""

__version__ = "1.1.0.dev0"
