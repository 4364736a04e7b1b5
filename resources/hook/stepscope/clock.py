"""CLOCK_MONOTONIC in nanoseconds, and the conversion of other clocks to it."""
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
    """Maps a profiler's clock (float us) to CLOCK_MONOTONIC (int ns).

    A mark is (before_ns, after_ns, profiler_us): the profiler read its clock between two reads of CLOCK_MONOTONIC. The
    narrowest bracket at each end of a window is used; the line through both corrects the drift. error_ns bounds the
    error at both ends. jump_ns is not 0 if the profiler's clock was set during the window.
    """

    # Clocks disciplined by NTP differ by at most 500 ppm; a larger rate means that a clock was set during the window.
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
        """(ns at base, base us, ns per us), to inline to_ns() in hot loops: ns = at_base + int((us - base) * rate)."""
        return self._ns, self._us, self.rate


def _width(mark):
    return mark[1] - mark[0]


def realtime_offset(reads=6):
    """(CLOCK_MONOTONIC minus the time of day, its error bound), both in ns, from the narrowest of `reads` brackets."""
    best = None
    for _ in range(reads):
        before = now_ns()
        day = time.time_ns() if hasattr(time, "time_ns") else int(time.time() * 1e9)
        after = now_ns()
        if best is None or after - before < best[0]:
            best = (after - before, (before + after) // 2 - day)
    return best[1], (best[0] + 1) // 2
