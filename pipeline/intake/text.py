"""From bytes to clean text, once, at the door.

Everything behind it may rely on: Unicode NFC, `\\n` as the only line end, no control characters
but tab, no lone surrogates, no characters that reorder or hide what is shown. All else is kept.
"""

import itertools
import re
import unicodedata

from pipeline.intake.errors import IntakeError

# Signatures of formats that people pick by mistake, with the name they know them by.
_SIGNATURES: tuple[tuple[bytes, str], ...] = (
    (b"%PDF-", "a PDF document"),
    (b"PK\x03\x04", "a zip archive (or a Word, PowerPoint or EPUB document)"),
    (b"\xd0\xcf\x11\xe0", "an old Office document"),
    (b"{\\rtf", "a rich-text document"),
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"7z\xbc\xaf", "a 7z archive"),
    (b"SQLite format 3", "a database"),
    (b"\x7fELF", "a program"),
)
# Longest first: the UTF-32 mark begins with the UTF-16 one.
_BYTE_ORDER_MARKS: tuple[tuple[bytes, str], ...] = (
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
# A text may hold stray control bytes (from a PDF, a terminal); this share of them is no text.
_BINARY_SHARE = 0.05

MAX_MARKS = 30
_LINE_ENDS = re.compile("\r\n|[\r\v\f\x85\u2028\u2029]")
# Control characters; overrides, embeddings and isolates of text direction; invisible characters
# without a linguistic use here. Joiners (U+200C, U+200D), direction marks and the soft hyphen
# carry meaning in words and emoji and stay.
_HARMFUL = re.compile(
    "[\x01-\x08\x0e-\x1f\x7f-\x84\x86-\x9f"
    "\u200b\u2060-\u2064\ufeff\u202a-\u202e\u2066-\u206f\ufff9-\ufffb\ufdd0-\ufdef\ufffe\uffff]"
)
# Invisible copies of ASCII; they are legitimate only inside the emoji of a regional flag.
_FLAG_OR_TAGS = re.compile("(\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f)|[\U000e0000-\U000e007f]")
_SURROGATES = re.compile("[\ud800-\udfff]")


def decode(data: bytes, name: str) -> str:
    """Bytes as text: UTF-8, or UTF-16/32 where a byte order mark says so.

    Raises:
        IntakeError: `binary` for a known or evident non-text format, `encoding` for text in
            another encoding, with line and byte of the first fault.
    """
    for signature, what in _SIGNATURES:
        if data.startswith(signature):
            raise IntakeError(
                "binary",
                f"{name} is {what}, not text.",
                "Copy the section's text into a Markdown or text file and give that.",
            )
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return _strictly(data, encoding, name)
    _refuse_binary(data, name)
    return _strictly(data, "utf-8", name)


def _refuse_binary(data: bytes, name: str) -> None:
    nuls = data.count(0)
    if nuls and nuls >= len(data) // 4:
        even = data[0::2].count(0)
        if max(even, nuls - even) >= 0.9 * nuls:
            raise IntakeError(
                "encoding",
                f"{name} looks like UTF-16 text without a byte order mark.",
                "Save it again as UTF-8 in your editor.",
            )
    controls = len(data) - len(data.translate(None, bytes(range(8)) + bytes(range(14, 27))))
    if controls > _BINARY_SHARE * len(data) + 3:
        raise IntakeError(
            "binary",
            f"{name} is not text: {controls} of its {len(data)} bytes are control codes.",
            "Give a Markdown or plain text file.",
        )


def _strictly(data: bytes, encoding: str, name: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        # Half pairs of UTF-16 that slipped into UTF-8 (some PDF tools write them) are replaced
        # with all other half pairs later on, so they are no reason to refuse a file.
        if encoding == "utf-8":
            try:
                return data.decode(encoding, "surrogatepass")
            except UnicodeDecodeError:
                pass
        line = data.count(b"\n", 0, error.start) + 1
        told = encoding.removesuffix("-sig").upper()
        raise IntakeError(
            "encoding",
            f"{name}, line {line}: byte {error.start + 1} (0x{data[error.start]:02x}) is not "
            f"valid {told}.",
            "Save the file again as UTF-8 in your editor.",
        ) from error


def normalise(text: str) -> str:
    """The text as all later steps see it. Idempotent; time linear in ordinary text.

    - paired surrogates are joined; lone ones and NUL become U+FFFD
    - CR LF, CR, vertical tab, form feed, NEL, U+2028 and U+2029 become `\\n`
    - other control characters, controls of text direction and invisible characters are removed
    - more than 30 combining marks in a row are cut to 30
    - Unicode NFC

    >>> normalise("cafe\\u0301\\r\\n\\u202eabc\\x00")
    'caf\\xe9\\nabc\\ufffd'
    """
    if _SURROGATES.search(text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    text = text.replace("\x00", "\ufffd")
    text = _LINE_ENDS.sub("\n", text)
    text = _HARMFUL.sub("", text)
    text = _FLAG_OR_TAGS.sub(lambda match: match.group(1) or "", text)
    return _without_towers(unicodedata.normalize("NFC", _without_towers(text)))


def _without_towers(text: str) -> str:
    """Drop combining marks beyond the 30th in a row, which no script needs.

    The bound is that of the Stream-Safe Text Format (Unicode Standard Annex 15, section 13);
    without it, normalisation takes time quadratic in the height of such a tower.
    """
    if text.isascii():
        return text
    runs = ("".join(run) for _, run in itertools.groupby(text, _is_mark))
    return "".join(run[:MAX_MARKS] if _is_mark(run[0]) else run for run in runs)


def _is_mark(character: str) -> bool:
    return unicodedata.combining(character) != 0
