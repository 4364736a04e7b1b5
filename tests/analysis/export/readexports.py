"""Compares the exports of a recording with the recording, each read by code that the program does not share.

    readexports.py FOLDER...      each folder has run.stepscope, run.json, run.json.gz, run.pftrace, run.npz, ...

The recording is read by resources/python/stepscope.py, which decodes the format by its specification.
"""
import collections
import csv
import gzip
import html.parser
import json
import os
import re
import struct
import sys
import unicodedata

import numpy as np

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.environ["STEPSCOPE_SOURCE_DIR"], "resources", "python"))
import stepscope  # noqa: E402


def fields(data):
    """(number, value) of each field of a protobuf message; raises where it is malformed."""
    at = 0

    def varint():
        nonlocal at
        value, shift = 0, 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value
    while at < len(data):
        key = varint()
        kind = key & 7
        if kind == 0:
            value = varint()
        elif kind == 1:
            value = data[at:at + 8]
            at += 8
        else:
            assert kind == 2, "wire type %d" % kind
            size = varint()
            value = data[at:at + size]
            assert len(value) == size
            at += size
        yield key >> 3, value


def first(message, number, default=None):
    return next((value for key, value in message if key == number), default)


def expected(folder):
    recording = stepscope.open(folder + "/run.stepscope")
    spans, ops = recording.spans(), recording.ops()
    names = collections.Counter(
        (int(s), int(d), clean(ops[int(o)]["name"]) if int(o) in ops else "?")
        for s, d, o in zip(spans["start_ns"], spans["duration_ns"], spans["op"]))
    values = sum(int(np.isfinite(recording.samples(title(c))[1]).sum()) for c in recording.channels())
    return recording, names, values


def clean(text):
    """Readers replace invalid bytes and control characters in different ways."""
    odd = "".join("?" if unicodedata.category(c)[0] in "CZ" or c == "\ufffd" else c for c in text)
    return re.sub("[?]+", "?", odd) or "?"


def title(channel):
    return "%s %s" % (channel.get("quantity"), channel.get("name"))


def check_chrome(path, recording, names, values):
    opener = gzip.open if path.endswith(".gz") else open
    with opener(path, "rb") as file:
        trace = json.loads(file.read().decode("utf-8"))
    start = int(trace["otherData"]["start_monotonic_ns"])
    events = trace["traceEvents"]
    ns = lambda us: int(round(us * 1000))
    steps = [e for e in events if e.get("cat") == "stepscope.step"]
    spans = [e for e in events if e["ph"] == "X" and e.get("cat") != "stepscope.step"]
    found = collections.Counter((ns(e["ts"]) + start, ns(e["dur"]), clean(e["name"])) for e in spans)
    assert found == names, (found - names, names - found)
    assert [ns(e["ts"]) + start for e in steps] == list(recording.steps()["start_ns"])
    assert sum(e["ph"] == "C" for e in events) == values
    tracks = collections.defaultdict(list)
    for e in spans:
        tracks[e["pid"], e["tid"]].append((ns(e["ts"]), -ns(e["dur"])))
    for track in tracks.values():  # nests
        open_ends = []
        for begin, minus in sorted(track):
            while open_ends and open_ends[-1] <= begin:
                open_ends.pop()
            assert not open_ends or begin - minus <= open_ends[-1], "spans of a track overlap"
            open_ends.append(begin - minus)
    return len(spans)


