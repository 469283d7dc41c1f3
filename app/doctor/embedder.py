"""The text encoder: its identity, and one real vector from its own process."""

import time

from app.doctor.check import CheckFailed

START_SECONDS = 90.0
ANSWER_SECONDS = 30.0


def embedder_works() -> str:
    """One text becomes a unit vector."""
    import numpy as np

    from memory_store.embedding import MiniLmEmbedder

    started = time.monotonic()
    embedder = MiniLmEmbedder(start_timeout=START_SECONDS, answer_timeout=ANSWER_SECONDS)
    try:
        identity = embedder.identity
        vector = embedder.encode(["a paper section about the Fourier transform"])[0]
    finally:
        embedder.close()
    length = float(np.linalg.norm(vector))
    if vector.shape != (identity.dimension,) or abs(length - 1.0) > 1e-3:
        raise CheckFailed(
            f"the vector has shape {vector.shape} and length {length:.4f}",
            "Delete .venv/.setup-done and run ./run: it mends the encoder's packages.",
        )
    return f"{identity.describe()}; first vector after {time.monotonic() - started:.1f} s"
