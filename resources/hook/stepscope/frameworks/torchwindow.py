"""What all profilers of PyTorch have in common while a step is traced: when to begin and to end, whose turn it is, the
marks by which their clock is laid on ours, module paths, and the bound of their memory.

A profiler derives from WindowTracer and has enabled(), enable(), disable() -> records, and convert().
"""
import _thread
import os

from .. import clock
from ..ownspans import python_thread
from ..recordguard import RecordGuard
from ..steps import NoTracer
from .instrument import NoMemory
from .modulepaths import ModulePaths
from .opsink import OpSink

MARK = "stepscope::clock"
MARKS = 6
LONGEST_STEP_NS = 30 * 10**9
EVALUATION_FORWARDS = 3


class WindowTracer(NoTracer):
    traces = True

    def __init__(self, torch, runtime):
        self._runtime = runtime
        self._stream = runtime.stream
        self._sink = OpSink(runtime.stream)
        self._paths = ModulePaths(torch)
        self._guard = RecordGuard(runtime, self._outgrown)
        self._record = torch.autograd.profiler.record_function
        self._ready = False
        self._open = None  # (thread, began ns, marks at the head, ready ns)
        self._pending = []  # what was traced and is no spans yet
        self._lanes = {}
        self._told = set()
        self._evaluations = 0
        self._thread_ends = _thread._local()
        self.clock_error_ns = None
        self.memory = NoMemory()
        self._note = None

    def begin(self, index):
        if self.enabled():
            self.tell("busy", "info", "The script runs a profiler of its own, so ops of step %d and others at that "
                      "time are not traced." % index)
            return False
        if not self._ready:
            self._ready = True
            with self._record(MARK):  # its first use loads torch's operators
                pass
        self._thread_ends.watch = _ThreadEnd(self.drop)
        began = clock.now_ns()
        self._note = self.memory.watch()
        self._paths.start(self._runtime.model(), self._note)
        self.enable()
        head = self._marks()
        self._open = (_thread.get_ident(), began, head, clock.now_ns())
        self._evaluations = 0
        self._guard.begin()
        return True

    def end(self):
        return self._close(None)

    def discard(self):
        waiting = list(self._pending)
        self._close(None)
        self._pending = waiting

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
        elif self._guard.outgrown:
            self._outgrown()

    def give_way(self):
        """The script is about to start a profiler."""
        if self._is_mine():
            self._close("the script started a profiler of its own")

    def drop(self):
        if self._is_mine():
            self._open = None
            self._guard.end()
            self._paths.stop()
            self.disable()

    def flush(self):
        while self._pending:
            self._convert(*self._pending.pop(0))

    def tell(self, what, severity, text):
        """Once for each kind of trouble."""
        if what not in self._told:
            self._told.add(what)
            self._runtime.event(severity, text)

    def thread_lane(self, torch_thread, own, thread, is_autograd):
        """The lane of a thread that torch has a number of its own for; `thread` is Python's, if it is the own one."""
        found = self._lanes.get(torch_thread)
        if found is None:
            number, name = 0, "thread %s" % torch_thread
            if own:
                number, name = python_thread(thread)
            elif is_autograd():
                same = sum(1 for _, kind in self._lanes.values() if kind == "autograd")
                number, name = _autograd_thread(same), "autograd" if not same else "autograd %d" % (same + 1)
            lane = self._stream.lane(0, number, name)
            found = self._lanes[torch_thread] = (lane, name.split(" ")[0])
        return found[0]

    def clock_map(self, head, tail, times_us):
        """times_us: when the profiler saw the marks; None if it lost some."""
        if len(times_us) != 2 * MARKS:
            self.tell("marks", "warning", "The profiler lost the hook's clock marks, so the ops of a step are left "
                      "out.")
            return None
        marks = [(before, after, us) for (before, after), us in zip(head + tail, times_us)]
        mapped = clock.ClockMap(marks[:MARKS], marks[MARKS:])
        self.clock_error_ns = max(self.clock_error_ns or 0, mapped.error_ns)
        if mapped.jump_ns:
            self.tell("jump", "warning", "The clock was set by %.3f ms during a traced step, so its ops may be off by "
                      "that." % (mapped.jump_ns / 1e6))
        return mapped

    def _is_mine(self):
        return self._open is not None and self._open[0] == _thread.get_ident()

    def _outgrown(self):
        if self._is_mine():
            self._close("the profiler's records of it outgrew %d MiB" % (self._guard.limit >> 20))

    def _close(self, reason):
        """Reads the records; they belong to the thread that began. True if the step is whole."""
        opened = self._open
        if opened is None:
            return False
        thread, _, head, ready = opened
        if thread != _thread.get_ident():
            self.tell("thread", "warning", "A step began on one thread and ended on another, so its ops are not "
                      "complete.")
            return False
        self._open = None
        self._guard.end()
        end = clock.now_ns()
        tail = self._marks()
        records = self.disable()
        if self._note is not None:
            self._note()
        self._pending.append((ready, end, thread, head, tail, records, self._paths.stop()))
        if reason is not None:
            self.tell(reason, "info", "A traced step is traced in part only: %s." % reason)
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
    """Dies with its thread: torch complains when a thread ends with its profiler on."""

    def __init__(self, ended):
        self._ended = ended
        self._thread = _thread.get_ident()

    def __del__(self):
        if _thread.get_ident() == self._thread:
            self._ended()


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
