"""What a memory bank holds as a whole, and what came of it: computed from bank and runs alone.

- `run_facts` reads what a run retrieved and how its scenes went, `uses` keeps that of all runs in
  an index and says which runs read a bank.
- `links` leads from a record to where it was learned and to the runs that used it, and says of a
  use why it was one. `effect` compares the scenes that saw a record with comparable ones.
- `growth` counts, `map` draws, `duplicates` and `contradictions` propose pairs to look at; `trial`
  retrieves for a section without counting it.

Nothing here writes to a bank, asks a model or imports Qt. Functions that take long on large banks
accept a `Watch`.
"""