def check_perfetto(path, recording, names, values):
    with open(path, "rb") as file:
        packets = [list(fields(value)) for key, value in fields(file.read()) if key == 1]
    assert first(packets[0], 13) & 1, "the first packet clears the incremental state"
    texts, tracks, counters, stacks, latest = {}, {}, set(), collections.defaultdict(list), {}
    found, samples, steps, flows, ended = collections.Counter(), 0, 0, collections.Counter(), collections.Counter()
    for packet in packets:
        assert first(packet, 10) == 1 and first(packet, 13) & 2
        for _, data in (f for f in packet if f[0] == 12):
            for key, entry in fields(data):
                entry = list(fields(entry))
                assert (key, first(entry, 1)) not in texts, "an interned id is given twice"
                texts[key, first(entry, 1)] = first(entry, 2).decode("utf-8")
        for _, data in (f for f in packet if f[0] == 60):
            track = list(fields(data))
            assert first(track, 1) not in tracks and first(track, 5, 0) in tracks or first(track, 5) is None
            tracks[first(track, 1)] = first(track, 2, b"").decode("utf-8")
            if first(track, 8) is not None:
                counters.add(first(track, 1))
        for _, data in (f for f in packet if f[0] == 11):
            event, time = list(fields(data)), first(packet, 8)
            uuid, kind = first(event, 11), first(event, 9)
            assert uuid in tracks and (uuid in counters) == (kind == 4)
            assert time >= latest.get(uuid, 0), "time goes back on a track"
            latest[uuid] = time
            if kind == 1:
                iid = first(event, 10)
                stacks[uuid].append((time, first(event, 23, b"").decode("utf-8") if iid is None else texts[2, iid]))
                flows.update(value for key, value in event if key == 47)
                ended.update(value for key, value in event if key == 48)
            elif kind == 2:
                begin, name = stacks[uuid].pop()  # each end has its begin
                if tracks[uuid] == "Steps" and name.startswith("ProfilerStep#"):
                    steps += 1
                else:
                    found[begin, time - begin, clean(name)] += 1
            elif kind == 4:
                struct.unpack("<d", first(event, 44))
                samples += 1
    assert not any(stacks.values()), "each begin has its end"
    assert found == names, (found - names, names - found)
    assert samples == values and steps == len(recording.steps()["index"])
    assert flows == ended, "each flow has two ends"
    return sum(flows.values())


def check_npz(path, recording):
    data = np.load(path)
    channels = json.loads(data["channels.json"].decode("utf-8"))
    start = json.loads(data["header.json"].decode("utf-8"))["start_monotonic_ns"]
    assert len(channels) == len(recording.channels())
    titles = [title(c) for c in recording.channels()]
    for channel in channels:
        if titles.count(title(channel)) != 1:
            continue
        seconds, values = recording.samples(title(channel))
        times, stored = data[channel["samples"] + "/time_ns"], data[channel["samples"] + "/value"]
        np.testing.assert_array_equal((times - start) * 1e-9, seconds)
        if channel["quantity"] == "metric":  # a view keeps nine decimals
            np.testing.assert_allclose(stored, np.where(np.isfinite(values), values, np.nan), atol=1e-9)
        else:
            np.testing.assert_array_equal(stored, values)
    for name in ("start_ns", "duration_ns", "op", "depth"):
        np.testing.assert_array_equal(data["spans/" + name], recording.spans()[name])
    for name in ("index", "start_ns", "end_ns", "samples", "flags"):
        np.testing.assert_array_equal(data["steps/" + name], recording.steps()[name])


def check_stacks(pprof, folded):
    """The folded stacks hold the same self times as the profile."""
    with gzip.open(pprof, "rb") as file:
        profile = list(fields(file.read()))
    texts = [value.decode("utf-8") for key, value in profile if key == 6]
    assert texts[0] == ""

    def numbers(data):
        values, value, shift = [], 0, 0
        for byte in data:
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                values.append(value - (1 << 64) if value >> 63 else value)
                value, shift = 0, 0
        return values
    types = [tuple(texts[first(list(fields(v)), k, 0)] for k in (1, 2)) for key, v in profile if key == 1]
    assert types[:2] == [("instances", "count"), ("self_time", "nanoseconds")]
    functions = {first(f, 1): texts[first(f, 2, 0)] for f in (list(fields(v)) for k, v in profile if k == 5)}
    times, energies = collections.Counter(), collections.defaultdict(collections.Counter)
    for sample in (list(fields(v)) for k, v in profile if k == 2):
        values = numbers(first(sample, 2, b""))
        assert len(values) == len(types)
        stack = [functions[i].replace(";", ":") or "?" for i in numbers(first(sample, 1))][::-1]
        times[";".join(stack)] += values[1]
        for kind, value in list(zip(types, values))[2:]:
            energies[kind[0]][functions[numbers(first(sample, 1))[0]]] += value
    read = collections.Counter()
    with open(folded, encoding="utf-8") as file:
        for line in file:
            stack, value = line.rstrip("\n").rsplit(" ", 1)
            read[stack] += int(value)
    assert read == +times, (read - times, times - read)
    return energies


