"""Revision without a model: the knobs of a layout, turned by what was measured."""

from pipeline.agents.offline.revise.composer import Composer
from pipeline.agents.offline.revise.reviser import LayoutReviser

__all__ = ["Composer", "LayoutReviser"]
