"""Encodes the messages to the agent. Little endian; times are CLOCK_MONOTONIC nanoseconds.

message := payload length u32, type u8, payload. The types are those of
remote/hookwire/message.h; the receiver is remote/agent/hook.
"""
import json
import struct
import sys
from array import array

PROTOCOL = 2
HELLO, NAMES, OPS, LANE, SPANS, STEPS, FACTS, EVENT, LOSS, LINKS, WORK, MEMORY, METRIC = range(1, 14)
LANE_THREAD, LANE_GPU_STREAM, LANE_PHASES = range(3)
STEP_TRACED, STEP_EXPLICIT = 1, 2
MAX_PAYLOAD = 1 << 20
MAX_SPANS = 8192
MAX_STEPS = 8192
MAX_LINKS = 8192
MOST = (1 << 64) - 1
MAX_NAME = 4096
MAX_METRIC_NAME = 64
MAX_METRIC_VALUES = 1024

_HEAD = struct.Struct("<IB")
_TWO = struct.Struct("<II")
_U32 = struct.Struct("<I")
_OP = struct.Struct("<IIII")
_LANE = struct.Struct("<IIQI")
_LINKS = struct.Struct("<III")
_WORK = struct.Struct("<IQQ")
_STEP = struct.Struct("<QqqQI")
_MEMORY = struct.Struct("<9q")
_METRIC = struct.Struct("<qd")
_SWAP = sys.byteorder != "little"
_U32_CODE = "I" if array("I").itemsize == 4 else "L"


def message(kind, payload):
    return _HEAD.pack(len(payload), kind) + payload


def clean(text):
    """Valid UTF-8 of at most MAX_NAME bytes. Replaces lone surrogates, which arguments may contain and JSON readers
    reject."""
    return text.encode("utf-8", "replace")[:MAX_NAME].decode("utf-8", "ignore")


def _json(kind, value):
    return message(kind, json.dumps(value, allow_nan=False).encode("ascii"))


def hello(pid, parent_pid, python, executable, argv):
    arguments, room = [], 65536
    for argument in argv:
        argument = clean(argument)
        room -= len(argument) + 8
        if room < 0:
            break
        arguments.append(argument)
    return _json(HELLO, {
        "protocol": PROTOCOL, "pid": pid, "python": python, "executable": clean(executable),
        "argv": arguments, "parent_pid": parent_pid,
    })


def facts(values):
    return _json(FACTS, values)


def event(time_ns, severity, text):
    line = " ".join(clean(text).split())
    return _json(EVENT, {"time_ns": time_ns, "severity": severity, "kind": "hook", "text": line})


def loss(what, count, from_ns, to_ns, reason):
    return _json(LOSS, {"what": what, "count": count, "from_ns": from_ns, "to_ns": to_ns, "reason": reason})


def names(first_id, texts):
    """One or several messages, each within MAX_PAYLOAD."""
    result, block, size, first = [], [], 0, first_id
    for text in texts:
        encoded = clean(text).encode("utf-8")
        if size + len(encoded) + 12 > MAX_PAYLOAD:
            result.append(message(NAMES, _TWO.pack(first, len(block)) + b"".join(block)))
            first += len(block)
            block, size = [], 0
        block.append(_U32.pack(len(encoded)) + encoded)
        size += len(encoded) + 4
    if block:
        result.append(message(NAMES, _TWO.pack(first, len(block)) + b"".join(block)))
    return b"".join(result)


def ops(first_id, rows):
    """rows: (name, shapes, module, category), ids of names."""
    result, chunk = [], MAX_PAYLOAD // _OP.size - 1
    for begin in range(0, len(rows), chunk):
        part = rows[begin:begin + chunk]
        body = b"".join([_OP.pack(*row) for row in part])
        result.append(message(OPS, _TWO.pack(first_id + begin, len(part)) + body))
    return b"".join(result)


def lane(lane_id, kind, thread, name):
    encoded = clean(name).encode("utf-8")
    return message(LANE, _LANE.pack(lane_id, kind, thread, len(encoded)) + encoded)


def _column(code, values):
    column = array(code, values)
    if _SWAP:
        column.byteswap()
    return column.tobytes()


def spans(lane_id, starts, durations, op_ids, depths):
    """One message; at most MAX_SPANS spans, sorted by start, parents before children."""
    return message(SPANS, b"".join((
        _TWO.pack(lane_id, len(starts)), _column("q", starts), _column("q", durations),
        _column(_U32_CODE, op_ids), _column("B", depths),
    )))


def steps(rows):
    """rows: (index, start, end, samples, flags); at most MAX_STEPS."""
    return message(STEPS, _U32.pack(len(rows)) + b"".join([_STEP.pack(*row) for row in rows]))


def links(from_lane, to_lane, pairs):
    """pairs: (start of the span that caused, start of the span caused); at most MAX_LINKS."""
    return message(LINKS, _LINKS.pack(from_lane, to_lane, len(pairs)) + _column("q", [pair[0] for pair in pairs]) +
                   _column("q", [pair[1] for pair in pairs]))


def _rows(kind, layout, rows):
    result, chunk = [], MAX_PAYLOAD // layout.size - 1
    for begin in range(0, len(rows), chunk):
        part = rows[begin:begin + chunk]
        result.append(message(kind, _U32.pack(len(part)) + b"".join([layout.pack(*row) for row in part])))
    return b"".join(result)


def work(rows):
    """rows: (op, floating-point operations, bytes). One or several messages."""
    return _rows(WORK, _WORK, rows)


def memory(rows):
    """rows: as returned by BaseInstrument.memory.take(). One or several messages."""
    return _rows(MEMORY, _MEMORY, rows)


def metric_name(name):
    """The name as UTF-8 of 1 to MAX_METRIC_NAME bytes, in one line."""
    text = " ".join(clean(str(name)).split()) or "metric"
    return text.encode("utf-8")[:MAX_METRIC_NAME].decode("utf-8", "ignore").encode("utf-8")


def metric(name, rows):
    """name: of metric_name(); rows: (time, value), at most MAX_METRIC_VALUES, by time."""
    return message(METRIC, _U32.pack(len(name)) + name + _U32.pack(len(rows)) +
                   b"".join([_METRIC.pack(*row) for row in rows]))
