"""TensorFlow: epochs and evaluations, from Keras' callbacks, and checkpoints, as phases; metrics that callbacks receive."""
from .. import clock

CALLBACK_MODULES = {
    "tensorflow.python.keras.callbacks": "CallbackList",  # to 2.5
    "keras.callbacks": "CallbackList",  # 2.6 to 2.12
    "keras.src.callbacks": "CallbackList",  # 2.13 to 2.15
    "keras.src.callbacks.callback_list": "CallbackList",  # Keras 3
}
SAVE_MODULES = {
    "tensorflow.python.training.saver": ("Saver", "save"),
    "tensorflow.python.training.tracking.util": ("Checkpoint", "save"),
    "tensorflow.python.checkpoint.checkpoint": ("Checkpoint", "save"),
}
NUMBERED_EPOCHS = 1000
NOT_METRICS = ("batch", "size", "num_steps")  # entries of `logs` that count


class KerasPhases:
    def __init__(self, runtime, instrument):
        self._runtime = runtime
        self._instrument = instrument
        self.restart()

    def restart(self):
        self._open = {}  # kind of phase -> open phase

    def callbacks_imported(self, module):
        kind = getattr(module, CALLBACK_MODULES[module.__name__], None)
        for name, body in (("on_epoch_begin", self._epoch_begins), ("on_epoch_end", self._ends("epoch", self._logs)),
                           ("on_test_begin", self._begins("evaluation")), ("on_test_end", self._ends("evaluation")),
                           ("on_train_batch_end", self._batch_ends)):
            if kind is not None and name in vars(kind):
                self._instrument.wrap(kind, name, body)

    def savers_imported(self, module):
        name, method = SAVE_MODULES[module.__name__]
        kind = getattr(module, name, None)
        if kind is not None and method in vars(kind):
            self._instrument.wrap(kind, method, self._save)

    def training_continues(self):
        """Called at the end of a step: ends an evaluation whose end was not reported."""
        self._end("evaluation")

    def finish(self):
        for what in list(self._open):
            self._end(what)

    def _epoch_begins(self, original, args, kwargs):
        number = args[1] if len(args) > 1 else kwargs.get("epoch")
        named = isinstance(number, int) and number < NUMBERED_EPOCHS
        self._begin("epoch", "epoch %d" % (number + 1) if named else "epoch")
        return original(*args, **kwargs)

    def _begins(self, what):
        def body(original, args, kwargs):
            self._begin(what, what)
            return original(*args, **kwargs)

        return body

    def _ends(self, what, also=None):
        def body(original, args, kwargs):
            try:
                return original(*args, **kwargs)
            finally:
                self._end(what)
                if also is not None:
                    also(args, kwargs)

        return body

    def _batch_ends(self, original, args, kwargs):
        try:
            return original(*args, **kwargs)
        finally:
            self._logs(args, kwargs)

    def _logs(self, args, kwargs):
        """Reports the values of the argument `logs` (callbacks, number, logs), a dictionary, as metrics."""
        logs = args[2] if len(args) > 2 else kwargs.get("logs")
        if isinstance(logs, dict):
            for name, value in list(logs.items()):
                if name not in NOT_METRICS:
                    self._runtime.automatic_metric(name, value)

    def _begin(self, what, name):
        if not self._runtime.off:
            self._end(what)
            self._open[what] = self._runtime.own.phases.begin(name)

    def _end(self, what):
        entry = self._open.pop(what, None)
        if entry is not None:
            end = clock.now_ns()
            self._runtime.own.phases.end(entry, end)
            if what == "evaluation":
                self._runtime.tracker.skip_to(end)

    def _save(self, original, args, kwargs):
        start = clock.now_ns()
        try:
            return original(*args, **kwargs)
        finally:
            if not self._runtime.off:
                end = clock.now_ns()
                self._runtime.own.phases.done("checkpoint", start, end)
                self._runtime.tracker.skip_to(end)
