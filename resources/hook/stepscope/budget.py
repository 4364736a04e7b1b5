"""The window `auto`: steps 4 to 8, then more windows while the hook's total cost stays within 2 % of the training's
time.

The measured cost is the sum of: the time by which traced steps, and the step after them, exceed untraced steps; the
hook's work between steps and at the end of each step; and the processor time of its thread. The next window begins when
the cost so far plus the expected cost of that window fits into the budget.
"""
# Half of the 2 %, since a part of the cost cannot be measured: the hook evicts the training's data from the caches.
SHARE = 0.01
FIRST = 4
LENGTH = 5
PAUSE = 95  # minimum number of untraced steps between windows, which also limits the size of the recording
WARM_UP = 3  # initial steps whose duration is not representative
SETTLED = 20  # untraced steps after which the cost of the previous window is final
ALWAYS = 1 << 30


class AutoWindow:
    def __init__(self, share=SHARE):
        self._share = share
        self.restart()

    def restart(self):
        self.total_ns = 0  # training time so far
        self._first, self._last = FIRST, FIRST + LENGTH
        self._plain = None  # running mean of an untraced step, ns
        self._small_ns = 0  # cost at the ends of steps and in the hook's thread
        self._before_ns = 0  # cost of all windows before the last one
        self._overhead_ns = 0  # last window: the hook's work between its steps
        self._traced_ns = self._traced = 0  # last window: duration and number of its steps and the one after
        self._window_ns = 0  # last window: total cost
        self._untraced_after = 0
        self._after = False  # the previous step was traced

    def traced(self, index, now=0):
        if self._first <= index < self._last:
            return True
        # With very short steps (100 us) a window costs more than the steps themselves, so windows are further apart.
        if index < self._last or self._plain is None or self._untraced_after < PAUSE or self._missing_ns() > 0:
            return False
        self._first, self._last = index, index + LENGTH
        self._untraced_after = 0
        self._before_ns += self._window_ns
        self._overhead_ns = self._traced_ns = self._traced = self._window_ns = 0
        return True

    def untraced(self, index):
        """A lower bound of the number of steps, from this one on, that will not be traced."""
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
            # The factor averages over about 10 steps: one long step has little effect, a lasting change is followed.
            self._plain = duration if self._plain is None else self._plain + (duration - self._plain) * 0.1
        self._after = traced
        if not traced:
            self._untraced_after += 1
        if self._plain is not None and self._untraced_after <= SETTLED:
            self._window_ns = self._overhead_ns + max(0, self._traced_ns - int(self._plain * self._traced))

    def spend(self, ns):
        """Adds a cost in ns that occurred between or within steps."""
        self._small_ns += ns

    @property
    def spent_ns(self):
        return self._small_ns + self._before_ns + self._window_ns

    @property
    def share_spent(self):
        return self.spent_ns / self.total_ns if self.total_ns else 0.0

    def _missing_ns(self):
        """The training time in ns that is missing until another window fits into the budget."""
        return (self.spent_ns + self._window_ns) / self._share - self.total_ns
