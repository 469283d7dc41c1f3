"""A process of its own for `bench memory`: what it holds after using a bank is the bank's alone.

Prints one JSON document: bytes held before, after the first page, after filters, after searches by
meaning, and the most that was held until then.
"""

import json
import sys
from pathlib import Path

import numpy as np

from memory_store.bank import Bank
from memory_store.browsing import Criteria, browse, by_vector
from memory_store.indexes import load_faiss

STATUS = Path("/proc/self/status")


def resident(most: bool = False) -> int:
    """Bytes of memory this process holds now, or has held at most; 0 where the system does not say
    (only Linux does)."""
    name = "VmHWM:" if most else "VmRSS:"
    try:
        lines = STATUS.read_text().splitlines()
    except OSError:
        return 0
    return 1024 * next(int(line.split()[1]) for line in lines if line.startswith(name))


def main(path: Path) -> dict[str, float]:
    """Open, page, filter, search for words and by meaning, as a person does."""
    load_faiss()
    before = resident()
    with Bank.open(path, None, mode="ro") as bank:
        browse(bank, limit=100)
        page = resident()
        browse(bank, Criteria(words="formula", statuses=("active",)), offset=50)
        lists = resident()
        vector = np.zeros(bank.identity.dimension, dtype=np.float32)
        vector[0] = 1
        by_vector(bank, vector)
        by_vector(bank, vector, Criteria(words="formula"))
        meaning = resident()
    return {
        "before": before, "page": page, "lists": lists, "meaning": meaning,
        "most": resident(most=True),
    }  # fmt: skip


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]))))
