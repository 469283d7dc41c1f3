"""A profile: which models play the cast, where they are, and what they may take and cost."""

import re
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field, StringConstraints

from pipeline.models.port import Role
from pipeline.schema.base import Value

LONG_NAME = 20
"""Characters from which the name of a variable with small letters and digits is taken for a key."""

JsonMode = Literal["schema", "object", "text"]
"""How a reply becomes JSON: strict schema, JSON mode, or asked for in words alone."""


def _no_key(source: str) -> str:
    """Some keys have the form of a variable's name, and would end up in the file of profiles."""
    name = source.removeprefix("env:")
    mixed = any(c.islower() for c in name) and any(c.isdigit() for c in name)
    if len(name) >= LONG_NAME and mixed:
        raise ValueError("that looks like a key, not like the name of an environment variable")
    return source


KeySource = Annotated[
    str,
    StringConstraints(pattern=r"^(none|keyring|session|env:[A-Za-z_][A-Za-z0-9_]*)$"),
    AfterValidator(_no_key),
]
"""Where the key is: nowhere (a local server takes any), the system keyring, asked for in each
session, or the environment variable after `env:`. The key itself is never part of a profile."""

KeyHeader = Literal["authorization", "api-key", "x-api-key"]
"""The header that carries the key: `authorization` as a bearer token, the others bare, as some
gateways want it."""

_PARAMETER = re.compile(r"[A-Za-z][A-Za-z0-9._-]{0,63}")
_VALUE = re.compile(r"[A-Za-z0-9._:-]{1,64}")
_LIKE_A_KEY = re.compile(r"key|token|secret|sig|code|auth|pass|cred", re.IGNORECASE)

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


def _plain_url(url: str) -> str:
    """A base URL as servers want it: no path of a single call, no slash at the end, no secret."""
    url = url.strip()
    if any(c.isspace() or not c.isprintable() or c == "\\" for c in url):
        raise ValueError("a base URL holds no space, line break or backslash")
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("a base URL begins with http:// or https:// and names a host")
    try:
        _ = parts.port
    except ValueError:
        raise ValueError("the port of the base URL is no number up to 65535") from None
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise ValueError("a base URL holds no user name, password or parameters: they may be keys")
    url = url.rstrip("/")
    for call in ("/chat/completions", "/completions", "/models", "/responses"):
        url = url.removesuffix(call)
    return url.rstrip("/")


def _plain_query(query: dict[str, str]) -> dict[str, str]:
    """Parameters that an address may need; never a secret, since profiles are files."""
    for name, value in query.items():
        if _LIKE_A_KEY.search(name):
            raise ValueError("a parameter of that name may be a key, which no profile holds")
        if not _PARAMETER.fullmatch(name) or not _VALUE.fullmatch(value):
            raise ValueError("a parameter is a plain NAME=VALUE, such as api-version=2024-10-21")
    return query


BaseUrl = Annotated[str, AfterValidator(_plain_url)]
ModelName = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=300)]


class Price(Value):
    """What a model costs, in the profile's currency per million tokens."""

    input: float = Field(ge=0, allow_inf_nan=False)
    output: float = Field(ge=0, allow_inf_nan=False)

    def of(self, input_tokens: int, output_tokens: int) -> float:
        """The cost of that many tokens."""
        return (self.input * input_tokens + self.output * output_tokens) / 1e6


class ModelChoice(Value):
    """One model at one endpoint.

    Attributes:
        query: parameters that every address gets, such as the `api-version` of a gateway.
    """

    base_url: BaseUrl
    model: ModelName
    key: KeySource = "none"
    key_header: KeyHeader = "authorization"
    query: Annotated[dict[str, str], Field(max_length=8), AfterValidator(_plain_query)] = Field(
        default_factory=dict
    )
    json_mode: JsonMode = "schema"
    price: Price | None = None

    @property
    def host(self) -> str:
        """Host and port, for identities and messages."""
        return urlsplit(self.base_url).netloc

    @property
    def local(self) -> bool:
        """Whether the endpoint is on this machine."""
        return urlsplit(self.base_url).hostname in LOOPBACK

    @property
    def variable(self) -> str:
        """The environment variable with the key, empty if the key is elsewhere."""
        return self.key.removeprefix("env:") if self.key.startswith("env:") else ""


class Limits(Value):
    """What a call may take.

    Attributes:
        connect: seconds until the connection stands.
        stall: seconds without a byte; a local server reads a long prompt before its first word.
        total: seconds for one request.
        parallel: requests of one endpoint at the same time.
        max_output_tokens: upper bound of every reply.
        reasoning: output tokens added to each limit, for models that think before they answer.
        picture_edge: longest edge of a picture that is sent, in pixels.
        attempts: requests for one reply, the first included.
        retry_after: longest wait that an endpoint may ask for, in seconds; above it the run pauses.
    """

    connect: float = Field(default=10.0, gt=0, le=300)
    stall: float = Field(default=180.0, gt=0, le=3600)
    total: float = Field(default=900.0, gt=0, le=7200)
    parallel: int = Field(default=2, ge=1, le=64)
    max_output_tokens: int = Field(default=8192, ge=16, le=1_000_000)
    reasoning: int = Field(default=0, ge=0, le=1_000_000)
    picture_edge: int = Field(default=1024, ge=64, le=4096)
    attempts: int = Field(default=5, ge=1, le=10)
    retry_after: float = Field(default=120.0, ge=0, le=3600)


class Found(Value):
    """What the test of a profile saw. `spread` is in points of u, None if it was not measured."""

    at: str
    images: bool | None = None
    spread: float | None = None
    usage: bool | None = None


class Profile(Value):
    """What an educator has: a text model and, if any, a vision model, with limits and prices.

    Attributes:
        vision: None where no model sees; the measured review then stands in for the reviewer.
        temperature, seed: sent only where set.
        currency: of the prices, three letters.
        found: what the last test of the profile saw, None before any.
    """

    name: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$")]
    text: ModelChoice
    vision: ModelChoice | None = None
    limits: Limits = Limits()
    temperature: float | None = Field(default=None, ge=0, le=2)
    seed: int | None = Field(default=None, ge=0, le=2**31 - 1)
    currency: Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")] = "USD"
    found: Found | None = None

    def choice(self, role: Role) -> ModelChoice | None:
        """The model for a role."""
        return self.text if role == "text" else self.vision

    def account(self, role: Role) -> str:
        """The name under which the keyring holds the key; one for one endpoint."""
        vision = self.vision
        if role == "vision" and vision is not None and vision.base_url != self.text.base_url:
            return f"{self.name}/vision"
        return self.name
