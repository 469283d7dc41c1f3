"""A run on disk: its folder, manifest, event log and finished steps."""
