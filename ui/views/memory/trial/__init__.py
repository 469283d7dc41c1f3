"""Trying records on a section, without counting a use."""
