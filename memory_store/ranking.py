"""Exact nearest records with ties broken by rank, also across the k-th place.

Similarities that differ by at most `TIE` are equal: records of one section have the same context,
and their stored vectors may differ in the last bits. Among equals the higher rank comes first, then
the smaller id.
"""

from collections.abc import Callable, Mapping, Sequence

from memory_store.indexes import Part, VectorIndex
from memory_store.vectors import Vectors

TIE = 1e-6
"""Difference of two cosines that float32 arithmetic does not tell from zero."""
MARGIN = 8
"""Rows searched beyond k at first, so that a tie across the k-th place is usually seen at once."""

Ranked = tuple[int, float]
"""A record id and its cosine."""
Ranks = Callable[[Sequence[int]], Mapping[int, float]]
"""Looks up the ranks of some ids."""


def nearest(index: VectorIndex | Part, vector: Vectors, k: int, ranks: Ranks) -> list[Ranked]:
    """The k nearest ids in their order. Ranks are looked up only where there are ties."""
    if k <= 0:
        return []
    depth = k + MARGIN
    while True:
        ids, cosines = index.search(vector, depth)
        found = list(zip(ids.tolist(), cosines.tolist(), strict=True))
        groups = _groups(found)
        # the last group may go on below what was searched: only harmless if it is beyond k
        if depth >= len(index) or sum(len(group) for group in groups[:-1]) >= k:
            return _ordered(groups, k, ranks)
        depth *= 4


def _groups(found: Sequence[Ranked]) -> list[list[Ranked]]:
    """Runs of equal similarity; each is measured from its first member."""
    groups: list[list[Ranked]] = []
    for item in found:
        if groups and groups[-1][0][1] - item[1] <= TIE:
            groups[-1].append(item)
        else:
            groups.append([item])
    return groups


def _ordered(groups: Sequence[list[Ranked]], k: int, ranks: Ranks) -> list[Ranked]:
    wanted: list[list[Ranked]] = []
    for group in groups:
        if sum(map(len, wanted)) >= k:
            break
        wanted.append(group)
    tied = [record_id for group in wanted if len(group) > 1 for record_id, _ in group]
    rank = ranks(tied) if tied else {}
    result: list[Ranked] = []
    for group in wanted:
        if len(group) > 1:
            group = sorted(group, key=lambda item: (-rank[item[0]], item[0]))
        result += group
    return result[:k]


def nearest_kept(
    index: VectorIndex,
    vector: Vectors,
    k: int,
    ranks: Ranks,
    keep: Callable[[Sequence[Ranked]], list[Ranked]],
) -> list[Ranked]:
    """The k nearest of those that `keep` lets pass; `keep` sees the best first, and more of them
    until k pass or the index ends."""
    want = 4 * k
    while k > 0:
        kept = keep(nearest(index, vector, want, ranks))
        if len(kept) >= k or want >= len(index):
            return kept[:k]
        want *= 4
    return []
