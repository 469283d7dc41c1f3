"""The base of every value the pipeline passes on or writes to disk."""

from pydantic import BaseModel, ConfigDict


class Value(BaseModel):
    """An immutable, strictly checked value: unknown fields are an error, not a surprise."""

    model_config = ConfigDict(frozen=True, extra="forbid")
