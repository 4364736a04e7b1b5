"""Reads recordings of Stepscope into NumPy arrays (Python 3.6 or later, NumPy).

    recording = stepscope.open("x.stepscope")
    seconds, watts = recording.samples("VDD_IN")       # a name, or "quantity name": "rail.power VDD_IN"
    spans = recording.spans()                          # arrays: lane, start_ns, duration_ns, op, depth
    recording.ops()[spans["op"][0]]["name"]

Times of samples are seconds since the start of the run, others ns of CLOCK_MONOTONIC; gaps are NaN. The format is
described in remote/format/FORMAT.md; damage is not detected here, but by `stepscope verify`."""
import json
import struct
import numpy as np
SYNC = b"\x0d\xf0\xa7\x5c"


class Payload:
    def __init__(self, data):
        self.data, self.at = data, 0
    def take(self, size):
        self.at += int(size)
        return self.data[self.at - int(size):self.at]
    def varints(self, count):  # all at once: a varint ends at the first byte below 128
        ends = np.flatnonzero(self.data[self.at:self.at + 10 * count] < 128)[:count] + 1
        if len(ends) < count:
            raise ValueError("a frame of the recording is malformed; `stepscope verify` describes the damage")
        data = self.take(ends[-1] if count else 0).astype(np.uint64)
        starts = np.concatenate(([0], ends))[:count].astype(np.int64)
        shifts = (np.arange(len(data)) - np.repeat(starts, ends - starts)).astype(np.uint64) * np.uint64(7)
        return np.add.reduceat((data & np.uint64(127)) << shifts, starts) if count else data
    def zigzags(self, count):
        raw = self.varints(count)
        return (raw >> np.uint64(1)).view(np.int64) ^ -(raw & np.uint64(1)).view(np.int64)
    def ints(self, count):
        return self.varints(count).tolist()
    def text(self):
        return self.take(self.ints(1)[0]).tobytes().decode("utf-8", "replace")
    def samples(self):
        _, rows, columns = self.ints(3)
        z = self.zigzags(rows)
        times = np.cumsum(np.concatenate((z[:1], np.cumsum(z[1:]))))
        for _ in range(columns):
            channel, encoding, present = self.ints(1)[0], self.take(1)[0], np.ones(rows, bool)
            if encoding & 1:
                present = np.unpackbits(self.take((rows + 7) // 8)).reshape(-1, 8)[:, ::-1].ravel()[:rows] == 1
            raw, count = np.full(rows, np.nan), int(present.sum())
            raw[present] = np.cumsum(self.zigzags(min(count, 1) if encoding & 4 else count))
            yield channel, (times + (np.cumsum(self.zigzags(rows)) * 1000 if encoding & 2 else 0), raw)
    def metric(self):
        items = [(self.zigzags(1)[0], self.take(8).copy().view("<f8")[0]) for _ in range(self.ints(1)[0])]
        return np.cumsum([t for t, _ in items]), np.array([value for _, value in items])
    def spans(self):
        lane, count = self.ints(2)
        depths, moves = np.cumsum(self.zigzags(count)), self.zigzags(2 * count)
        starts, ends, start, last = [], {}, 0, 256
        for depth, move, duration in zip(depths.tolist(), moves[::2].tolist(), moves[1::2].tolist()):
            start = move + (start if depth > last else ends.get(min(depth, 63), 0))
            ends[min(depth, 63)], last = start + duration, depth
            starts.append(start)
        return np.array([np.full(count, lane), starts, moves[1::2], self.ints(count), depths], np.int64)
    def steps(self):
        raw = self.varints(6 * self.ints(1)[0]).reshape(-1, 6).T
        index, gap, length = (raw[:3] >> np.uint64(1)).view(np.int64) ^ -(raw[:3] & np.uint64(1)).view(np.int64)
        end = np.cumsum(gap + length)
        return np.stack([np.cumsum(index + 1) - 1, end - length, end] + list(raw[3:].astype(np.int64)))


class Recording:
    def __init__(self, header, blocks, lanes, ops, spans, steps):
        self.header, self._blocks, self._lanes, self._ops = header, blocks, lanes, ops
        spans = spans[:, np.lexsort((spans[4], spans[1], spans[0]))]
        self._spans = dict(zip(("lane", "start_ns", "duration_ns", "op", "depth"), spans))
        self._steps = dict(zip(("index", "start_ns", "end_ns", "samples", "flags", "process"), steps))
    channels = lambda self: [channel for channel, _ in self._blocks]  # dictionaries, as in the header
    lanes, ops = lambda self: self._lanes, lambda self: self._ops  # dictionaries by id
    spans, steps = lambda self: self._spans, lambda self: self._steps  # dictionaries of arrays
    def samples(self, name):
        """(seconds, values) of the channel with this name, or "quantity name"."""
        titles = [(c.get("name"), "%s %s" % (c.get("quantity"), c.get("name"))) for c in self.channels()]
        found = [i for i, title in enumerate(titles) if name in title]
        if len(found) != 1:
            raise KeyError("%s is not one channel; there are: %s" % (name, ", ".join(title[1] for title in titles)))
        channel, blocks = self._blocks[found[0]]
        times, raw = (np.concatenate(part) for part in zip(*blocks)) if blocks else (np.empty(0), np.empty(0))
        keep = times >= np.maximum.accumulate(times)  # a time that goes back is damage
        start = self.header.get("start", {}).get("monotonic_ns", 0)
        return (times[keep] - start) * 1e-9, raw[keep] * channel.get("scale", 1)
    def metric(self, name):
        return self.samples("metric " + name)


def open(path):
    data, header, blocks, names, table, lanes = np.fromfile(path, np.uint8).tobytes(), {}, {}, {0: ""}, {}, {}
    spans, steps, at = [np.empty((5, 0), np.int64)], [np.empty((6, 0), np.int64)], data.find(SYNC)
    while 0 <= at <= len(data) - 16:
        size, kind = struct.unpack_from("<IH", data, at + 4)
        if at + 16 + size > len(data):
            break  # a frame that is being written, or was when the program ended
        p = Payload(np.frombuffer(data, np.uint8, size, at + 16))
        if kind == 1:
            header = json.loads(p.data.tobytes().decode("utf-8", "replace"))
        elif kind == 3:
            for channel, block in p.samples():
                blocks.setdefault(channel, []).append(block)
        elif kind in (4, 10):  # names; ops: name, shapes, module, category
            first, count = p.ints(2)
            for i in range(first, first + count):
                (names if kind == 4 else table)[i] = p.text() if kind == 4 else p.ints(4)
        elif kind in (5, 6):
            (spans if kind == 5 else steps).append(p.spans() if kind == 5 else p.steps())
        elif kind == 11:
            lane, what, process, thread = p.ints(4)
            lanes[lane] = {"name": p.text(), "kind": what, "process": process, "thread": thread}
        elif kind == 15:
            blocks.setdefault("metric " + p.text(), []).append(p.metric())
        at = data.find(SYNC, at + 16 + size)
    metrics = [{"id": key, "name": key[7:], "quantity": "metric", "unit": "1"} for key in blocks if isinstance(key, str)]
    channels = [(channel, blocks.get(channel.get("id"), [])) for channel in header.get("channels", []) + metrics]
    keys = ("name", "shapes", "module", "category")
    ops = {op: dict(zip(keys, [names.get(ids[0]) or "?"] + [names.get(i, "?") for i in ids[1:]])) for op, ids in table.items()}
    return Recording(header, channels, lanes, ops, np.concatenate(spans, 1), np.concatenate(steps, 1))
