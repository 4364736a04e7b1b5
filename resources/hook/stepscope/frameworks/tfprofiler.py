"""TensorFlow 2's profiler (tf.profiler.experimental, from 2.2 on): converts one XSpace file per step to rows by lane.

XSpace { planes = 1 }; XPlane { name = 2, lines = 3, event_metadata = 4 }; XLine { id = 1, name = 2, timestamp_ns = 3,
events = 4 }; XEvent { metadata_id = 1, offset_ps = 2, duration_ps = 3 }; XEventMetadata { id = 1, name = 2 }: as in
TensorFlow's xplane.proto. Times are of the time of day.
"""
import os
import shutil
import tempfile

from .. import clock, wire
from .protowire import fields, first, text

HOST, DEVICE = "/host:CPU", "/device:"
FAR_NS = 10 * 10**9


class StepProfiler:
    @classmethod
    def find(cls, tensorflow):
        """The profiler, or None if this TensorFlow has none."""
        profiler = getattr(getattr(tensorflow, "profiler", None), "experimental", None)
        return cls(profiler) if hasattr(profiler, "start") and hasattr(profiler, "stop") else None

    def __init__(self, profiler):
        self._profiler = profiler
        self._folder = None
        self._began = 0

    def start(self):
        self._folder = tempfile.mkdtemp(prefix="stepscope")
        try:
            self._began = clock.now_ns()
            options = getattr(self._profiler, "ProfilerOptions", None)
            if options is not None:
                self._profiler.start(self._folder, options=options(host_tracer_level=2, python_tracer_level=0))
            else:
                self._profiler.start(self._folder)
        except BaseException:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise

    def stop(self):
        """Stops and returns the traced lanes. Raises if the file is invalid or the clock is not the time of day."""
        try:
            self._profiler.stop()
            offset, _ = clock.realtime_offset()
            lanes = []
            for folder, _, files in os.walk(self._folder):
                for name in sorted(files):
                    if name.endswith(".xplane.pb"):
                        with open(os.path.join(folder, name), "rb") as file:
                            lanes += space_lanes(file.read(), offset)
            if lanes and abs(min(row[0] for _, rows in lanes for row in rows) - self._began) > FAR_NS:
                raise ValueError("its clock is not the time of day")
            return lanes
        finally:
            shutil.rmtree(self._folder, ignore_errors=True)


def space_lanes(data, offset_ns):
    """[((kind, number, name), [(start, end, op, node, shapes)])]"""
    lanes = []
    for plane in fields(memoryview(data)).get(1, []):
        plane = fields(plane)
        name = text(plane, 2)
        if name != HOST and not name.startswith(DEVICE):
            continue
        names = {}
        for entry in plane.get(4, []):
            metadata = fields(first(fields(entry), 2, b""))
            names[first(metadata, 1)] = text(metadata, 2)
        for line in plane.get(3, []):
            lane = _line(fields(line), name, names, offset_ns)
            if lane is not None and lane[1]:
                lanes.append(lane)
    return lanes


def _line(line, plane, names, offset_ns):
    title, number = text(line, 2), first(line, 1)
    if plane == HOST:
        key = (wire.LANE_THREAD, number, title or "thread %d" % number)
    elif title.startswith("Stream"):  # other lines repeat the same kernels by op and by module
        key = (wire.LANE_GPU_STREAM, number, "%s %s" % (plane[len(DEVICE):], title))
    else:
        return None
    rows, base = [], first(line, 3) + offset_ns
    for event in line.get(4, []):
        event = fields(event)
        node, _, op = names.get(first(event, 1), "?").rpartition(":")
        start = base + first(event, 2) // 1000
        rows.append((start, start + first(event, 3) // 1000, op, node if "::" not in node else "", ""))
    return key, rows
