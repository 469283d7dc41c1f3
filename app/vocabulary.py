"""Words that stand in files and events as they are, and are shown to people in their language."""

from app.texts import mark, tr

_WORDS = (
    # sides of a comparison
    mark("before"), mark("after"), mark("older"), mark("newer"),
    # changes of a line
    mark("added"), mark("removed"),
    # severities of findings
    mark("error"), mark("warning"), mark("note"),
    # verdicts of reviews
    mark("pass"), mark("revise"), mark("fail"),
    # roles of sections, and the domain of one that names none
    mark("background"), mark("method"), mark("experiment"), mark("conclusion"), mark("general"),
    # states of runs and jobs
    mark("new"), mark("running"), mark("finished"), mark("stopped"), mark("paused"),
    mark("failed"), mark("queued"), mark("stopping"), mark("pausing"), mark("waiting"),
    mark("interrupted"), mark("damaged"),
    # states of records, where they are from, and what they tell
    mark("active"), mark("pending"), mark("quarantined"),
    mark("self-grown"), mark("edited"), mark("merged"), mark("human"), mark("imported"),
    mark("success"), mark("failure"), mark("text"), mark("visual"),
    # casts and qualities
    mark("offline"), mark("model"), mark("draft"), mark("standard"), mark("high"), mark("ultra"),
    # why a version that a person asked for is not finished
    mark("stopped on request"), mark("the studio ended meanwhile"),
    # fields of a card
    mark("name"), mark("claim"), mark("evidence"), mark("takeaway"), mark("length"),
)  # fmt: skip
_KNOWN = frozenset(_WORDS)


def in_words(value: str) -> str:
    """A word of the studio's vocabulary for people; anything else, such as a name, as it is."""
    return tr(value) if value in _KNOWN else value


def cast_words(cast: str) -> str:
    """Who made a run, by the name of the cast; empty for none."""
    known = {"offline": tr("Offline cast"), "model": tr("Model cast")}
    return known.get(cast) or (tr("{name} cast").format(name=cast.capitalize()) if cast else "")
