"""Steps of a process that only runs its model forward: each outermost forward is one, if no optimizer ever steps.

That is known late: a script may try its model before it makes an optimizer, and evaluate before it trains. So forwards
are held until it is clear. Until an optimizer is made they are steps on trial (they may be traced); afterwards they are
only noted, for the case that it never steps.
"""
TRIAL = 16
MOST_HELD = 4096


class ForwardSteps:
    def __init__(self, tracker):
        self._tracker = tracker
        self._held = []  # (start, end, samples)
        self._on_trial = 0
        self._expected = False  # there is an optimizer
        self.over = False  # an optimizer or the script itself marks the steps
        self.confirmed = False

    @property
    def training_known(self):
        """A forward that does not train is an evaluation, not what the process is there for."""
        return self.over or self._expected

    def forward(self, start, end, samples):
        """An outermost forward ended."""
        if self.over:
            return
        if not self._expected:
            self._tracker.mark_forward(start, end, samples)
            self._on_trial += 1
            if self._on_trial >= TRIAL:
                self._confirm()
        else:
            self._held.append((start, end, samples))
            if len(self._held) >= MOST_HELD:
                self._replay()
                self._confirm()
                self._expected = False

    def optimizer_made(self):
        if not self._expected and not self.over and not self.confirmed:
            self._expected = True
            self._held = self._tracker.take_trial() if self._on_trial else []
            self._on_trial = 0

    def close(self):
        """Another kind of step: what was held was none."""
        if self.over:
            return
        self.over = True
        self._held = []
        if self._on_trial and not self.confirmed:
            self._tracker.take_trial()

    def finish(self):
        """At exit: nothing else marked steps."""
        if not self.over and not self.confirmed and (self._held or self._on_trial):
            self._replay()
            self._confirm()

    def _replay(self):
        for start, end, samples in self._held:
            self._tracker.mark_forward(start, end, samples, replayed=True)
        self._held = []

    def _confirm(self):
        self.confirmed = True
        self._tracker.confirm_trial()
