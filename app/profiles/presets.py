"""The usual servers, so that a profile needs little more than a model's name."""

from dataclasses import dataclass, field

from app.texts import mark
from pipeline.models.profile import Limits


@dataclass(frozen=True)
class Preset:
    """What is known of a server beforehand.

    Attributes:
        base_url: empty where a person must say it.
        key: source of the key unless said otherwise.
        hint: where the names of its models are found.
    """

    title: str
    base_url: str
    key: str = "none"
    limits: Limits = field(default_factory=Limits)
    hint: str = ""


# One machine answers one request well, and reads a long prompt for minutes before it writes.
_LOCAL = Limits(stall=600, total=1800, parallel=1)

PRESETS: dict[str, Preset] = {
    "openai": Preset(
        "OpenAI",
        "https://api.openai.com/v1",
        "env:OPENAI_API_KEY",
        Limits(parallel=4),
        mark("see the list of models in your account"),
    ),
    "ollama": Preset("Ollama", "http://localhost:11434/v1", limits=_LOCAL, hint="ollama list"),
    "lm-studio": Preset(
        "LM Studio", "http://localhost:1234/v1", limits=_LOCAL, hint=mark("the Developer tab")
    ),
    "llama-cpp": Preset(
        "llama.cpp server",
        "http://localhost:8080/v1",
        limits=_LOCAL,
        hint=mark("the name of the loaded file; any name is taken"),
    ),
    "vllm": Preset(
        "vLLM",
        "http://localhost:8000/v1",
        limits=Limits(stall=300, total=1800, parallel=4),
        hint=mark("the name it was started with"),
    ),
    "other": Preset(mark("another OpenAI-compatible server"), "", hint=mark("ask whoever runs it")),
}
