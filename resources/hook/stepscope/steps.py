"""Determines where steps begin and end, which are traced, and the cost of tracing. Independent of the framework.

Step i lasts from the end of step i-1 to its own end. The hook's work at a boundary (starting, stopping and reading the
profiler) is not a part of any step.
"""
import _thread
from collections import deque

from . import clock, wire
from .forwardsteps import ForwardSteps
from .quietsteps import QuietSteps

WARM_UP_STEPS = 3  # excluded from all figures, as in the reports
FACTS_PERIOD_NS = 5 * 10**9


class NoTracer:
    """The interface of tracers; an implementation that traces nothing."""

    name = "none"
    traces = False
    clock_error_ns = None
    awaited_ns = 0  # in which begin() and end() waited for the GPU, since the last take_awaited()

    def take_awaited(self):
        """The value of awaited_ns, which is 0 afterwards."""
        awaited, self.awaited_ns = self.awaited_ns, 0
        return awaited

    def begin(self, index):
        """Starts tracing a step on the calling thread; false if that is not possible."""
        return False

    def end(self):
        """Stops tracing; true if the step was traced from its begin to its end."""
        return False

    def discard(self):
        """Stops tracing and drops the records."""
        self.end()

    def flush(self):
        """Converts the records of ended steps to spans. Called between steps."""

    def is_on_this_thread(self):
        """True if a step is being traced on the calling thread."""
        return False

    def end_early(self, reason):
        """Stops tracing in the middle of a step; end() then returns false."""

    def drop_before(self, time_ns):
        """Drops the spans of this step that begin before `time_ns`."""

    def seen_forward(self, training):
        """Called before each forward of the model in a traced step."""

    def release_profiler(self, begins):
        """The script starts its own profiler (begins), so tracing stops until the script's has ended."""

    def drop(self):
        """In a forked child, and at a thread's end: stops tracing on the calling thread and drops the records."""


