"""The protocol of a text encoder and the identity that a bank pins."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from pydantic import BaseModel, ConfigDict, Field

from memory_store.vectors import Vectors

TEMPLATE_VERSION = 1
"""Version of `context_text`. Another template gives other vectors: it is part of the identity."""

MAX_PIECES = 256
"""Word pieces that MiniLM reads, its two special tokens included."""


class EncoderIdentity(BaseModel):
    """What makes two encoders the same one: the weights, not the program that runs them."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str
    dimension: int = Field(gt=0, le=65536)
    weights: str
    template_version: int = TEMPLATE_VERSION

    def describe(self) -> str:
        """One line for people."""
        return (
            f"{self.model} ({self.dimension} dimensions, weights {self.weights[:19]}, "
            f"template {self.template_version})"
        )


@dataclass(frozen=True)
class ContextVector:
    """The embedding of a context [s; r] and how much of s was read.

    Attributes:
        vector: float32, shape (dimension,), unit length.
        pieces_read: word pieces of the section text that the encoder read.
        pieces_total: word pieces the section text has.
    """

    vector: Vectors
    pieces_read: int
    pieces_total: int


class Embedder(Protocol):
    """Turns texts into unit vectors. Safe to call from several threads."""

    @property
    def identity(self) -> EncoderIdentity:
        """Known without loading the model."""
        ...

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Vectors of `texts`, float32, shape (len(texts), dimension), unit length."""
        ...

    def context(self, text: str, role: str) -> ContextVector:
        """The vector of the retrieval query [s; r]; s is cut so that the role always fits."""
        ...


def context_text(text: str, role: str) -> str:
    """The template of a context, version `TEMPLATE_VERSION`: the section, a newline, the role."""
    return f"{text}\n{role}"
