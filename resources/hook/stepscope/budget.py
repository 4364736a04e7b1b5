"""The window `auto`: steps 4 to 8, and again whenever that costs no more than 2 % of the training's time.

What tracing costs is measured: the time that traced steps take beyond untraced ones, and the hook's own work between
steps. After a window the next one waits until all that was spent, and what it will cost itself, fits into the share.
"""
SHARE = 0.02
FIRST = 4
LENGTH = 5
PAUSE = 95  # untraced steps between windows, at least: ops take room in the recording, too
WARM_UP = 3  # steps whose time says nothing


class AutoWindow:
    def __init__(self, share=SHARE):
        self._share = share
        self.restart()

    def restart(self):
        self.spent_ns = 0  # by tracing, so far
        self.total_ns = 0  # of the training, so far
        self._first, self._last = FIRST, FIRST + LENGTH
        self._plain = None  # running mean of an untraced step, ns
        self._traced_ns = self._traced = 0  # since the last untraced step
        self._overhead_ns = 0  # of the window that is or was last
        self._window_ns = 0  # what the last window cost
        self._untraced_after = 0

    def traced(self, index, now=0):
        if self._first <= index < self._last:
            return True
        if index < self._last or self._plain is None or self._untraced_after < PAUSE:
            return False
        # Whoever trains 100 us a step pays more for five traced steps than it takes: it waits all the longer.
        if self.spent_ns + self._window_ns > self._share * self.total_ns:
            return False
        self._first, self._last = index, index + LENGTH
        self._untraced_after = 0
        self._overhead_ns = self._traced_ns = self._traced = 0
        return True

    def ended(self, index, traced, duration, overhead):
        self.total_ns += duration + overhead
        if index < WARM_UP:
            return
        self.spent_ns += overhead
        self._overhead_ns += overhead
        if traced:
            self._traced_ns += duration
            self._traced += 1
            if self._plain is not None:
                self.spent_ns += max(0, duration - int(self._plain))
        else:
            # Slow enough not to follow one long step, quick enough to follow a training that changes its pace.
            self._plain = duration if self._plain is None else self._plain + (duration - self._plain) * 0.1
            self._untraced_after += 1
        if self._plain is not None:
            self._window_ns = self._overhead_ns + max(0, self._traced_ns - int(self._plain * self._traced))

    @property
    def share_spent(self):
        return self.spent_ns / self.total_ns if self.total_ns else 0.0
