"""Tokens where an endpoint reports none: rough, and always marked as an estimate."""

import math

CHARACTERS_PER_TOKEN = 4.0
"""The rule of thumb of OpenAI's tokenizer notes for English; text with many signs takes more."""
TILE = 512
"""Pixels. OpenAI's vision guide counts 85 tokens a picture and 170 per tile of that edge."""


def text_tokens(*texts: str) -> int:
    """About how many tokens the texts are; characters outside ASCII count as one each."""
    total = 0.0
    for text in texts:
        foreign = sum(ord(character) > 127 for character in text)
        total += foreign + (len(text) - foreign) / CHARACTERS_PER_TOKEN
    return math.ceil(total)


def picture_tokens(width: int, height: int) -> int:
    """About how many tokens a picture of that size in pixels is."""
    return 85 + 170 * math.ceil(width / TILE) * math.ceil(height / TILE)
