"""Traces the ops of TensorFlow: by RunMetadata for sessions, by the profiler for functions."""
from .. import clock, wire
from ..steps import NoTracer
from .runmetadata import lanes_of
from .tfprofiler import StepProfiler


class TensorFlowTracer(NoTracer):
    traces = True

    def __init__(self, tensorflow, runtime):
        self._runtime = runtime
        self._stream = runtime.stream
        self._profiler = StepProfiler.find(tensorflow)
        self._eager = getattr(tensorflow, "executing_eagerly", lambda: False)
        self.name = "run_metadata" if self._profiler is None or not self._eager() else "tensorflow"
        self._pending = []
        self._lanes = {}
        self._open = self._kept = self._profiling = False
        self._reported = set()
        self.clock_error_ns = None

    @property
    def wants_metadata(self):
        return self._open and not self._profiling

    def begin(self, index):
        self._open, self._kept = True, False
        self._profiling = False
        if self._profiler is not None and self._eager():
            try:
                self._profiler.start()
                self._profiling = True
            except Exception as error:  # the script runs a profiler, or the disk is full
                self._report_once("busy", "info", "TensorFlow's profiler did not start (%s), so ops of step %d and "
                                  "others are not traced." % (error, index))
                self._open = False
        return self._open

    def end(self):
        if not self._open:
            return False
        self._open = False
        if self._profiling:
            self._profiling = False
            self._pending.append(self._profiler.stop)
            self._kept = True
        return self._kept

    def discard(self):
        waiting = list(self._pending)
        self.end()
        if self._pending != waiting:
            self._pending[-1]()  # stops the profiler and deletes its files
            self._pending = waiting

    def keep(self, metadata, start, end):
        """Keeps the metadata of a traced run."""
        self._kept = True
        offset, error = clock.realtime_offset()
        self.clock_error_ns = max(self.clock_error_ns or 0, error)
        self._pending.append(lambda: lanes_of(metadata.step_stats, offset))

    def flush(self):
        while self._pending:
            try:
                lanes = self._pending.pop(0)()
            except Exception as error:
                self._report_once("unread", "warning", "The trace of TensorFlow cannot be read (%s: %s), so the ops of "
                                  "its step are missing." % (type(error).__name__, error))
                continue
            for (kind, number, name), rows in lanes:
                self._send(kind, number, name, rows)

    def report_untraced_callables(self):
        self._report_once("callables", "info", "Keras of TensorFlow 1 runs callables that return no metadata, so its "
                          "steps are marked but its ops are not traced; call Session.run in the script, or use "
                          "TensorFlow 2.")

    def drop(self):
        self._open = self._profiling = False

    def _send(self, kind, number, name, rows):
        lane = self._lanes.get((kind, name))
        if lane is None:
            lane = self._lanes[kind, name] = self._stream.lane(kind, number, name)
        starts, durations, ops, depths, stack = [], [], [], [], []
        for start, end, op, node, shapes in sorted(rows, key=lambda row: (row[0], -row[1])):
            while stack and stack[-1] <= start:
                stack.pop()
            if stack and end > stack[-1]:
                end = stack[-1]
            depths.append(min(len(stack), 255))
            stack.append(end)
            starts.append(start)
            durations.append(max(0, end - start))
            ops.append(self._stream.op(op, shapes, node, "kernel" if kind == wire.LANE_GPU_STREAM else "op"))
        self._stream.spans(lane, starts, durations, ops, depths)

    def _report_once(self, what, severity, text):
        if what not in self._reported:
            self._reported.add(what)
            self._runtime.event(severity, text)
