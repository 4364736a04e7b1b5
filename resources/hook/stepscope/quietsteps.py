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

    __slots__ = ("count", "limit", "ends", "leader", "model", "inside", "in_closure", "samples", "shape", "counted",
                 "fetched", "mixed", "others", "uncertain", "forwards", "ended", "own_ns", "process", "ring", "index", "start")

    def __init__(self):
        self.model = 0  # id of the model, while it lives
        self.in_closure = False  # inside an optimizer's step whose batch is already counted
        # Since the end of the last step:
        self.forwards = 0  # training forwards of the model
        self.counted = 0  # those whose input is in `samples`
        self.samples = 0  # sum of the first dimensions of their inputs
        self.shape = ()  # of the last of these inputs
        self.fetched = 0  # samples that the training's DataLoader has returned
        self.mixed = False  # other DataLoaders returned batches, too
        self.others = False  # other optimizers step, too; never reset
        self.uncertain = 0  # number of steps whose samples could not be determined
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
        self.ring = None  # the marks shared with the agent, see stepring; None: the thread sends them
        self.index = self.start = 0  # of the current step, for the ring

    def mark(self, end, samples):
        """Ends a quiet step."""
        self.count += 1
        self.ends.append((end, samples))
        if self.ring is not None:
            self.ring.put(self.index, self.start, end, samples, 0)
        self.index += 1
        self.start = end

    def take_samples(self):
        """The number of samples since the last call; 0 if it is uncertain.

        Usually this is the sum of the first dimensions of the model's inputs, also for accumulated gradients. But where
        several optimizers train (a GAN), the model receives samples several times, an input may contain several views
        of a sample, and the first dimension may not be that of the batch. Then the DataLoader's batches count.
        """
        samples, fetched, counted = self.samples, 0 if self.mixed else self.fetched, self.counted
        if fetched:
            if samples > fetched or counted == 1 and samples != fetched and fetched in self.shape:
                samples = fetched
        elif counted > 1 and self.others:
            samples = 0
            self.uncertain += 1
        self.samples = self.counted = self.fetched = self.forwards = 0
        self.mixed = False
        return samples

    def begin(self, steps):
        self.count, self.limit = 0, min(steps, MOST)

    def leave(self):
        """Makes the next step take the full path."""
        self.limit = 0
