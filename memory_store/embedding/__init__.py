"""Text encoders: what the bank asks of one, and the packaged MiniLM in a process of its own."""

from memory_store.embedding.base import (
    TEMPLATE_VERSION,
    ContextVector,
    Embedder,
    EncoderIdentity,
    context_text,
)
from memory_store.embedding.minilm import MiniLmEmbedder

__all__ = [
    "TEMPLATE_VERSION",
    "ContextVector",
    "Embedder",
    "EncoderIdentity",
    "MiniLmEmbedder",
    "context_text",
]
