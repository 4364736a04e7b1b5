"""The window `auto`: steps 4 to 8, and again whenever all that the hook costs stays within 2 % of the training's time.

The cost is measured: the time that traced steps, and the one after them, take beyond untraced ones; the hook's work
between steps; its work at the end of each step; and the processor time of its own thread. After a window the next one
waits until all that was spent, and what it will cost itself, fits.
"""
# Of 2 %, since some of the cost cannot be told from the training's own: its data are no longer in the nearest caches.
SHARE = 0.01
FIRST = 4
LENGTH = 5
PAUSE = 95  # untraced steps between windows, at least: ops take room in the recording, too
WARM_UP = 3  # steps whose time says nothing
SETTLED = 20  # untraced steps after which it is known what the window before cost
ALWAYS = 1 << 30


class AutoWindow:
    def __init__(self, share=SHARE):
        self._share = share
        self.restart()

    def restart(self):
        self.total_ns = 0  # of the training, so far
        self._first, self._last = FIRST, FIRST + LENGTH
        self._plain = None  # running mean of an untraced step, ns
        self._small_ns = 0  # spent at steps' ends and in the hook's thread
        self._before_ns = 0  # spent on the windows before the last
        self._overhead_ns = 0  # of the window that is or was last: work between its steps,
        self._traced_ns = self._traced = 0  # its steps and the one after
        self._window_ns = 0  # and what it cost
        self._untraced_after = 0
        self._after = False  # the step before was traced

    def traced(self, index, now=0):
        if self._first <= index < self._last:
            return True
        # Whoever trains 100 us a step pays more for five traced steps than it takes: it waits all the longer.
        if index < self._last or self._plain is None or self._untraced_after < PAUSE or self._missing_ns() > 0:
            return False
        self._first, self._last = index, index + LENGTH
        self._untraced_after = 0
        self._before_ns += self._window_ns
        self._overhead_ns = self._traced_ns = self._traced = self._window_ns = 0
        return True

    def untraced(self, index):
        """How many steps from this one on will not be traced, for sure."""
        if index < self._first:
            return self._first - index
        if index < self._last or self._plain is None:
            return 0
        steps = max(0, PAUSE - self._untraced_after)
        return max(steps, min(int(self._missing_ns() / max(self._plain, 1)), ALWAYS))

    def ended(self, index, traced, duration, overhead):
        self.total_ns += duration + overhead
        if index < WARM_UP:
            return
        self._overhead_ns += overhead
        if traced or self._after:
            self._traced_ns += duration
            self._traced += 1
        else:
            # Slow enough not to follow one long step, quick enough to follow a training that changes its pace.
            self._plain = duration if self._plain is None else self._plain + (duration - self._plain) * 0.1
        self._after = traced
        if not traced:
            self._untraced_after += 1
        if self._plain is not None and self._untraced_after <= SETTLED:
            self._window_ns = self._overhead_ns + max(0, self._traced_ns - int(self._plain * self._traced))

    def spend(self, ns):
        """The hook worked beside or within steps."""
        self._small_ns += ns

    @property
    def spent_ns(self):
        return self._small_ns + self._before_ns + self._window_ns

    @property
    def share_spent(self):
        return self.spent_ns / self.total_ns if self.total_ns else 0.0

    def _missing_ns(self):
        """How much longer the training must have taken for another window to fit."""
        return (self.spent_ns + self._window_ns) / self._share - self.total_ns
