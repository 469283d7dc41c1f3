"""Snapshots: freeze, list, verify, compare, restore, shuffled twins, delete."""
