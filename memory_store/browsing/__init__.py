"""Looking through a bank: filter, sort, page, search by words and by meaning.

Functions over an open bank or snapshot. Reading a list needs no index of vectors and no encoder.
"""

from memory_store.browsing.criteria import Criteria
from memory_store.browsing.facets import Admission, Facets, admitted_by, facets
from memory_store.browsing.meaning import Found, RankedRow, by_meaning, by_vector, find
from memory_store.browsing.paging import Rows, browse, count, ids, position, rows_of, walk
from memory_store.browsing.rows import Row, rows_by_id
from memory_store.browsing.sorting import SORT_COLUMNS, Cursor, Sort, SortColumn

__all__ = [
    "SORT_COLUMNS", "Admission", "Criteria", "Cursor", "Facets", "Found", "RankedRow", "Row",
    "Rows", "Sort", "SortColumn", "admitted_by", "browse", "by_meaning", "by_vector", "count",
    "facets", "find", "ids", "position", "rows_by_id", "rows_of", "walk",
]  # fmt: skip
