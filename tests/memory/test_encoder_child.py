"""The real MiniLM, in its child process."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from memory_store.bank import Bank
from memory_store.embedding import MiniLmEmbedder, weights
from memory_store.errors import EncoderFailed
from memory_store.testing import failure, success
from tests.memory.conftest import GATES, MARKET, WAVES

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def minilm() -> Iterator[MiniLmEmbedder]:
    """One running encoder for all tests of this file."""
    with MiniLmEmbedder() as embedder:
        yield embedder


def test_vectors_are_unit_vectors_whose_cosines_follow_the_meaning(minilm: MiniLmEmbedder) -> None:
    rows = minilm.encode(["The cat sleeps.", "A kitten is asleep.", "Interest rates rose."])
    assert rows.dtype == np.float32
    assert rows.shape == (3, 384)
    assert np.linalg.norm(rows, axis=1) == pytest.approx(1, abs=1e-5)
    assert rows[0] @ rows[1] > 0.5 > rows[0] @ rows[2]


def test_no_texts_give_no_vectors(minilm: MiniLmEmbedder) -> None:
    assert minilm.encode([]).shape == (0, 384)


def test_the_same_text_gives_the_same_vector_alone_and_in_a_batch(minilm: MiniLmEmbedder) -> None:
    alone = minilm.encode([WAVES])[0]
    batch = minilm.encode([MARKET * 5, WAVES, GATES])[1]
    assert alone @ batch == pytest.approx(1, abs=1e-5)


def test_a_long_section_is_cut_and_its_role_still_counts(minilm: MiniLmEmbedder) -> None:
    long = "Every wave has a frequency and a phase. " * 200
    method, conclusion = minilm.context(long, "method"), minilm.context(long, "conclusion")
    assert method.pieces_read == 253
    assert method.pieces_total == 1800
    assert float(method.vector @ conclusion.vector) < 0.9999
    short = minilm.context(WAVES, "method")
    assert short.pieces_read == short.pieces_total > 5


def test_what_lies_behind_the_cut_changes_nothing(minilm: MiniLmEmbedder) -> None:
    head = "Every wave has a frequency and a phase. " * 60
    one, two = minilm.context(head + WAVES, "method"), minilm.context(head + GATES, "method")
    assert np.array_equal(one.vector, two.vector)
    assert one.pieces_read == two.pieces_read == 253


@pytest.mark.parametrize(
    "text",
    [
        "∑ ∫ ∂ é é ﬁ 中文 текст " * 60,
        "x" * 5000,
        "antidisestablishmentarianism" * 3 + " " + "electroencephalography " * 200,
        "🙂" * 400,
        "\u0301" * 600,
        "\n\t \n",
        "\\frac{a}{b} = \\sum_{i=1}^{n} x_i " * 80,
    ],
)
def test_any_text_fits_with_its_role(minilm: MiniLmEmbedder, text: str) -> None:
    found = minilm.context(text, "experiment")
    assert found.pieces_read <= min(253, found.pieces_total)
    other = minilm.context(text, "background")
    assert not np.array_equal(found.vector, other.vector)


def test_a_bank_grown_with_minilm_finds_the_section_it_learned_from(
    minilm: MiniLmEmbedder, tmp_path: Path
) -> None:
    with Bank.open(tmp_path / "bank", minilm, create=True) as bank:
        for number, text in enumerate((WAVES, GATES, MARKET)):
            bank.consolidate([success(text, run=f"r{number}"), failure(text, run=f"r{number}")])
        found = bank.retrieve("Qubits are entangled by two-qubit gates.", "method", 1, 1)
        assert found.successes[0].record.context.text == GATES
        assert bank.search("formula overlaps the diagram", 1, "failure")
        assert bank.verify().ok


PARENT = """
import sys, threading, time
from memory_store.bank import Bank
from memory_store.snapshot import Snapshot
from memory_store.embedding import MiniLmEmbedder
embedder = MiniLmEmbedder()
thread = threading.Thread(target=embedder.start)
thread.start()
thread.join()
if sys.argv[1] == "idle":
    embedder.identity, embedder.context("a wave", "method"), embedder.encode(["a"])
