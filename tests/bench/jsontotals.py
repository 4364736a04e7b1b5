"""Sums of the durations of a trace by name: `jsontotals.py TRACE` loads it as most scripts do, with json and a dict.
With --exact, prints name, count and total time (ns) of each name, of integers, for files with one event a line."""

import collections
import decimal
import json
import re
import sys


def usual(path):
    with open(path, encoding="utf-8") as file:
        trace = json.load(file)
    totals = {}
    for event in trace["traceEvents"]:
        if event.get("ph") == "X":
            entry = totals.get(event["name"])
            if entry is None:
                totals[event["name"]] = [1, event["dur"]]
            else:
                entry[0] += 1
                entry[1] += event["dur"]
    return totals


def exact(path):
    totals = collections.defaultdict(lambda: [0, 0])
    with open(path, encoding="utf-8") as file:
        for line in file:
            if '"ph": "X"' in line:
                text = line[line.index('{"ph"'):line.rindex("}") + 1]
                event = json.loads(text, parse_float=decimal.Decimal, parse_int=decimal.Decimal)
                # The import makes one op of all steps.
                entry = totals[re.sub(r"^ProfilerStep#\d+$", "ProfilerStep*", event["name"])]
                entry[0] += 1
                entry[1] += int(event["dur"].scaleb(3))
    return totals


if len(sys.argv) > 2:
    for name, (count, total) in exact(sys.argv[1]).items():
        print(name, count, total, sep="\t")
else:
    for name, (count, total) in sorted(usual(sys.argv[1]).items(), key=lambda item: -item[1][1])[:5]:
        print(name, count, total)