class StepTracker:
    def __init__(self, window, lowest_start_ns):
        self.window = window
        self.tracer = NoTracer()
        self.done = deque()  # (index, start, end, samples, flags), emptied by the sending thread; unused with a ring
        self.index = 0
        self.explicit = False
        self.started = False
        self._active = False  # the model has run since the last mark
        self._held = None  # the first implicit step, held back until it is clear that no explicit mark follows it
        self._lowest_start = lowest_start_ns
        self._start = 0
        self._tracing = False
        self._lock = _thread.RLock()
        self._cost = {True: [0, 0], False: [0, 0]}  # traced? -> [steps, ns]
        self._sizes = {}
        self._stated_size = False
        self._facts_due = 0
        self.forwards = ForwardSteps(self)
        self._suspended = False
        self._forked = False  # suspended because the process was about to fork
        self._trial = []  # steps on trial, see ForwardSteps
        self._on_trial = False
        self.quiet = QuietSteps()
        self._ring = None
        self._own_ns = 0  # work in quiet steps that the window has been charged for

    @property
    def tracing(self):
        return self._tracing

    def may_be_quiet(self):
        """The number of next steps that can be quiet, see QuietSteps."""
        with self._lock:
            if self._tracing or self._suspended or self._on_trial or self.explicit or self._held is not None:
                return 0
            return self.window.untraced(self.index) if self.forwards.over else 0

    def settle(self):
        """Evaluates the quiet steps that have ended. The caller holds the lock."""
        quiet = self.quiet
        ends = quiet.ends
        while ends:
            end, samples = ends.popleft()
            if self._ring is None:  # else quiet.mark() has written it
                self.done.append((self.index, self._start, end, samples, 0))
            self._count(self.index, False, end - self._start, samples)
            self.window.ended(self.index, False, end - self._start, 0)
            self.index += 1
            self._start = end
            self._active = False
        own, self._own_ns = quiet.own_ns - self._own_ns, quiet.own_ns
        self.window.spend(own)

    def use_ring(self, ring):
        """From now on marks of steps are written into a StepRing."""
        with self._lock:
            self.settle()
            self._ring = self.quiet.ring = ring
            while self.done:
                ring.put(*self.done.popleft())

    def _emit(self, row):
        if self._ring is None:
            self.done.append(row)
        else:
            self._ring.put(*row)

    def spend(self, ns):
        """Adds processor time in ns of the hook's thread to the cost."""
        with self._lock:
            self.window.spend(ns)

    def was_active(self):
        """Notes, with a delay, that the model has run since the last mark."""
        self._active = True

    def _is_active(self):
        return self._active or self.quiet.forwards > 0

    def activity(self):
        """Notes that the model runs forward; begins the first step if none has begun."""
        self._active = True
        if not self.started:
            with self._lock:
                self._begin(clock.now_ns())
        elif self._forked:
            with self._lock:
                if self._forked:
                    self._resume(self._start)

    def earliest(self, time_ns):
        """Sets the start of the first step, for the case that no model runs in it."""
        self._lowest_start = time_ns

    def skip_to(self, time_ns):
        """Excludes the time up to `time_ns` (an evaluation, a checkpoint) from the steps, if it lies between two of
        them."""
        with self._lock:
            self.settle()
            if self._suspended:
                self._resume(time_ns)
            elif self.started and not self._is_active() and time_ns > self._start:
                self._start = time_ns
                if self._tracing:
                    self.tracer.drop_before(time_ns)
            self.quiet.start = self._start

    def _resume(self, time_ns):
        """Traces a suspended step from now on. The time since `time_ns` (the wait for data) belongs to the step, as in an
        untraced one; the hook's work does not."""
        self._suspended = self._forked = False
        began = clock.now_ns()
        self.tracer.flush()
        self._tracing = self.tracer.begin(self.index)
        now = clock.now_ns()
        self._start = min(max(time_ns, self._start) + now - began, now)

    def before_fork(self):
        """Turns the profiler off before the calling thread forks: a child that inherits a running profiler records all
        its ops, and with CUDA hangs when it stops it. DataLoaders fork their workers at the beginning of each epoch,
        where the step has no activity yet: then it is traced from its forward on."""
        if not self._tracing or not self.tracer.is_on_this_thread():
            return  # without waiting for another thread
        with self._lock:
            if not self._tracing:
                return
            began = clock.now_ns()
            if self._is_active():
                self.tracer.end_early("the process forked in the middle of it")
            else:
                self._tracing = False
                self._suspended = self._forked = True
                self.tracer.discard()
                self._start += clock.now_ns() - began
                self.quiet.start = self._start

    def suspend(self):
        """Begins a range outside the steps. A traced step without activity so far is traced from skip_to() on
        instead."""
        with self._lock:
            if self._tracing and not self._is_active():
                self._tracing = False
                self._suspended = True
                self.tracer.discard()

    def mark_forward(self, start, end, samples, replayed=False):
        """Ends a step that consists of one forward. replayed: it ended in the past, before it was known to be a
        step."""
        with self._lock:
            self._on_trial = not self.forwards.confirmed
            if not self.started:
                self.started = True
                self._start = start
            self._finish(end, samples, 0, False, replayed)

    def confirm_trial(self):
        with self._lock:
            for row in self._trial:
                self._emit(row)
            self._trial, self._on_trial = [], False

    def take_trial(self):
        """Removes the steps on trial, returns them as (start, end, samples) and restarts the numbering."""
        with self._lock:
            if self._tracing:
                self._tracing = False
                self.tracer.end()
                self.tracer.flush()
            rows, self._trial, self._on_trial = self._trial, [], False
            if rows:
                self._lowest_start = rows[0][1]
            self.index, self.started, self._active = 0, False, False
            self._cost = {True: [0, 0], False: [0, 0]}
            self._sizes = {}
            self.window.restart()
            return [row[1:4] for row in rows]

    def mark(self, samples, explicit, end, worked=False):
        """Ends the step at `end` (ns). worked: the hook has spent time since then. Implicit marks are ignored once
        the script sets explicit ones."""
        if self.explicit and not explicit:
            return
        with self._lock:
            self.settle()
            if not self.forwards.over:
                self.forwards.close()
            if explicit and not self.explicit:
                self.explicit = True
                self.quiet.leave()
                if self.index and not self._is_active():
                    # This mark and the preceding one of the optimizer end the same iteration.
                    self._rename_held(samples, end)
                    return
            if not self.started:
                self.started = True
                self._start = self._lowest_start
            self._finish(end, samples, wire.STEP_EXPLICIT if explicit else 0, worked)

    def _begin(self, time_ns):
        if not self.started:
            self.started = True
            self._tracing = self.window.traced(self.index, time_ns) and self.tracer.begin(self.index)
            self._start = clock.now_ns() if self._tracing else time_ns

    def _finish(self, end, samples, flags, worked, replayed=False):
        traced = self._tracing
        if self._suspended:
            self._suspended = self._forked = False
            self.tracer.flush()
        if traced:
            self._tracing = False
            self.tracer.take_awaited()
            if self.tracer.end():
                flags |= wire.STEP_TRACED
            end += self.tracer.take_awaited()  # until its kernels have ended, too
        samples = samples or 0
        index = self.index
        self.index = index + 1
        self._active = False
        self._keep((index, self._start, end, samples, flags))
        duration = end - self._start
        self._count(index, traced, duration, samples)
        next_traced = not replayed and self.window.traced(index + 1, end)
        if traced:
            self.tracer.flush()
        if next_traced:
            self._tracing = self.tracer.begin(index + 1)
        now = clock.now_ns()
        self._start = now if traced or next_traced or worked else end
        self.quiet.index, self.quiet.start = self.index, self._start
        # The GPU worked while the hook waited for it, so that this is no cost.
        self.window.ended(index, traced, duration, max(self._start - end - self.tracer.take_awaited(), 0))
        if self._start == end and not replayed:
            self.window.spend(now - end)

    def _count(self, index, traced, duration, samples):
        if index >= WARM_UP_STEPS:
            cost = self._cost[traced]
            cost[0] += 1
            cost[1] += duration
        # Without the first step: it is not known yet whether several optimizers train.
        if index and (samples in self._sizes or len(self._sizes) < 64):
            self._sizes[samples] = self._sizes.get(samples, 0) + 1

    def _keep(self, row):
        self._release_held()
        if self._on_trial:
            self._trial.append(row)
        elif row[0] == 0 and not self.explicit and self.forwards.over:
            self._held = row
        else:
            self._emit(row)

    def _rename_held(self, samples, end):
        held, self._held = self._held, None
        if held is None:
            return
        index, start, old_end, old_samples, flags = held
        if not flags & wire.STEP_TRACED and not self._tracing:
            old_end = self._start = end
        self._emit((index, start, old_end, old_samples if samples is None else samples, flags | wire.STEP_EXPLICIT))

    def _release_held(self):
        held, self._held = self._held, None
        if held is not None:
            if self.quiet.uncertain:  # it was not known yet that several optimizers train
                held = held[:3] + (0,) + held[4:]
            self._emit(held)

    def finish(self):
        """At exit: sends all that is left. A step that did not end is dropped, but its spans are sent."""
        with self._lock:
            self.settle()
            if self._tracing:
                self._tracing = False
                self.tracer.end()
            self.tracer.flush()
            self.forwards.finish()
            self._release_held()

    def stop(self):
        """Called when the hook turns itself off."""
        self.quiet.leave()
        if self._tracing:
            self._tracing = False
            self.tracer.end()
        self._release_held()

    def batch_size(self):
        """The most frequent number of samples of a step; 0 if it is unknown."""
        if self.quiet.omits and not self.explicit:
            return 0
        return max(self._sizes, key=self._sizes.get) if self._sizes else 0

    def facts(self, force=False):
        """The current facts if they are due (every FACTS_PERIOD_NS, or if forced), else None."""
        now = clock.now_ns()
        if not force and (now < self._facts_due or self.index == 0):
            return None
        self._facts_due = now + FACTS_PERIOD_NS
        (traced, traced_ns), (untraced, untraced_ns) = self._cost[True], self._cost[False]
        tracing = {"traced_steps": traced, "untraced_steps": untraced, "left_out_steps": WARM_UP_STEPS}
        if traced:
            tracing["traced_mean_seconds"] = traced_ns / traced / 1e9
        if untraced:
            tracing["untraced_mean_seconds"] = untraced_ns / untraced / 1e9
        if traced and untraced and untraced_ns:
            tracing["slowdown"] = (traced_ns / traced) / (untraced_ns / untraced)
        share = self.window.share_spent
        if share is not None:
            tracing["share_spent"] = share
        if self.tracer.clock_error_ns is not None:
            tracing["clock_error_ns"] = self.tracer.clock_error_ns
        result = {"tracing": tracing}
        size = self.batch_size()
        if size or self._stated_size:  # 0 revokes an earlier one
            result["batch_size"] = size
            self._stated_size = True
        return result

    def take_steps(self):
        """The messages of the steps that ended since the last call."""
        messages = []
        with self._lock:
            self.settle()
        while self.done:
            rows = []
            while self.done and len(rows) < wire.MAX_STEPS:
                rows.append(self.done.popleft())
            messages.append(wire.steps(rows))
        return b"".join(messages)
