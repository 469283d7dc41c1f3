"""How much a model reads at once, where its server says so."""

import re
from collections.abc import Mapping
from typing import Any

ENOUGH = 16_384
"""Tokens. A prompt of ours takes about 3,000; with a full memory and a long program under review
up to 9,000, and the reply comes on top."""

# Where servers put it in their list of models: the window that is in force before the one that the
# model was trained for. llama.cpp; LM Studio; vLLM; OpenRouter and Together; Groq; Mistral.
_FIELDS = (
    ("meta", "n_ctx"),
    ("loaded_context_length",),
    ("max_model_len",),
    ("context_length",),
    ("context_window",),
    ("max_context_length",),
)


def window_of(model: Mapping[str, Any]) -> int | None:
    """The window in tokens, for prompt and reply together; None where the entry tells none."""
    for path in _FIELDS:
        value: Any = model
        for name in path:
            value = value.get(name) if isinstance(value, Mapping) else None
        if isinstance(value, int) and not isinstance(value, bool) and value > 0:
            return value
    return None


LEAST_ROOM = 256
"""Tokens: a shorter reply is no use to any agent."""
_WINDOW = re.compile(r"(?:maximum context length|context window)[a-z ]*?(?:is|of) ([\d,]+)", re.I)
_PROMPT = re.compile(
    r"([\d,]+) (?:tokens )?(?:in|from) (?:the |your )?(?:messages|prompt|input)"
    r"|(?:has|have|with|contains?|of) (?:at least )?([\d,]+) (?:input|prompt) tokens"
    r"|(?:has|have|with|contains?) (?:at least )?([\d,]+) tokens in",
    re.I,
)


def room_left(words: str) -> int:
    """Tokens for a reply beside the prompt, from a server's complaint that both together are too
    long; 0 where it does not say, or where there is hardly any.

    Some servers refuse a limit that could pass the window, others cut the reply by themselves.
    """
    window, prompt = _WINDOW.search(words), _PROMPT.search(words)
    if window is None or prompt is None:
        return 0
    taken = next(group for group in prompt.groups() if group)
    left = int(window[1].replace(",", "")) - int(taken.replace(",", ""))
    return left if left >= LEAST_ROOM else 0
