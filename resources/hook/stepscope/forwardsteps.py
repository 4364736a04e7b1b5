"""Steps of a process without optimizer steps: each outermost forward of the model is a step.

Whether an optimizer will step is known late: a script may run its model before it creates an optimizer, or evaluate
before it trains. Until an optimizer is created, forwards are steps on trial, which may be traced; they are confirmed
after TRIAL of them or at exit. Once there is an optimizer, forwards are only held, up to MOST_HELD, and become steps if
the optimizer never steps.
"""
TRIAL = 16
MOST_HELD = 4096


class ForwardSteps:
    def __init__(self, tracker):
        self._tracker = tracker
        self._held = []  # (start, end, samples)
        self._on_trial = 0
        self._expected = False  # an optimizer exists, its steps are expected
        self.over = False  # an optimizer or the script marks the steps, forwards do not
        self.confirmed = False

    @property
    def training_known(self):
        """The process trains, so a forward in evaluation mode is an evaluation and not a step."""
        return self.over or self._expected

    def forward(self, start, end, samples):
        """Notes an outermost forward that ended."""
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
        """Steps are marked in another way: discards all forwards."""
        if self.over:
            return
        self.over = True
        self._held = []
        if self._on_trial and not self.confirmed:
            self._tracker.take_trial()

    def finish(self):
        """At exit: the forwards are the steps, if nothing else marked any."""
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
