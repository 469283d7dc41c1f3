"""The cast on language models: prompts, memory slots, data blocks, typed replies."""

from pipeline.agents.model.ask import Log, log_note
from pipeline.agents.model.cast import ModelCast, model_cast
from pipeline.agents.model.limits import TokenLimits
from pipeline.agents.model.replies.faults import ReplyNote

__all__ = ["Log", "ModelCast", "ReplyNote", "TokenLimits", "log_note", "model_cast"]
