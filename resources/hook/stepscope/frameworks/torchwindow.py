"""The base class of tracers for PyTorch's profilers: begin and end of a traced step, priority of the script's own
profiler, marks that map the profiler's clock, module paths, and the memory limit.

A tracer derives from WindowTracer and implements enabled(), enable(), disable() -> records, and _convert().
"""
import _thread
import os

from .. import clock
from ..ownspans import python_thread
from ..recordguard import RecordGuard
from ..steps import NoTracer
from .instrument import NoMemory
from .modulepaths import ModulePaths
from .openranges import OpenRanges
from .opsink import OpSink

MARK = "stepscope::clock"
MARKS = 6
LONGEST_STEP_NS = 30 * 10**9
EVALUATION_FORWARDS = 3
TOO_MANY_OPS = "A step has more ops than are kept per step."


class WindowTracer(NoTracer):
    traces = True

    def __init__(self, torch, runtime):
        self._runtime = runtime
        self._stream = runtime.stream
        self._paths = ModulePaths(torch)
        self._sink = OpSink(runtime.stream, self._paths.geometries)
        self._guard = RecordGuard(runtime, self._outgrown)
        self._record = torch.autograd.profiler.record_function
        self._ranges = OpenRanges(self._record)
        self._ready = False
        self._open = None  # (thread, began ns, marks at the head, ready ns)
        self._pending = []  # records that are not converted to spans yet
        self._lanes = {}
        self._reported = set()
        self._evaluations = 0
        self._script_profiles = False
        self._thread_ends = _thread._local()
        self.clock_error_ns = None
        self.memory = NoMemory()
        self._note = None

    def begin(self, index):
        # The script's profiler may be prepared, as in the warm-up of a schedule, and not be on yet.
        if self._script_profiles or self.enabled():
            self.report_once("busy", "info", "The script runs its own profiler, so ops of step %d and of others during "
                             "that time are not traced." % index)
            return False
        if self._ranges.any_open:  # of the script's trace: it must not end in a trace of the hook
            return False
        if not self._ready:
            self._ready = True
            with self._record(MARK):  # the first use loads torch's operators
                pass
        self._thread_ends.watch = _ThreadEnd(self.drop)
        began = clock.now_ns()
        self._note = self.memory.watch()
        self._paths.start(self._runtime.model(), self._note)
        self.enable()
        head = self._marks()
        self._open = (_thread.get_ident(), began, head, clock.now_ns())
        self._evaluations = 0
        self._ranges.start()
        self._guard.begin(index == 0)
        return True

    def end(self):
        return self._close(None)

    def drop_before(self, time_ns):
        if self._is_mine():
            thread, began, head, ready = self._open
            self._open = thread, began, head, max(ready, time_ns)

    def discard(self):
        waiting = list(self._pending)
        self._close(None)
        self._pending = waiting

    def is_on_this_thread(self):
        return self._is_mine()

    def end_early(self, reason):
        self._close(reason)

    def seen_forward(self, training):
        if self._open is None:
            return
        if not training:
            self._evaluations += 1
        if self._evaluations >= EVALUATION_FORWARDS:
            # A whole evaluation may follow, and its records would fill the memory.
            self._close("an evaluation runs between the steps")
        elif clock.now_ns() - self._open[1] > LONGEST_STEP_NS:
            self._close("it takes longer than %d s" % (LONGEST_STEP_NS // 10**9))
        elif self._guard.outgrown:
            self._outgrown()

    def release_profiler(self, begins):
        self._script_profiles = begins
        if not begins:
            self._ranges.freeze()
            return
        if self._is_mine():
            self._close("the script started its own profiler")
        if self._open is None:
            self._ranges.start()

    def drop(self):
        if self._is_mine():
            self._open = None
            self._guard.end()
            self._paths.stop()
            self._ranges.stop(end_open=False)
            self.disable()

    def flush(self):
        while self._pending:
            self._convert(*self._pending.pop(0))

    def report_once(self, what, severity, text):
        """Reports an event, once per kind of problem `what`."""
        if what not in self._reported:
            self._reported.add(what)
            self._runtime.event(severity, text)

    def thread_lane(self, torch_thread, own, thread, is_autograd):
        """The lane of a thread, by torch's number of it. own: it is the training's thread, whose Python id is
        `thread`."""
        entry = self._lanes.get(torch_thread)
        if entry is None:
            number, name = 0, "thread %s" % torch_thread
            if own:
                number, name = python_thread(thread)
            elif is_autograd():
                same = sum(1 for _, kind in self._lanes.values() if kind == "autograd")
                number, name = _autograd_thread(same), "autograd" if not same else "autograd %d" % (same + 1)
            lane = self._stream.lane(0, number, name)
            entry = self._lanes[torch_thread] = (lane, name.split(" ")[0])
        return entry[0]

    def clock_map(self, head, tail, times_us):
        """The map of the profiler's clock, or None if marks are missing. times_us: the profiler's times of the
        marks."""
        if len(times_us) != 2 * MARKS:
            self.report_once("marks", "warning", "The profiler lost the hook's clock marks, so the ops of a step are "
                             "missing.")
            return None
        marks = [(before, after, us) for (before, after), us in zip(head + tail, times_us)]
        mapped = clock.ClockMap(marks[:MARKS], marks[MARKS:])
        self.clock_error_ns = max(self.clock_error_ns or 0, mapped.error_ns)
        if mapped.jump_ns:
            self.report_once("jump", "warning", "The clock was set by %.3f ms during a traced step, so the times of "
                             "its ops may be off by that." % (mapped.jump_ns / 1e6))
        return mapped

    def _is_mine(self):
        return self._open is not None and self._open[0] == _thread.get_ident()

    def _outgrown(self):
        if self._is_mine():
            self._close("the profiler's records of it exceeded %d MB" % (self._guard.limit // 10**6))

    def _close(self, reason):
        """Stops the profiler, on the thread that started it, and keeps its records. True if the step is complete (no
        reason)."""
        opened = self._open
        if opened is None:
            return False
        thread, _, head, ready = opened
        if thread != _thread.get_ident():
            self.report_once("thread", "warning", "A step began on one thread and ended on another, so its ops are not "
                             "complete.")
            return False
        self._open = None
        self._guard.end()
        end = clock.now_ns()
        calls, tail, records = {}, None, None
        try:
            self._ranges.stop()
            tail = self._marks()
        finally:  # also when the user interrupts the training
            calls = self._paths.stop()
            records = self.disable()
        if self._note is not None:
            self._note()
        self._pending.append((ready, end, thread, head, tail, records, calls))
        if reason is not None:
            self.report_once(reason, "info", "A traced step is incomplete: %s." % reason)
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


class _ThreadEnd(object):
    """A thread-local object that is deleted with its thread: torch reports an error if a thread ends with its
    profiler on."""

    def __init__(self, ended):
        self._ended = ended
        self._thread = _thread.get_ident()

    def __del__(self):
        if _thread.get_ident() == self._thread:
            self._ended()


def _autograd_thread(position):
    """The OS id of torch's autograd thread number `position`, found by the thread's name; 0 if there is none."""
    threads = []
    try:
        for task in os.listdir("/proc/self/task"):
            with open("/proc/self/task/%s/comm" % task) as file:
                if file.read().startswith("pt_autograd"):
                    threads.append(int(task))
    except (OSError, ValueError):
        return 0
    threads.sort()
    return threads[position] if position < len(threads) else 0
