"""The self-evolving loop: retrieve, write, check, render, review, revise, consolidate."""
