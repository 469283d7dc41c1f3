"""Profiles of model endpoints: kept in one file without any key, tested, opened for a run."""
