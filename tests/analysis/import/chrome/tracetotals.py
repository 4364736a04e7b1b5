"""Contents of a file of trace events, read independently of the importer: `tracetotals.py FILE` prints one line for each fact.

    span NAME COUNT NANOSECONDS             phases X, B and E, by name; steps together
    kernels PROCESS THREAD COUNT            events of the category kernel of each stream; 0 = not a number
    counter NAME COUNT MINIMUM MAXIMUM
    instant NAME COUNT                      phases i, I, n, T and p, without those of memory
    arrows COUNT                            ends t and f, and starts s that no end of their category and id follows

Fields are separated by tabs. Times are decimal numbers, rounded to nanoseconds. Of a damaged file, the events before the damage count.
"""

import collections
import decimal
import gzip
import json
import math
import re
import sys

spans = collections.defaultdict(lambda: [0, 0])
kernels = collections.Counter()
counters = {}
instants = collections.Counter()
arrows = collections.defaultdict(list)
open_spans = collections.defaultdict(list)
latest = collections.defaultdict(lambda: -math.inf)


def nanoseconds(value):
    """None: not a number, or out of the range of a recording's times."""
    if value is None or isinstance(value, (bool, list, dict)):
        return None
    try:
        ns = (decimal.Decimal(value) * 1000).to_integral_value(decimal.ROUND_HALF_UP)
    except decimal.InvalidOperation:
        return None
    return int(ns) if abs(ns) <= 2**61 else None


def events_of(text):
    """The objects of the list, one by one, up to the first damage."""
    start = re.search(r'"traceEvents"\s*:\s*\[', text) if text.lstrip("\ufeff \t\r\n").startswith("{") else re.search(r"\[", text)
    decoder = json.JSONDecoder(parse_float=decimal.Decimal, parse_int=decimal.Decimal, strict=True)
    separator = re.compile(r"[\s,]*")
    at = start.end()
    while True:
        at = separator.match(text, at).end()
        if at >= len(text) or text[at] == "]":
            return
        try:
            event, at = decoder.raw_decode(text, at)
        except ValueError:
            return
        if isinstance(event, dict):
            yield event


def add_span(name, duration):
    spans[name][0] += 1
    spans[name][1] += max(0, duration)


def add_counter(event):
    for series, value in event.get("args", {}).items():
        if isinstance(value, decimal.Decimal):
            name = event.get("name") or series
            if "id" in event:
                name += " %s" % event["id"]
            if event.get("name") and series != event["name"]:
                name += " " + series
            count_value(name, value)


def count_value(name, value):
    entry = counters.setdefault(name, [0, value, value])
    entry[0] += 1
    entry[1] = min(entry[1], value)
    entry[2] = max(entry[2], value)


def add_memory(event):
    args = event.get("args", {})
    if "Total Allocated" not in args:
        return
    device = args.get("Device Id", decimal.Decimal(-1))
    owner = "CPU" if device < 0 else "GPU %d" % device
    count_value("allocated " + owner, args["Total Allocated"])
    if "Total Reserved" in args:
        count_value("reserved " + owner, args["Total Reserved"])


def add(event):
    phase = event.get("ph")
    time = nanoseconds(event.get("ts"))
    if time is None or not phase:
        return
    name = event.get("name", "")
    place = (str(event.get("pid", "")), str(event.get("tid", "")))
    if phase == "X":
        duration = nanoseconds(event.get("dur", 0))
        if duration is None:
            return
        add_span(name, duration)
        latest[place] = max(latest[place], time + max(0, duration))
        if event.get("cat") in ("kernel", "Kernel"):
            kernels[place] += 1
    elif phase == "B":
        open_spans[place].append((name, time))
        latest[place] = max(latest[place], time)
    elif phase == "E" and open_spans[place]:
        begun, start = open_spans[place].pop()
        add_span(begun, time - start)
        latest[place] = max(latest[place], time)
    elif phase == "C":
        add_counter(event)
    elif phase in "iI" and name == "[memory]":
        add_memory(event)
    elif phase in "iInTp":
        instants[name] += 1
    elif phase in "stf":
        arrows[event.get("cat", ""), str(event.get("id", ""))].append((time, phase != "s"))


def count_arrows():
    """Each end is an arrow; a start is one if it has no end before the next start of its kind, or at all."""
    count = 0
    for tips in arrows.values():
        tips.sort()
        for number, (_, is_end) in enumerate(tips):
            count += is_end or number + 1 == len(tips) or not tips[number + 1][1]
    return count


def join_steps():
    """Several steps of PyTorch's profiler are one name, as in its tables."""
    steps = [name for name in spans if re.fullmatch(r"ProfilerStep#\d+", name)]
    if len(steps) > 1:
        entries = [spans.pop(name) for name in steps]
        spans["ProfilerStep*"] = [sum(entry[0] for entry in entries), sum(entry[1] for entry in entries)]


def main(path):
    with open(path, "rb") as file:
        data = file.read()
    if data.startswith(b"\x1f\x8b"):
        data = gzip.decompress(data)
    for event in events_of(data.decode("utf-8")):
        add(event)
    for place, waiting in open_spans.items():
        for name, start in waiting:
            add_span(name, latest[place] - start)
    join_steps()
    lines = ["span\t%s\t%d\t%d" % (name, *entry) for name, entry in spans.items()]
    numbers = collections.Counter()
    for place, count in kernels.items():
        numbers[tuple(int(part) if part.isdigit() else 0 for part in place)] += count
    lines += ["kernels\t%d\t%d\t%d" % (*place, count) for place, count in numbers.items()]
    lines += ["counter\t%s\t%d\t%.9g\t%.9g" % (name, *entry) for name, entry in counters.items()]
    lines += ["instant\t%s\t%d" % item for item in instants.items()]
    lines.append("arrows\t%d" % count_arrows())
    print("\n".join(sorted(lines)))


main(sys.argv[1])
