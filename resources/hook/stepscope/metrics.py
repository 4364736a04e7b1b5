"""Metrics that the training reports: loss, accuracy, and others by name.

A value costs the training one append; the sending thread builds the messages. Names and values are bounded, since a script
may report anything: what exceeds a bound is counted as lost "metrics".
"""
import _thread
import math

from . import clock, wire

MOST_NAMES = 64
MOST_WAITING = 256  # values of one metric between two sends, which are a tenth of a second apart
AUTOMATIC_NS = 100 * 10**6  # least time between two values that are read without the script's request
TOO_MANY_NAMES = "The training reports more than %d different metrics." % MOST_NAMES
TOO_MANY_VALUES = "The training reports more than about 2000 values of a metric in a second."


class Metrics:
    def __init__(self, runtime):
        self._runtime = runtime
        self._values = {}  # name as bytes -> [(time, value)]
        self._latest = {}  # name as bytes -> time
        self._lost = {}  # reason -> [count, first time, last time]
        self._due = {}  # name as bytes -> time from which on the next automatic value is read
        self._not_finite = set()
        self._lock = _thread.allocate_lock()

    def report(self, name, value):
        """Notes a value. name: any object; value: anything that float() accepts, else ValueError or TypeError."""
        self._add(wire.metric_name(name), _number(value))

    def automatic(self, name, value):
        """Notes a value that a framework reports, at most ten times a second for each name, since reading a value of a
        GPU waits for it. Values that are not numbers are ignored."""
        key, now = wire.metric_name(name), clock.now_ns()
        if key in self._due and now < self._due[key] or key not in self._due and len(self._due) > MOST_NAMES:
            return
        self._due[key] = now + AUTOMATIC_NS
        try:
            number = _number(value)
        except (TypeError, ValueError, RuntimeError):
            return
        self._add(key, number)

    def _add(self, key, value):
        now = clock.now_ns()
        with self._lock:
            waiting = self._values.get(key)
            if waiting is None:
                if len(self._values) >= MOST_NAMES:
                    self._lose(TOO_MANY_NAMES, now)
                    return
                waiting = self._values[key] = []
            if len(waiting) >= MOST_WAITING:
                self._lose(TOO_MANY_VALUES, now)
                return
            now = max(now, self._latest.get(key, 0) + 1)  # times increase
            self._latest[key] = now
            waiting.append((now, value))
        if not math.isfinite(value) and key not in self._not_finite:
            self._not_finite.add(key)
            self._runtime.event("warning", "The training reports %s as %s: it has diverged, or divides by zero."
                                % (key.decode("utf-8", "replace"), value))

    def _lose(self, reason, now):
        row = self._lost.setdefault(reason, [0, now, now])
        row[0] += 1
        row[2] = now

    def send(self, sender):
        """Called by the sending thread, and at exit."""
        with self._lock:
            taken = [(key, rows) for key, rows in self._values.items() if rows]
            for key, _ in taken:
                self._values[key] = []
            lost, self._lost = self._lost, {}
        for key, rows in taken:
            sender.post(wire.metric(key, rows), "metrics", len(rows), rows[0][0], rows[-1][0])
        for reason, (count, first, last) in lost.items():
            sender.lost("metrics", count, first, last, reason)


def _number(value):
    detach = getattr(value, "detach", None)
    if callable(detach) and getattr(value, "requires_grad", False):
        value = detach()  # else newer versions of torch warn
    return float(value)
