"""PyTorch: evaluations, checkpoints and epochs as phases. A phase between two steps is not a part of either."""
import functools

from .. import clock
from ..traceback_frames import drop_own_frame, hidden

NUMBERED_EPOCHS = 1000  # epochs with a number in their name; bounded, since names stay in memory


class TrainingPhases:
    def __init__(self, runtime):
        self._runtime = runtime
        self.restart()

    def restart(self):
        self._evaluation = None
        self._evaluated_until = 0
        self._epoch = None  # (phase, weak reference to the iterator)
        self._epochs = 0

    def evaluation_forward(self, start):
        """Called before each forward in evaluation mode."""
        if self._evaluation is None:
            self._evaluation = self._runtime.own.phases.begin("evaluation", start)
        self._evaluated_until = start

    def evaluation_forward_ended(self, end):
        self._evaluated_until = end

    def training_continues(self):
        """Called at a training forward and at the ends of steps and epochs: ends an evaluation."""
        if self._evaluation is not None:
            self.end_evaluation()
            self._runtime.tracker.skip_to(self._evaluated_until)

    @property
    def evaluating(self):
        return self._evaluation is not None

    def epoch_begins(self, start, over):
        """Begins an epoch, at the first training forward during an iteration over the data."""
        self._epochs += 1
        name = "epoch %d" % self._epochs if self._epochs <= NUMBERED_EPOCHS else "epoch"
        self._epoch = (self._runtime.own.phases.begin(name, start), over)

    @property
    def epoch_over(self):
        return self._epoch[1] if self._epoch is not None else None

    def epoch_ends(self, end):
        epoch, self._epoch = self._epoch, None
        if epoch is not None:
            self.training_continues()
            self._runtime.own.phases.end(epoch[0], end)

    def end_evaluation(self):
        """Ends an open evaluation at the end of its last forward."""
        entry, self._evaluation = self._evaluation, None
        if entry is not None:
            self._runtime.own.phases.end(entry, self._evaluated_until)

    def checkpoint(self, original):
        """Wraps torch.save."""

        @hidden
        @functools.wraps(original)
        def save(*args, **kwargs):
            start = clock.now_ns()
            try:
                return original(*args, **kwargs)
            except BaseException as error:
                drop_own_frame(error)
                raise
            finally:
                self._saved(start)

        return save

    def _saved(self, start):
        try:
            runtime = self._runtime
            if not runtime.off:
                end = clock.now_ns()
                runtime.own.phases.done("checkpoint", start, end)
                runtime.tracker.skip_to(end)
        except Exception as error:
            self._runtime.failed("at a checkpoint", error)

    def finish(self):
        self.end_evaluation()