names = ("torch", "sentence_transformers", "transformers")
print(embedder.pid, *[name for name in names if name in sys.modules], flush=True)
time.sleep(300)
"""


@pytest.fixture(scope="module", params=["idle", "loading"])
def parent(request: pytest.FixtureRequest) -> Iterator[tuple["subprocess.Popen[str]", list[str]]]:
    """A process with an encoder child that is idle or still loading, and the line it printed."""
    process = subprocess.Popen(
        [sys.executable, "-c", PARENT, request.param], stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    assert process.stdout is not None
    yield process, process.stdout.readline().split()
    process.kill()
    process.wait()
    process.stdout.close()


def test_the_parent_never_imports_torch(
    parent: tuple["subprocess.Popen[str]", list[str]],
) -> None:
    (pid,) = parent[1]
    assert int(pid) != parent[0].pid


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_the_child_ends_with_a_parent_that_was_killed(
    parent: tuple["subprocess.Popen[str]", list[str]],
) -> None:
    child = int(parent[1][0])
    assert _runs(child)
    parent[0].kill()
    parent[0].wait()
    for _ in range(200):
        if not _runs(child):
            return
        time.sleep(0.05)
    os.kill(child, signal.SIGKILL)
    pytest.fail("the encoder outlived its parent")


def test_the_identity_is_known_without_starting_anything() -> None:
    embedder = MiniLmEmbedder()
    assert embedder.identity.dimension == 384
    assert embedder.identity.weights.startswith("sha256:")
    assert embedder.pid is None
    embedder.close()


def test_the_hash_of_the_weights_is_remembered_and_noticed_when_a_file_changes(
    tmp_path: Path,
) -> None:
    model, cache = tmp_path / "model", tmp_path / "cache.json"
    for name in weights.HASHED:
        (model / name).parent.mkdir(parents=True, exist_ok=True)
        (model / name).write_text(name)
    first = weights.identity(model, cache)
    assert cache.exists()
    assert weights.identity(model, cache) == first
    (model / "tokenizer.json").write_text("another tokenizer")
    assert weights.identity(model, cache) != first
    cache.write_text("{")
    assert weights.identity(model, cache) == weights.identity(model)


def test_missing_weights_are_named(tmp_path: Path) -> None:
    embedder = MiniLmEmbedder(tmp_path)
    with pytest.raises(EncoderFailed, match=r"model\.safetensors is missing"):
        embedder.start()
    with pytest.raises(EncoderFailed, match=r"model\.safetensors is missing"):
        _ = embedder.identity


def test_weights_that_are_none_give_the_reason(tmp_path: Path) -> None:
    for name in weights.HASHED:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("{}")
    with (
        MiniLmEmbedder(tmp_path) as embedder,
        pytest.raises(EncoderFailed, match=r"ended unexpectedly \(.+\)"),
    ):
        embedder.encode(["a"])


def test_a_child_that_hangs_or_dies_is_an_error_once_and_is_started_again() -> None:
    with MiniLmEmbedder() as embedder:
        embedder.encode(["a"])
        first = embedder.pid
        assert first is not None
        os.kill(first, signal.SIGSTOP)
        embedder._answer_timeout = 0.2
        with pytest.raises(EncoderFailed, match=r"did not answer within 0\.2 seconds"):
            embedder.encode(["b"])
        embedder._answer_timeout = 120
        assert embedder.encode(["c"]).shape == (1, 384)
        second = embedder.pid
        assert second not in (None, first)
        os.kill(second or 0, signal.SIGSTOP)  # so that it dies within the call
        killer = threading.Timer(0.3, os.kill, (second, signal.SIGKILL))
        killer.start()
        with pytest.raises(EncoderFailed, match="ended unexpectedly"):
            embedder.encode(["d"])
        killer.join()
    assert embedder.pid is None


def test_closing_ends_a_call_that_waits_for_the_model_to_load() -> None:
    embedder = MiniLmEmbedder()
    caught: list[EncoderFailed] = []

    def wait() -> None:
        try:
            embedder.encode(["a"])
        except EncoderFailed as error:
            caught.append(error)

    embedder.start()
    thread = threading.Thread(target=wait)
    thread.start()
    embedder.close()
    thread.join(20)
    assert not thread.is_alive()
    assert len(caught) == 1
    assert embedder.pid is None


def _runs(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return False
    return state not in "ZX"


def test_a_patient_encoder_lets_other_processes_go_first() -> None:
    embedder = MiniLmEmbedder()
    try:
        embedder.start(patient=True)
        rows = embedder.encode(["a"])
        assert rows.shape == (1, 384)
        assert os.getpriority(os.PRIO_PROCESS, embedder.pid or 0) > os.getpriority(
            os.PRIO_PROCESS, 0
        )
    finally:
        embedder.close()


def test_the_context_of_a_task_is_embedded_once(minilm: MiniLmEmbedder) -> None:
    first = minilm.context(WAVES, "method")
    assert minilm.context(WAVES, "method") is first
    assert minilm.context(WAVES, "conclusion") is not first
