"""The Episodic Memory Bank: what past animations taught, stored, found again, and shared.

Start at `bank.Bank` (open, consolidate, retrieve, search, edit, freeze). From the outside in:

- `bank` writes (on `transacting`) and `reading` reads; `snapshot`, `exchange` and `rescue` make and
  read copies.
- `curating` is what a person does with records; each of its functions returns a `changes.Change`.
- `records` and `queries` are the typed values that go in and come out; `errors` what can go wrong.
- `opening`, `layout`, `lock`, `database` and `schema` know files, locks and SQL.
- `cache`, `indexes` and `ranking` answer "which records are nearest" from Faiss, and keep the
  indexes equal to the table, which is the truth.
- `embedding` turns texts into vectors, in a process of its own.
- `testing` has a fast encoder and sample records for tests and benchmarks.
"""
