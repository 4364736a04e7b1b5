"""PyTorch: evaluations, checkpoints and epochs as phases. A phase between two steps belongs to neither."""
import functools

from .. import clock
from ..traceback_frames import drop_own_frame

NUMBERED_EPOCHS = 1000  # a name for each, no more: names stay in memory


class TrainingPhases:
    def __init__(self, runtime):
        self._runtime = runtime
        self.restart()

    def restart(self):
        self._evaluation = None
        self._evaluated_until = 0
        self._epoch = None  # (entry, what it goes over)
        self._epochs = 0

    def evaluation_forward(self, start):
        """The model runs forward in evaluation mode."""
        if self._evaluation is None:
            self._evaluation = self._runtime.own.phases.begin("evaluation", start)
        self._evaluated_until = start

    def evaluation_forward_ended(self, end):
        self._evaluated_until = end

    def training_goes_on(self):
        """A training forward, or a step's end."""
        entry, self._evaluation = self._evaluation, None
        if entry is not None:
            self._runtime.own.phases.end(entry, self._evaluated_until)
            self._runtime.tracker.skip_to(self._evaluated_until)

    @property
    def evaluating(self):
        return self._evaluation is not None

    def epoch_begins(self, start, over):
        """A training forward came while the data are iterated over."""
        self._epochs += 1
        name = "epoch %d" % self._epochs if self._epochs <= NUMBERED_EPOCHS else "epoch"
        self._epoch = (self._runtime.own.phases.begin(name, start), over)

    @property
    def epoch_over(self):
        return self._epoch[1] if self._epoch is not None else None

    def epoch_ends(self, end):
        epoch, self._epoch = self._epoch, None
        if epoch is not None:
            self.training_goes_on_after_epoch()
            self._runtime.own.phases.end(epoch[0], end)

    def training_goes_on_after_epoch(self):
        """An evaluation that began inside the epoch ends with its last forward."""
        entry, self._evaluation = self._evaluation, None
        if entry is not None:
            self._runtime.own.phases.end(entry, self._evaluated_until)

    def checkpoint(self, original):
        """torch.save"""

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
        self.training_goes_on_after_epoch()
