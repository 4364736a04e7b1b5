"""Converts RunMetadata.step_stats (FULL_TRACE) to rows by lane. Times are microseconds of the time of day, since 1.12
also ns.

The ops of a device run on threads of the executor. Kernels are listed under "/device:GPU:0/stream:16" and again under
"stream:all", which is used only where single streams are missing.
"""
import re

from .. import wire

_STREAM = re.compile(r"/stream:(\w+)")
_LABEL = re.compile(r"^(?P<node>.+?) = (?P<op>[^(]+)\(")


def lanes_of(step_stats, offset_ns):
    """[((kind, number, name), [(start, end, op, node, shapes)])]; offset_ns: CLOCK_MONOTONIC minus the time of day."""
    numbered = any(_stream(device.device) not in (None, "all") for device in step_stats.dev_stats)
    lanes = {}
    for device in step_stats.dev_stats:
        stream = _stream(device.device)
        if stream == "all" and numbered:
            continue
        name = _short(device.device)
        rows = [_row(node, offset_ns) + (getattr(node, "thread_id", 0),) for node in device.node_stats]
        rows.sort()
        if stream is not None:
            lanes.setdefault((wire.LANE_GPU_STREAM, int(stream) if stream.isdigit() else 0, name), []).extend(
                row[:5] for row in rows)
            continue
        by_thread = any(row[5] for row in rows)
        ends = []  # end times of the lanes that replace threads where thread ids are missing
        for row in rows:
            place = row[5] if by_thread else _free(ends, row[0], row[1])
            label = name if not place else "%s thread %d" % (name, place)
            lanes.setdefault((wire.LANE_THREAD, place, label), []).append(row[:5])
    return sorted(lanes.items())


def _row(node, offset_ns):
    base = getattr(node, "all_start_nanos", 0) or node.all_start_micros * 1000
    length = getattr(node, "all_end_rel_nanos", 0) or node.all_end_rel_micros * 1000
    label = _LABEL.match(node.timeline_label or "")
    name = node.node_name
    op = label.group("op").strip() if label else name.split("/")[-1].split(":")[-1]
    return base + offset_ns, base + length + offset_ns, op, name.split(":")[0], _shapes(node)


def _shapes(node):
    """Shapes of the outputs."""
    parts = []
    for output in node.output:
        sizes = [str(dim.size) for dim in output.tensor_description.shape.dim]
        parts.append("[" + ",".join(sizes) + "]")
    return ",".join(parts)


def _free(ends, start, end):
    """The index of the first lane that is free at `start`; marks it as used until `end`."""
    for place, until in enumerate(ends):
        if until <= start:
            ends[place] = end
            return place
    ends.append(end)
    return len(ends) - 1


def _stream(device):
    match = _STREAM.search(device)
    return match.group(1) if match else None


def _short(device):
    """'/job:localhost/replica:0/task:0/device:GPU:0/stream:16' -> 'GPU:0 stream:16'."""
    parts = [part for part in device.split("/") if part and not part.startswith(("job:", "replica:", "task:"))]
    parts = [part[len("device:"):] if part.startswith("device:") else part for part in parts]
    return " ".join(parts) or device
