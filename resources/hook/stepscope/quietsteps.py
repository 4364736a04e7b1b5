"""The fast path for untraced steps. Of such a quiet step only the end time and the number of samples are recorded.

Between two steps the training evicts the hook's code and data from the caches, so each function and object that the
end of a step touches costs microseconds, not nanoseconds. While nothing else is to be determined, the wrappers of the
framework append one entry per step to a list; StepTracker.settle() evaluates many entries at once.
"""
import os
from collections import deque

UNCERTAIN_STEPS = 3  # with fewer uncertain steps the others keep their numbers of samples
UNCERTAIN_SHARE = 0.25  # the same, as a share of the steps, unless several optimizers train
MOST = 256  # quiet steps in a row; the next one takes the full path, which notices for example a lost connection


class QuietSteps:
    """Written by the training's thread only, except `limit` and `ends`, which other threads reset and empty."""

    __slots__ = ("count", "limit", "ends", "leader", "model", "inside", "in_closure", "samples", "shape", "counted",
                 "fetched", "mixed", "others", "uncertain", "forwards", "ended", "own_ns", "process", "ring", "index", "start",
                 "unclear", "loads", "gave_up", "dimension", "unbatched", "flat", "plain")

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
        self.unclear = False  # these inputs differ in size, or it is not known whether they are batches
        self.uncertain = 0  # number of steps whose samples could not be determined
        self.loads = False  # a DataLoader has returned samples; never reset
        self.gave_up = False  # the samples of too many steps are uncertain; never reset
        # Of the model's input, see learn():
        self.dimension = 0  # which one is the batch
        self.unbatched = 0  # number of dimensions of an input that is a single sample; 0: there is none
        self.flat = False  # an input of one dimension is a batch
        self.plain = True  # dimension and unbatched are 0
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

    def forget_input(self):
        """Another model: the first dimension of its input is the batch until learn() is called."""
        self.dimension, self.unbatched, self.flat, self.plain = 0, 0, False, True

    def learn(self, dimension=0, unbatched=0, flat=False):
        """Sets how inputs of the model count, also those since the last step."""
        self.dimension, self.unbatched, self.flat = dimension, unbatched, flat
        self.plain = not (dimension or unbatched)
        if self.counted:
            self.samples = self.counted * self.size_of(self.shape)
            self.unclear = self.unclear and self.counted > 1

    def size_of(self, shape):
        """The number of samples of an input of the model."""
        if len(shape) == self.unbatched:
            return 1
        return int(shape[self.dimension if self.dimension < len(shape) else 0])

    def note(self, shape):
        """Counts an input of the model and returns its size."""
        size = self.size_of(shape)
        if self.counted and (len(shape) != len(self.shape) or size != self.size_of(self.shape)):
            self.unclear = True
        elif len(shape) == 1 and not (self.flat or self.unbatched == 1):
            self.unclear = True
        self.samples += size
        self.counted += 1
        self.shape = shape
        return size

    @property
    def omits(self):
        """The number of samples is left out of all steps."""
        return self.gave_up and not self.loads

    @property
    def reports_uncertain(self):
        return self.uncertain >= UNCERTAIN_STEPS if self.loads else self.gave_up

    def _is_uncertain(self):
        if self.counted > 1 and self.others:
            return True
        return self.counted > 0 and not self.loads and (self.unclear or self.gave_up)

    def _note_uncertain(self):
        self.uncertain += 1
        enough = self.others or self.uncertain >= UNCERTAIN_SHARE * (self.index + 1)
        if self.uncertain >= UNCERTAIN_STEPS and enough and not self.gave_up:
            self.gave_up = True
            self.leave()  # the next step reports it

    def take_samples(self):
        """The number of samples since the last call; 0 if it is uncertain.

        Usually this is the sum of the first dimensions of the model's inputs, also for accumulated gradients. But where
        several optimizers train (a GAN), the model receives samples several times, an input may contain several views
        of a sample, and the first dimension may not be that of the batch. Then the DataLoader's batches count.
        Without a DataLoader, inputs of different sizes in one step (positive and negative samples, the actions before
        an update) do not tell which of them are the samples.
        """
        if self.fetched or self.mixed:
            self.loads = True
        samples, fetched, counted = self.samples, 0 if self.mixed else self.fetched, self.counted
        if fetched:
            if samples > fetched or counted == 1 and samples != fetched and fetched in self.shape:
                samples = fetched
        elif self._is_uncertain():
            samples = 0
            self._note_uncertain()
        self.samples = self.counted = self.fetched = self.forwards = 0
        self.mixed = self.unclear = False
        return samples

    def begin(self, steps):
        self.count, self.limit = 0, min(steps, MOST)

    def leave(self):
        """Makes the next step take the full path."""
        self.limit = 0
