"""The language of remedies: plain words in, changes of a layout out, each with its record."""

from pipeline.agents.offline.advice.apply import apply_advice
from pipeline.agents.offline.advice.model import Advice, Knob, Remedy
from pipeline.agents.offline.advice.parse import parse_advice

__all__ = ["Advice", "Knob", "Remedy", "apply_advice", "parse_advice"]
