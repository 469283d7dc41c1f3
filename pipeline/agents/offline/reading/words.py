"""Word classes of English that reading needs, and words that carry content."""

# Typographic dashes and signs are what this module reads.
# ruff: noqa: RUF001

import re
import unicodedata

from pipeline.agents.offline.reading.maths import MASK, mask_math


def word_set(text: str) -> frozenset[str]:
    """The words of a blank-separated list."""
    return frozenset(text.split())


STOP_WORDS = word_set(
    """a about above across after again against all almost along already also although always am
    among an and another any are around as at away be became because become becomes been before
    being below between both but by can cannot could did do does doing done down during each
    either else enough even ever every few first for from further four five six seven eight nine
    ten gives given had has have having he hence her here him his how however i if in indeed
    instead into is it its itself just last later least less let like made make makes many may
    me might more moreover most much must my near nearly neither never next no nor not now of
    off often on once one only onto or other others our out over own per perhaps quite rather
    same second see seen several shall she should show shows since so some still such than that
    the their them then there therefore these they third this those three through thus to
    together too toward towards two under until up upon us use used uses using very via was way
    we well were what when where whereas whether which while who whose why will with within
    without would yet you your"""
)
PREPOSITIONS = word_set(
    """about above across after against along among around as at before behind below between beyond
    by during for from in inside into near of off on onto out outside over per since through to
    toward towards under until up upon via with within without"""
)
DETERMINERS = word_set("a an the this that these those its their our each every")
CONJUNCTIONS = word_set("and or but nor so yet because while whereas although if")
# Verb forms that commonly head a clause in papers; used to tell a clause from a phrase.
VERBS = word_set(
    """is are was were be has have had does do did can could may might must will would should shall
    reach reaches reached score scores scored achieve achieves achieved take takes took need needs
    needed require requires required use uses used give gives gave yield yields yielded obtain
    obtains obtained get gets got cost costs contain contains contained hold holds held keep keeps
    kept fall falls fell rise rises rose drop drops dropped grow grows grew increase increases
    increased decrease decreases decreased remain remains remained stay stays stayed become becomes
    became equal equals measure measures measured show shows showed shown produce produces produced
    return returns returned attain attains attained average averages averaged lose loses lost
    gains gained spend spends spent earn earns earned pay pays paid account accounts accounted
    describe describes described define defines defined denote denotes mean means meant follow
    follows followed lead leads led make makes made send sends sent map maps mapped turn turns
    turned change changes changed depend depends work works worked begin begins began start starts
    started stop stops stopped end ends ended run runs ran carry carries carried act acts add adds
    added multiply multiplies let lets allow allows allowed explain explains prove proves
    proved states stated say says said tell tells told compare compares compared compute
    computes computed consist consists comprise comprises include includes included differ differs
    exceed exceeds exceeded train trains trained learn learns learned improve improves improved
    reduce reduces reduced cut cuts halve halves halved double doubles doubled record records
    recorded report reports reported find finds found see sees saw come comes came go goes went
    introduce introduces introduced propose proposes proposed publish publishes published
    demonstrate demonstrates demonstrated appear appears appeared occur occurs occurred lies lie
    leaves leave left moves move moved passes pass passed picks pick picked splits split encodes
    decodes maximises minimises maximizes minimizes converges converge vanishes
    vanish cancels satisfies satisfy commute commutes
    release releases released read reads examine examines examined"""
)
_TOKEN_RE = re.compile(r"[^\W\d_]+(?:[-'’](?!s\b)[^\W\d_]+)*")


def content_words(text: str) -> tuple[str, ...]:
    """Words that carry meaning, lower case, each once, in order; math and numbers left out."""
    masked = re.sub(MASK, " ", mask_math(text).text)
    words: dict[str, None] = {}
    for found in _TOKEN_RE.finditer(unicodedata.normalize("NFC", masked)):
        word = found.group().lower()
        if word not in STOP_WORDS and (len(word) > 1 or not word.isascii()):
            words.setdefault(word)
    return tuple(words)


def is_verb(word: str) -> bool:
    """Whether a word is a verb form that may head a clause."""
    return word.lower().strip(".,;:()") in VERBS


def word_count(text: str) -> int:
    """Words as a viewer reads them: a formula counts as one word, however long."""
    return len(re.sub(MASK, "x", mask_math(text).text).split())
