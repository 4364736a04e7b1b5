"""TensorFlow: steps from Session.run (1.x) and from functions that apply gradients (2.x), ops from RunMetadata or from
its profiler. Which of both a script uses is known only when it runs, so both are watched.
"""
import functools
import sys

from ..importwatch import ImportWatch
from ..traceback_frames import drop_own_frame
from .instrument import BaseInstrument
from .tffunctions import APPLY_MODULES, FunctionWatch
from .tfkeras import CALLBACK_MODULES, SAVE_MODULES, KerasPhases
from .tfsession import SessionWatch
from .tftracer import TensorFlowTracer


class Instrument(BaseInstrument):
    def __init__(self, tensorflow, runtime):
        BaseInstrument.__init__(self, runtime)
        self._tensorflow = tensorflow
        self._samples = 0
        self._facts = {
            "framework": "tensorflow", "framework_version": str(getattr(tensorflow, "__version__", "")),
        }
        self._sessions = SessionWatch(tensorflow, runtime, self)
        self._functions = FunctionWatch(tensorflow, runtime, self)
        self._keras = KerasPhases(runtime, self)
        self._choose_tracer()
        # Keras is loaded when a script first asks for it, under a name that each version chose anew.
        parts = dict.fromkeys(APPLY_MODULES, self._functions.optimizers_came)
        parts.update(dict.fromkeys(CALLBACK_MODULES, self._keras.callbacks_came))
        parts.update(dict.fromkeys(SAVE_MODULES, self._keras.savers_came))
        self._watch = ImportWatch(parts, lambda name: self._arrived(parts[name], name))
        self._watch.start()
        self._told = False

    def forked(self):
        self._samples = 0
        self._functions.restart()
        self._keras.restart()
        self._choose_tracer()

    def stop(self):
        self._watch.stop()
        BaseInstrument.stop(self)

    def finish(self):
        self._keras.finish()

    def take_samples(self):
        samples, self._samples = self._samples, 0
        return samples

    def saw_samples(self, values):
        """The first dimension of the first of these that has one."""
        for value in values:
            shape = getattr(value, "shape", None)
            try:
                if shape is not None and len(shape):
                    self._samples += int(shape[0])
                    return
            except (TypeError, ValueError):
                continue

    def step_ended(self, end):
        """A training step was made."""
        runtime = self._runtime
        if runtime.off:
            return
        runtime.check_process()
        if runtime.ready():
            self._keras.training_goes_on()
            samples = self.take_samples()
            if not self._told or samples and "batch_size" not in self._facts:
                self._tell(samples)
            runtime.tracker.mark(samples, False, end)

    def _tell(self, samples):
        """Only who trains says so: others import TensorFlow for its TensorBoard."""
        self._told = True
        if samples:
            self._facts["batch_size"] = samples
        self._runtime.facts(self._facts)

    def step_begins(self):
        tracker = self._runtime.tracker
        if not self._runtime.off and not tracker.started:
            self._runtime.check_process()
            if self._runtime.ready():
                self._take_tracing()
                tracker.activity()

    @property
    def tracer(self):
        tracer = self._runtime.tracker.tracer
        return tracer if isinstance(tracer, TensorFlowTracer) else None

    def wrap(self, owner, name, around):
        """around(original, args, kwargs): the function's new body."""

        def make(original):
            @functools.wraps(original)
            def call(*args, **kwargs):
                try:
                    return around(original, args, kwargs)
                except BaseException as error:
                    drop_own_frame(error)
                    raise

            return call

        self.replace(owner, name, make)

    def _choose_tracer(self):
        if not self._runtime.tracker.tracer.traces:
            self._take_tracing()

    def _take_tracing(self):
        """Another framework that is imported, too, may have its tracer in place; who trains traces."""
        tracker = self._runtime.tracker
        if not isinstance(tracker.tracer, TensorFlowTracer):
            tracker.tracer = TensorFlowTracer(self._tensorflow, self._runtime)
        self._facts["profiler"] = tracker.tracer.name

    def _arrived(self, take, name):
        try:
            take(sys.modules[name])
        except Exception as error:
            self._runtime.failed("while preparing " + name, error)
