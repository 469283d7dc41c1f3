"""The text encoder: its identity, and one real vector from its own process."""

import time

from app.doctor.check import CheckFailed
from app.texts import tr

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
            tr("the vector has shape {shape} and length {length:.4f}").format(
                shape=vector.shape, length=length
            ),
            tr("Delete .venv/.setup-done and run ./run: it mends the encoder's packages."),
        )
    return tr("{describe}; first vector after {monotonic:.1f} s").format(
        describe=identity.describe(), monotonic=time.monotonic() - started
    )
