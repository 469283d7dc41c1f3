"""Geometry: what was on screen, recorded during the render, and what is wrong with it."""
