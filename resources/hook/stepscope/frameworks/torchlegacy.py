"""PyTorch's profiler of before Kineto (and of builds without it): raw push and pop records, one list a thread.

The records' clock is not ours and is not named, so marks put into the trace between two reads of CLOCK_MONOTONIC lay
it onto ours. Records become spans right after their step: kept for longer, these many small blocks between torch's large
ones keep the heap from being used again (15 KB were seen for a record of 400 bytes).
"""
import _thread
import os
import sys

from .. import clock, wire
from ..steps import NoTracer

MARK = "stepscope::clock"
MARKS = 6
# What torch's own reports leave out: the profiler's own ops, and attribute reads that look like ops.
LEFT_OUT = frozenset([
    MARK, "profiler::_record_function_enter", "profiler::_record_function_enter_new",
    "profiler::_record_function_exit", "aten::is_leaf", "aten::output_nr", "aten::_version",
])
LONGEST_STEP_NS = 30 * 10**9
EVALUATION_FORWARDS = 3
# Functions of torch that start a profiler, by module: a script's own profiler goes first.
PROFILER_STARTS = [
    ("torch.autograd.profiler", "_prepare_profiler"),
    ("torch.autograd.profiler", "_enable_profiler"),
    ("torch.autograd.profiler_legacy", "_enable_profiler_legacy"),
]


