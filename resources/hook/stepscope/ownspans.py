"""Spans that the hook measures itself (phases, data loading, spans of the script), on separate lanes.

A span costs the training one append; the sending thread builds the messages.
"""
import _thread
import os
import sys
from collections import deque

from . import clock, wire

MOST_WAITING = 1 << 16


class OwnLane:
    """A lane. Spans are added when they end, so a parent comes after its children; depth defines the nesting."""

    def __init__(self, kind, thread, name, category):
        self._about = (kind, thread, name)
        self._category = category
        self._number = 0
        self._rows = deque()
        self._lost = 0

    def add(self, start, end, name, depth=0):
        if len(self._rows) < MOST_WAITING:
            self._rows.append((start, end, name, depth))
        else:
            self._lost += 1

    def send(self, stream, sender):
        rows, count = self._rows, len(self._rows)
        if not count:
            return
        taken = sorted([rows.popleft() for _ in range(count)], key=lambda row: (row[0], row[3]))
        if not self._number:
            self._number = stream.lane(*self._about)
        ops = [stream.op(row[2], "", "", self._category) for row in taken]
        starts = [row[0] for row in taken]
        durations = [max(0, row[1] - row[0]) for row in taken]
        stream.spans(self._number, starts, durations, ops, [min(row[3], 255) for row in taken])
        if self._lost:
            lost, self._lost = self._lost, 0
            sender.lost("spans", lost, starts[0], clock.now_ns())


class Phases:
    """Phases of the training (epoch, evaluation, checkpoint): one stack per process, shared by all threads."""

    def __init__(self, lane):
        self._lane = lane
        self._open = []
        self._lock = _thread.RLock()

    def begin(self, name, start=None):
        entry = [name, clock.now_ns() if start is None else start]
        with self._lock:
            self._open.append(entry)
        return entry

    def end(self, entry, at=None):
        """Ends a phase, and all phases inside it that are still open."""
        at = clock.now_ns() if at is None else at
        with self._lock:
            if entry not in self._open:
                return
            while True:
                name, start = last = self._open.pop()
                self._lane.add(start, max(at, start), name, len(self._open))
                if last is entry:
                    return

    def done(self, name, start, end):
        """Adds a phase that has ended."""
        with self._lock:
            self._lane.add(start, end, name, len(self._open))

    def is_open(self, entry):
        return entry in self._open

    def finish(self):
        if self._open:
            self.end(self._open[0])


class OwnSpans:
    """All lanes of spans that the hook measures in this process."""

    def __init__(self):
        self._lanes = []
        self._threads = {}  # thread -> (lane, stack of begun spans)
        self.phases = Phases(self.lane(wire.LANE_PHASES, 0, "phases", "phase"))

    def lane(self, kind, thread, name, category):
        lane = OwnLane(kind, thread, name, category)
        self._lanes.append(lane)
        return lane

    def begin(self, name, as_ops):
        """Begins a span of the script on the calling thread. as_ops: no profiler runs, so these spans are the
        thread's ops."""
        ident = _thread.get_ident()
        entry = self._threads.get(ident)
        if entry is None:
            number, thread_name = python_thread(ident)
            kind = wire.LANE_THREAD if as_ops else wire.LANE_PHASES
            label = thread_name if as_ops else "spans of " + thread_name
            entry = self._threads[ident] = (self.lane(kind, number, label, "range"), [])
        span = (name, clock.now_ns())
        entry[1].append(span)
        return span

    def end(self, entry):
        now = clock.now_ns()
        lane, stack = self._threads.get(_thread.get_ident(), (None, ()))
        if not any(open_entry is entry for open_entry in stack):
            return
        while True:
            name, start = last = stack.pop()
            lane.add(start, now, name, len(stack))
            if last is entry:
                return

    def send(self, stream, sender):
        for lane in list(self._lanes):
            lane.send(stream, sender)


def python_thread(ident):
    """(OS thread id or 0 if unknown, name) of a Python thread."""
    threading = sys.modules.get("threading")
    if threading is None or ident == threading.main_thread().ident:
        return os.getpid(), "main"
    thread = threading._active.get(ident)
    if thread is None:
        return 0, "thread"
    return getattr(thread, "native_id", None) or 0, thread.name
