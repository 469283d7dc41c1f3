"""One memory record, read only."""
