"""The model server itself: run by the Python of its own environment, which has nothing of ours.

    python server.py MODEL.gguf NAME CONTEXT

prints its base URL on one line and serves until its standard input ends, so that it cannot outlive
whoever started it. Its priority is lowered: a test machine has other work.
"""

import os
import sys

import xllamacpp


def threads() -> int:
    """Two; one where other work fills the processors, since threads that wait for each other after
    every step are then far slower than one."""
    cores = os.cpu_count() or 1
    busy = hasattr(os, "getloadavg") and os.getloadavg()[0] > cores
    return 1 if busy else min(2, cores)


def main() -> None:
    model, name, context = sys.argv[1:]
    if hasattr(os, "nice"):
        os.nice(5)
    wish = xllamacpp.CommonParams()
    wish.model.path = model
    wish.model_alias = {name}
    wish.n_ctx = int(context)
    wish.n_parallel = 1
    wish.cpuparams.n_threads = wish.cpuparams_batch.n_threads = threads()
    wish.hostnames = ["127.0.0.1"]
    wish.port = 0
    wish.endpoint_metrics = True
    wish.cache_ram_mib = 1024  # beginnings of prompts, so that each agent's rules are read once
    server = xllamacpp.Server(wish)
    print(server.listening_address, flush=True)
    sys.stdin.read()
    os._exit(0)


if __name__ == "__main__":
    main()