def check_energies(energies, report, folded):
    """Energies of the stacks of an op sum up to its energy in `stepscope report --json`."""
    with open(report, encoding="utf-8") as file:
        report = json.load(file)
    compared = 0
    joint = {(j["channel"], o["name"], o["shapes"]) for j in report["attribution"]["joint"] for o in j["ops"]}
    for op in report["ops"]:
        frame = op["name"] + (" " + op["shapes"] if op["shapes"] else "")
        for rail, energy in op["energy_joules"].items():
            if energy["value"] is None or (rail, op["name"], op["shapes"]) in joint:
                continue
            assert abs(energies["energy_" + rail][frame] * 1e-6 - energy["value"]) < 1e-4, (frame, rail)
            compared += 1
    assert compared > 0
    with open(folded, encoding="utf-8") as file:
        total = sum(int(line.rsplit(" ", 1)[1]) for line in file)
    assert total > 0


class Checker(html.parser.HTMLParser):
    EMPTY = ("meta", "path", "rect", "polyline", "line", "image", "circle", "polygon", "ellipse", "use", "stop")

    def __init__(self):
        super().__init__()
        self.open, self.rows = [], 0

    def handle_starttag(self, tag, attributes):
        assert tag not in ("script", "iframe", "img", "link", "object", "embed"), tag
        self.rows += tag == "tr"
        for name, value in attributes:
            assert not name.startswith("on"), name
            assert name not in ("src", "href", "xlink:href") or not value or value.startswith(("data:", "#")), value
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in self.EMPTY:
            self.open.pop()

    def handle_endtag(self, tag):
        if tag not in self.EMPTY:
            assert self.open.pop() == tag, tag


def check_html(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    checker = Checker()
    checker.feed(text)
    checker.close()
    assert not checker.open and checker.rows > 5 and "prefers-color-scheme" in text
    assert "url(" not in text.replace("url(#", ""), "an external reference"


def check_wide(path, recording):
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    assert len(rows[0]) == 3 + len(recording.channels()) and all(len(row) == len(rows[0]) for row in rows)
    titles = [title(c) for c in recording.channels()]
    for at, channel in enumerate(recording.channels()):
        if titles.count(title(channel)) != 1 or channel.get("quantity") == "metric":
            continue
        read = [float(row[3 + at]) for row in rows[1:] if row[3 + at]]
        values = recording.samples(title(channel))[1]
        np.testing.assert_array_equal(read, values[~np.isinf(values)], title(channel))


def main():
    for folder in sys.argv[1:]:
        try:
            recording, names, values = expected(folder)
            for name in ("run.json", "run.json.gz"):
                check_chrome(folder + "/" + name, recording, names, values)
            flows = check_perfetto(folder + "/run.pftrace", recording, names, values)
            check_npz(folder + "/run.npz", recording)
            energies = check_stacks(folder + "/run.pb.gz", folder + "/run.folded")
            if os.path.exists(folder + "/energy.folded"):
                check_energies(energies, folder + "/report.json", folder + "/energy.folded")
            check_html(folder + "/run.html")
            check_wide(folder + "/run.csv", recording)
        except Exception as error:
            sys.stderr.write("%s: %s %s\n" % (folder, type(error).__name__, str(error)[:2000]))
            raise
        print("%s: %d spans, %d values, %d flows" % (folder, sum(names.values()), values, flows))


if __name__ == "__main__":
    main()
