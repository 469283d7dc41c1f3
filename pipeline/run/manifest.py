"""The manifest of a run: what a stranger needs to repeat it."""

from pydantic import Field

from pipeline.models.cost import CostTable
from pipeline.models.profile import Price
from pipeline.run.clock import utc_now as utc_now
from pipeline.schema.base import Value
from pipeline.settings import RunSettings


class MemoryUse(Value):
    """Which memory a run reads. Empty fields when memory is off.

    Attributes:
        bank: display name of the bank or snapshot.
        path: its folder.
        bank_id: the name that no other bank has; a snapshot has that of its parent. Empty in
            manifests of earlier versions of the studio.
        snapshot_sha256: hash of the snapshot, empty for a live bank.
        shuffled: the snapshot is a shuffled twin, whose lessons sit at wrong sections on purpose.
        encoder: model, dimension and version of the encoder, as pinned by the bank.
        records: counts by polarity when the run began.
        index: type of the vector index.
    """

    bank: str = ""
    path: str = ""
    bank_id: str = ""
    snapshot_sha256: str = ""
    shuffled: bool = False
    encoder: str = ""
    records: dict[str, int] = Field(default_factory=dict)
    index: str = "IndexFlatIP"


class Tokens(Value):
    """Token use as the endpoint reported it."""

    input: int = 0
    output: int = 0


class ModelUse(Value):
    """Which models play the cast. Empty for a cast without models.

    No key is in here, and no address that could hold one: models are named `name@host`.

    Attributes:
        profile: the profile of all agents but, where it is given, the reviewer.
        reviewer_profile: the profile of the VisualReviewer, empty if it is the same.
        text, vision: the models by name and host; `vision` is empty where the measured review
            stands in for the reviewer.
        prompts: version of each agent's prompt.
        temperature, seed, output_token_limit: as sent to the endpoint, None where none is sent.
        prices: per million tokens, input and output, by role, in `currency`.
    """

    profile: str = ""
    reviewer_profile: str = ""
    text: str = ""
    vision: str = ""
    prompts: dict[str, str] = Field(default_factory=dict)
    temperature: float | None = None
    seed: int | None = None
    output_token_limit: int | None = None
    currency: str = ""
    prices: dict[str, Price] = Field(default_factory=dict)


class Manifest(Value):
    """Written when the run begins and again, complete, when it ends.

    `models` are those of the latest start of the run; `earlier_models` those before a resumption
    that changed them.
    """

    format: int = 1
    run: str
    title: str
    source: str = ""
    studio_version: str
    manim_version: str
    python_version: str
    platform: str
    cast: str
    language_model: bool
    agents: dict[str, str]
    models: ModelUse = ModelUse()
    earlier_models: tuple[ModelUse, ...] = ()
    renderer: str = "cairo"
    settings: RunSettings
    memory: MemoryUse = MemoryUse()
    started: str
    ended: str = ""
    rounds: int | None = None
    repairs: int | None = None
    tokens: Tokens = Tokens()
    cost: CostTable = CostTable()
