"""Columns: Python counts characters, Qt counts UTF-16 units; and signs nobody could see."""

_UNSEEN = {
    **{code: chr(0x2400 + code) for code in range(0x20) if code != 9},
    0x7F: "\u2421",
    # Signs that break a line or turn its direction would show another program than the one run.
    **dict.fromkeys((0x85, 0x2028, 0x2029), "\u2424"),
    **dict.fromkeys(
        (0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)), "\ufffd"
    ),
}


def shown(line: str) -> str:
    """The line with control signs made visible, sign for sign."""
    return line.translate(_UNSEEN)


def is_plain(line: str) -> bool:
    """Whether both ways of counting agree on the line."""
    return line.isascii() or all(ord(sign) < 0x10000 for sign in line)


def units(line: str, column: int) -> int:
    """The UTF-16 units in front of a character."""
    head = line[:column]
    return len(head) if is_plain(line) else len(head.encode("utf-16-le", "surrogatepass")) // 2


def characters(line: str, unit: int) -> int:
    """The characters in front of a UTF-16 unit."""
    if is_plain(line):
        return min(unit, len(line))
    seen = count = 0
    for sign in line:
        seen += 2 if ord(sign) > 0xFFFF else 1
        if seen > unit:
            break
        count += 1
    return count


def places_of(line: str, wanted: str) -> list[int]:
    """The characters at which `wanted` begins in the line, in any case."""
    low, sought = line.lower(), wanted.lower()
    if not sought or len(low) != len(line):  # a few capitals have longer small letters
        return []
    places: list[int] = []
    place = low.find(sought)
    while place >= 0:
        places.append(place)
        place = low.find(sought, place + len(sought))
    return places
