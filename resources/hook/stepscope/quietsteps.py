"""The fast path for untraced steps. Of such a quiet step only the end time and the number of samples are recorded.

Between two steps the training evicts the hook's code and data from the caches, so each function and object that the
end of a step touches costs microseconds, not nanoseconds. While nothing else is to be determined, the wrappers of the
framework append one entry per step to a list; StepTracker.settle() evaluates many entries at once.
"""
import os
from collections import deque

MOST = 256  # quiet steps in a row; the next one takes the full path, which notices for example a lost connection


class QuietSteps:
    """Written by the training's thread only, except `limit` and `ends`, which other threads reset and empty."""

    __slots__ = ("count", "limit", "ends", "leader", "model", "inside", "in_closure", "samples", "forwards", "ended",
                 "own_ns", "process")

    def __init__(self):
        self.model = 0  # id of the model, while it lives
        self.samples = self.forwards = 0  # since the end of the last step
        self.in_closure = False  # inside an optimizer's step whose batch is already counted
        self.restart()

    def restart(self):
        """Resets all but the model. Also called in a forked child, which has the same model."""
        self.count = self.limit = 0  # steps are quiet while count < limit
        self.ends = deque()  # (end ns, samples)
        self.leader = 0  # id of the optimizer, while it lives
        self.inside = 0  # id of the thread inside an optimizer's step, or 0
        self.ended = 0  # number of outermost calls of an optimizer's step that returned
        self.own_ns = 0  # the hook's total work in quiet steps
        self.process = os.getpid()

    def begin(self, steps):
        self.count, self.limit = 0, min(steps, MOST)

    def leave(self):
        """Makes the next step take the full path."""
        self.limit = 0
