"""CLOCK_MONOTONIC in nanoseconds, and another clock laid on it."""
import time

if hasattr(time, "monotonic_ns"):
    now_ns = time.monotonic_ns
else:  # Python 3.6

    def now_ns():
        return int(time.monotonic() * 1e9)


def thread_ns():
    """Processor time of the calling thread."""
    return int(time.clock_gettime(time.CLOCK_THREAD_CPUTIME_ID) * 1e9)


class ClockMap:
    """Maps a profiler's clock (float us) onto CLOCK_MONOTONIC (int ns).

    A mark is (before_ns, after_ns, profiler_us): the profiler read its clock between two reads of ours. Of the marks
    at each end of a window the tightest bracket counts, and the line through both ends takes out the drift.
    error_ns bounds the distance from the truth at both ends.
    """

    # Clocks disciplined by NTP differ by at most 500 ppm; more is a clock that was set during the window.
    MAX_DRIFT = 500e-6

    def __init__(self, head, tail):
        first = min(head, key=_width)
        last = min(tail, key=_width) if tail else first
        self._us = first[2]
        self._ns = (first[0] + first[1]) // 2
        self.error_ns = (max(_width(first), _width(last)) + 1) // 2
        self.jump_ns = 0
        elapsed_us = last[2] - first[2]
        elapsed_ns = (last[0] + last[1]) // 2 - self._ns
        self.rate = 1000.0
        if elapsed_us > 0:
            rate = elapsed_ns / elapsed_us
            uncertain = (_width(first) + _width(last)) / (2.0 * elapsed_us)
            if abs(rate - 1000.0) <= 1000.0 * self.MAX_DRIFT + uncertain:
                self.rate = rate
            else:
                self.jump_ns = int(elapsed_ns - elapsed_us * 1000.0)
                self.error_ns += abs(self.jump_ns)

    def to_ns(self, us):
        return self._ns + int((us - self._us) * self.rate)

    def line(self):
        """(ns at 0, ns per us), for loops that cannot afford a call: ns = at0 + int((us - base) * rate)."""
        return self._ns, self._us, self.rate


def _width(mark):
    return mark[1] - mark[0]


def realtime_offset(reads=6):
    """(CLOCK_MONOTONIC minus the time of day, how wrong that may be), both ns; the tightest of some brackets."""
    best = None
    for _ in range(reads):
        before = now_ns()
        day = time.time_ns() if hasattr(time, "time_ns") else int(time.time() * 1e9)
        after = now_ns()
        if best is None or after - before < best[0]:
            best = (after - before, (before + after) // 2 - day)
    return best[1], (best[0] + 1) // 2
