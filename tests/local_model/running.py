"""A real model behind a real server, for as long as a `with` block lasts."""

import re
import subprocess
import urllib.request
from pathlib import Path
from types import TracebackType

from app.environment import without_secrets
from pipeline.agents.protocols import TokenUse
from tests.local_model.fetching import Store, Weights

CONTEXT = 8192
"""Tokens: what a machine with little memory can be asked for, and what the README speaks of."""


class LocalModel:
    """A model server on the loopback address.

    Args:
        log: where its own words go.
        context: window in tokens, for prompt and reply together.
    """

    def __init__(self, store: Store, weights: Weights, log: Path, context: int = CONTEXT) -> None:
        self.name = weights.name
        self._command = [
            str(store.engine()),
            str(Path(__file__).with_name("server.py")),
            str(store.weights(weights)),
            weights.name,
            str(context),
        ]
        self._log = log
        self._address = ""
        self._process: subprocess.Popen[str] | None = None

    @property
    def base_url(self) -> str:
        """What a profile names."""
        return f"{self._address}/v1"

    def __enter__(self) -> "LocalModel":
        with self._log.open("w") as log:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                env=without_secrets(),
                text=True,
            )
        assert self._process.stdout is not None
        self._address = self._process.stdout.readline().strip()
        if not self._address.startswith("http"):
            self.__exit__(None, None, None)
            raise RuntimeError(f"The model server did not start:\n{self._log.read_text()[-2000:]}")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        process = self._process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.close()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()

    def tokens(self) -> TokenUse:
        """What the server has counted since it started; a beginning it remembered counts too."""
        read = self.counted("prompt_tokens_total") + self.counted("prompt_tokens_cached_total")
        return TokenUse(input=read, output=self.counted("tokens_predicted_total"))

    def counted(self, what: str) -> int:
        """One of the server's own figures, by its name after `llamacpp:`."""
        with urllib.request.urlopen(f"{self._address}/metrics", timeout=60) as answer:
            text = answer.read().decode()
        found = re.search(rf"^llamacpp:{what} ([0-9.e+]+)$", text, re.MULTILINE)
        assert found is not None, text
        return round(float(found[1]))
