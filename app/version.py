"""The version of the studio, as runs and snapshots record it."""

STUDIO_VERSION = "0.1.0"
