"""TensorFlow: steps from Session.run (1.x) and from functions that apply gradients (2.x), ops from RunMetadata or from
the profiler. Which of them a script uses is known only when it runs, so both are watched.
"""
import functools
import sys

from ..importwatch import ImportWatch
from ..traceback_frames import drop_own_frame, hidden
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
        # Keras is loaded on first use, under a module name that differs between versions.
        parts = dict.fromkeys(APPLY_MODULES, self._functions.optimizers_imported)
        parts.update(dict.fromkeys(CALLBACK_MODULES, self._keras.callbacks_imported))
        parts.update(dict.fromkeys(SAVE_MODULES, self._keras.savers_imported))
        self._watch = ImportWatch(parts, lambda name: self._arrived(parts[name], name))
        self._watch.start()
        self._facts_sent = False

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
        """Adds the first dimension of the first value that has one to the number of samples."""
        for value in values:
            shape = getattr(value, "shape", None)
            try:
                if shape is not None and len(shape):
                    self._samples += int(shape[0])
                    return
            except (TypeError, ValueError):
                continue

    def step_ended(self, end):
        """Ends a training step at `end` (ns)."""
        runtime = self._runtime
        if runtime.off:
            return
        runtime.check_process()
        if runtime.ready():
            self._keras.training_continues()
            samples = self.take_samples()
            if not self._facts_sent or samples and "batch_size" not in self._facts:
                self._send_facts(samples)
            runtime.tracker.mark(samples, False, end)

    def _send_facts(self, samples):
        """Reports the facts with the first step only: some scripts import TensorFlow just for TensorBoard."""
        self._facts_sent = True
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
        """Replaces a function. around(original, args, kwargs): its new body."""

        def make(original):
            @hidden
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
        """Installs the tracer of TensorFlow. Another imported framework may have installed its own before."""
        tracker = self._runtime.tracker
        if not isinstance(tracker.tracer, TensorFlowTracer):
            tracker.tracer = TensorFlowTracer(self._tensorflow, self._runtime)
        self._facts["profiler"] = tracker.tracer.name

    def _arrived(self, take, name):
        try:
            take(sys.modules[name])
        except Exception as error:
            self._runtime.failed("while preparing " + name, error)