class LegacyTracer(NoTracer):
    name = "legacy"
    traces = True

    @staticmethod
    def available(torch):
        legacy = sys.modules.get("torch.autograd.profiler_legacy")
        return legacy is not None and hasattr(torch.autograd, "_enable_profiler_legacy")

    def __init__(self, torch, runtime):
        self._torch = torch
        self._runtime = runtime
        self._stream = runtime.stream
        self._config = None
        self._record = torch.autograd.profiler.record_function
        self._enable = torch.autograd._enable_profiler_legacy
        self._disable = torch.autograd._disable_profiler_legacy
        self._enabled = torch.autograd._profiler_enabled
        self._open = None  # (thread, began ns, marks at the head, ready ns)
        self._pending = []  # what was traced and is no spans yet
        self._lanes = {}
        self._op_ids = {}
        self._told = set()
        self._evaluations = 0
        self._thread_ends = _thread._local()
        self.clock_error_ns = None

    def begin(self, index):
        if self._enabled():
            self._tell("busy", "info", "The script runs a profiler of its own, so ops of step %d and others at that "
                       "time are not traced." % index)
            return False
        if self._config is None:
            legacy = sys.modules["torch.autograd.profiler_legacy"]
            self._config = legacy.profile(record_shapes=True).config()
            with self._record(MARK):  # its first use loads torch's operators
                pass
        self._thread_ends.watch = _ThreadEnd(self.drop)
        began = clock.now_ns()
        self._enable(self._config)
        head = self._marks()
        self._open = (_thread.get_ident(), began, head, clock.now_ns())
        self._evaluations = 0
        return True

    def end(self):
        return self._close(None)

    def seen_forward(self, training):
        if self._open is None:
            return
        if not training:
            self._evaluations += 1
        if self._evaluations >= EVALUATION_FORWARDS:
            # What follows may be a whole evaluation, and its records would fill the memory.
            self._close("an evaluation runs between the steps")
        elif clock.now_ns() - self._open[1] > LONGEST_STEP_NS:
            self._close("it takes longer than %d s" % (LONGEST_STEP_NS // 10**9))

    def give_way(self):
        """The script is about to start a profiler."""
        if self._open is not None and self._open[0] == _thread.get_ident():
            self._close("the script started a profiler of its own")

    def drop(self):
        if self._open is not None and self._open[0] == _thread.get_ident():
            self._open = None
            self._disable()

    def _close(self, reason):
        """Reads the records; they belong to the thread that began. True if the step is whole."""
        opened = self._open
        if opened is None:
            return False
        thread, _, head, ready = opened
        if thread != _thread.get_ident():
            self._tell("thread", "warning", "A step began on one thread and ended on another, so its ops are not "
                       "complete.")
            return False
        self._open = None
        end = clock.now_ns()
        tail = self._marks()
        records = self._disable()
        self._pending.append((ready, end, thread, head, tail, records))
        if reason is not None:
            self._tell(reason, "info", "A traced step is traced in part only: %s." % reason)
        return reason is None

    def _marks(self):
        now, record = clock.now_ns, self._record
        result = []
        for _ in range(MARKS):
            mark = record(MARK)
            before = now()
            mark.__enter__()
            after = now()
            mark.__exit__(None, None, None)
            result.append((before, after))
        return result

    def flush(self):
        while self._pending:
            self._convert(*self._pending.pop(0))

    def _convert(self, ready, end, thread, head, tail, records):
        base = _first_record(records)
        if base is None:
            return
        own = base.thread_id()
        mapped = self._clock(base, own, head, tail, records)
        if mapped is None:
            return
        # The training's own thread gets the first lane.
        for block in sorted([b for b in records if b], key=lambda block: block[0].thread_id() != own):
            spans = self._spans(block, base, mapped, ready, end)
            if spans[0]:
                torch_thread = block[0].thread_id()
                lane = self._lane(torch_thread, torch_thread == own, thread, block)
                self._stream.spans(lane, *spans)

    def _clock(self, base, own, head, tail, records):
        times = []
        for block in records:
            if block and block[0].thread_id() == own:
                times += [base.cpu_elapsed_us(r) for r in block if r.kind() == "push" and r.name() == MARK]
        if len(times) != 2 * MARKS:
            self._tell("marks", "warning", "The profiler lost the hook's clock marks, so the ops of a step are left "
                       "out.")
            return None
        marks = [(before, after, us) for (before, after), us in zip(head + tail, times)]
        mapped = clock.ClockMap(marks[:MARKS], marks[MARKS:])
        self.clock_error_ns = max(self.clock_error_ns or 0, mapped.error_ns)
        if mapped.jump_ns:
            self._tell("jump", "warning", "The clock was set by %.3f ms during a traced step, so its ops may be off by "
                       "that." % (mapped.jump_ns / 1e6))
        return mapped

    def _spans(self, block, base, mapped, ready, end):
        """Columns (starts, durations, ops, depths) of one thread's records from ready to end, in order of start."""
        at, base_us, rate = mapped.line()
        elapsed = base.cpu_elapsed_us
        op_ids, new_op = self._op_ids, self._op
        starts, ends, ops, depths = [], [], [], []
        stack, handles = [], []  # rows and handles of the spans open
        previous, latest = None, 0
        skipped = set()
        for record in block:
            kind = record.kind()
            if kind == "push":
                name = record.name()
                # A wrapper that calls on to the op of the same name is one op, as in torch's own tables.
                if name in LEFT_OUT or name == previous:
                    skipped.add(record.handle())
                    continue
                time = at + int((elapsed(record) - base_us) * rate)
                if time < ready or time > end:
                    skipped.add(record.handle())  # made by the marks
                    continue
                if time < latest:
                    time = latest
                previous, latest = name, time
                key = (name, str(record.shapes()))
                op = op_ids.get(key)
                if op is None:
                    op = new_op(key)
                depths.append(len(stack) if len(stack) < 255 else 255)
                stack.append(len(starts))
                handles.append(record.handle())
                starts.append(time)
                ends.append(-1)
                ops.append(op)
            elif kind == "pop":
                handle = record.handle()
                if handle in skipped:
                    continue
                previous = None
                if handle not in handles:
                    continue  # began on another thread, or before the window
                time = at + int((elapsed(record) - base_us) * rate)
                if time < latest:
                    time = latest
                latest = time
                while True:  # one round, but for ranges that overlap: the inner ones end with the outer
                    ends[stack.pop()] = time
                    if handles.pop() == handle:
                        break
        while stack:
            ends[stack.pop()] = latest
        return starts, [end - start for start, end in zip(starts, ends)], ops, depths

    def _op(self, key):
        name, shapes = key
        found = self._stream.op(name, shapes_text(shapes), "", category(name))
        if len(self._op_ids) < 65536:
            self._op_ids[key] = found
        return found

    def _lane(self, torch_thread, own, thread, block):
        found = self._lanes.get(torch_thread)
        if found is None:
            number, name = 0, "thread %d" % torch_thread
            if own:
                number, name = _python_thread(thread)
            elif any(r.kind() == "push" and r.name().startswith("autograd::engine") for r in block):
                same = sum(1 for _, kind in self._lanes.values() if kind == "autograd")
                number, name = _autograd_thread(same), "autograd" if not same else "autograd %d" % (same + 1)
            lane = self._stream.lane(wire.LANE_THREAD, number, name)
            found = self._lanes[torch_thread] = (lane, name.split(" ")[0])
        return found[0]

    def _tell(self, what, severity, text):
        """Once for each kind of trouble."""
        if what not in self._told:
            self._told.add(what)
            self._runtime.event(severity, text)


class _ThreadEnd(object):
    """Dies with its thread: torch complains when a thread ends with its profiler on."""

    def __init__(self, ended):
        self._ended = ended
        self._thread = _thread.get_ident()

    def __del__(self):
        if _thread.get_ident() == self._thread:
            self._ended()


def shapes_text(shapes):
    """'[[4, 3], [], [8], [], []]' -> '[4,3],[],[8]'."""
    parts = shapes[1:-1].replace(" ", "")
    while parts.endswith("[]"):
        parts = parts[:-2].rstrip(",")
    return parts


def category(name):
    if name.startswith("autograd::") or name.startswith("torch::autograd::") or "Backward" in name:
        return "backward"
    if name.startswith("Optimizer."):
        return "optimizer"
    return "op" if "::" in name else "range"


def _first_record(records):
    for block in records:
        for record in block:
            if record.name() == "__start_profile":
                return record
    return None


def _python_thread(ident):
    """(OS thread id or 0, name) of a thread of Python."""
    threading = sys.modules.get("threading")
    if threading is None or ident == threading.main_thread().ident:
        return os.getpid(), "main"
    thread = threading._active.get(ident)
    if thread is None:
        return 0, "thread"
    return getattr(thread, "native_id", None) or 0, thread.name


def _autograd_thread(position):
    """The OS id of torch's autograd thread number `position`, by the name that torch gives it; 0 if it has none."""
    found = []
    try:
        for task in os.listdir("/proc/self/task"):
            with open("/proc/self/task/%s/comm" % task) as file:
                if file.read().startswith("pt_autograd"):
                    found.append(int(task))
    except (OSError, ValueError):
        return 0
    found.sort()
    return found[position] if position < len(found) else 0
