"""PyTorch's profiler of before Kineto (and of builds without it): raw push and pop records, one list a thread.

The records' clock is not ours and is not named, so marks put into the trace between two reads of CLOCK_MONOTONIC lay
it onto ours. Records become spans right after their step: kept for longer, these many small blocks between torch's large
ones keep the heap from being used again (15 KB were seen for a record of 400 bytes).
"""
import _thread
import os
import sys

from .. import clock, wire
from ..ownspans import python_thread
from ..steps import NoTracer
from .legacyapi import LegacyApi
from .legacyspans import MARK, BlockReader, Forwards
from .modulepaths import ModulePaths, PathAt
from .opsink import OpSink

MARKS = 6
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
        return LegacyApi.find(torch) is not None

    def __init__(self, torch, runtime):
        self._runtime = runtime
        self._stream = runtime.stream
        self._sink = OpSink(runtime.stream)
        self._paths = ModulePaths(torch)
        self._api = LegacyApi.find(torch)
        self._record = torch.autograd.profiler.record_function
        self._ready = False
        self._open = None  # (thread, began ns, marks at the head, ready ns)
        self._pending = []  # what was traced and is no spans yet
        self._lanes = {}
        self._told = set()
        self._evaluations = 0
        self._thread_ends = _thread._local()
        self.clock_error_ns = None

    def begin(self, index):
        if self._api.enabled():
            self._tell("busy", "info", "The script runs a profiler of its own, so ops of step %d and others at that "
                       "time are not traced." % index)
            return False
        if not self._ready:
            self._ready = True
            with self._record(MARK):  # its first use loads torch's operators
                pass
        self._thread_ends.watch = _ThreadEnd(self.drop)
        began = clock.now_ns()
        self._paths.start(self._runtime.model())
        self._api.enable()
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
            self._paths.stop()
            self._api.disable()

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
        records = self._api.disable()
        self._pending.append((ready, end, thread, head, tail, records, self._paths.stop()))
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

    def _convert(self, ready, end, thread, head, tail, records, calls):
        base = _first_record(records)
        if base is None:
            return
        own = base.thread_id()
        mapped = self._clock(base, own, head, tail, records)
        if mapped is None:
            return
        reader = BlockReader(self._sink, base, mapped.line(), ready, end)
        forwards = Forwards()
        # The training's own thread gets the first lane, and its forward is known before others' backward.
        for block in sorted([b for b in records if b], key=lambda block: block[0].thread_id() != own):
            torch_thread = block[0].thread_id()
            is_own = torch_thread == own
            spans = reader.read(block, PathAt(calls.get(thread) if is_own else None), forwards)
            if not spans[0]:
                continue
            lane = self._lane(torch_thread, is_own, thread, block)
            self._stream.spans(lane, *spans)
            if forwards.links:
                self._stream.links(self._lanes[own][0] if own in self._lanes else lane, lane, forwards.links)
                forwards.links = []
        if reader.left_out:
            self._runtime.sender.lost("spans", reader.left_out, ready, end, "A step has more ops than are kept of one.")

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

    def _lane(self, torch_thread, own, thread, block):
        found = self._lanes.get(torch_thread)
        if found is None:
            number, name = 0, "thread %d" % torch_thread
            if own:
                number, name = python_thread(thread)
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


def _first_record(records):
    for block in records:
        for record in block:
            if record.name() == "__start_profile":
                return record
    return None


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
