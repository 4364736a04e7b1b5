"""Calls of CUDA in a database of nvprof, by name: `nvprofcalls.py FILE` prints lines `span runtime NAME COUNT NANOSECONDS`,
separated by tabs. nvprof stores the numbers of CUPTI only; PyTorch's profiler, which has them from the same library, writes number and name,
so the names are those of the traces in the folder pytorch_trace next to the file's folder. Calls that no trace has are left out."""

import collections
import gzip
import json
import pathlib
import sqlite3
import sys


def names_in(folder):
    names = collections.defaultdict(set)
    for path in sorted(folder.iterdir()):
        data = path.read_bytes()
        try:
            trace = json.loads(gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data)
        except ValueError:
            continue  # damaged on purpose
        for event in trace["traceEvents"] if isinstance(trace, dict) else trace:
            number = event.get("args", {}).get("cbid") if event.get("cat") in ("cuda_runtime", "Runtime") else None
            if isinstance(number, int) and event["name"].startswith("cuda"):
                names[number].add(event["name"])
    return {number: found.pop() for number, found in names.items() if len(found) == 1}


def main(path):
    names = names_in(pathlib.Path(path).resolve().parent.parent / "pytorch_trace")
    database = sqlite3.connect("file:%s?immutable=1" % path, uri=True)
    calls = collections.defaultdict(lambda: [0, 0])
    for number, start, end in database.execute("SELECT cbid, start, end FROM CUPTI_ACTIVITY_KIND_RUNTIME"):
        if number in names:
            calls[names[number]][0] += 1
            calls[names[number]][1] += end - start
    for name, entry in sorted(calls.items()):
        print("span", "runtime", name, *entry, sep="\t")


main(sys.argv[1])
