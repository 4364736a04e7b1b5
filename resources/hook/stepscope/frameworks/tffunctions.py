"""TensorFlow 2: a step is a call of a tf.function in which an optimizer applies gradients, or an eager call of an
optimizer. Functions that train are recognized while TensorFlow traces them, because the optimizer's Python code runs
then.
"""
import weakref

from .. import clock

# Module of the optimizers in each version: class, and the method that all updates call.
APPLY_MODULES = {
    "tensorflow.python.keras.optimizer_v2.optimizer_v2": ("OptimizerV2", "apply_gradients"),  # to 2.5
    "keras.optimizer_v2.optimizer_v2": ("OptimizerV2", "apply_gradients"),  # 2.6 to 2.8
    "keras.optimizers.optimizer_v2.optimizer_v2": ("OptimizerV2", "apply_gradients"),  # 2.9, 2.10
    "keras.optimizers.legacy.optimizer_v2": ("OptimizerV2", "apply_gradients"),  # 2.11
    "keras.src.optimizers.legacy.optimizer_v2": ("OptimizerV2", "apply_gradients"),
    "keras.optimizers.optimizer_experimental.optimizer": ("Optimizer", "apply_gradients"),
    "keras.optimizers.optimizer": ("Optimizer", "apply_gradients"),
    "keras.src.optimizers.optimizer": ("Optimizer", "apply_gradients"),  # 2.13 to 2.15
    "keras.src.optimizers.base_optimizer": ("BaseOptimizer", "apply"),  # Keras 3
    "tensorflow.python.training.optimizer": ("Optimizer", "apply_gradients"),  # tf.compat.v1.train
}


class FunctionWatch:
    def __init__(self, tensorflow, runtime, instrument):
        self._runtime = runtime
        self._instrument = instrument
        self._eager = getattr(tensorflow, "executing_eagerly", lambda: False)
        self._train = weakref.WeakSet()  # functions that apply gradients
        self.restart()
        function = getattr(tensorflow, "function", None)
        if function is not None:  # take the class from an instance: its module differs between versions
            instrument.wrap(type(function(lambda: None)), "__call__", self._call)

    def restart(self):
        self._open = []
        self._applying = 0
        self._leader = None

    def optimizers_imported(self, module):
        name, method = APPLY_MODULES[module.__name__]
        kind = getattr(module, name, None)
        if kind is not None and method in vars(kind):
            self._instrument.wrap(kind, method, self._apply)

    def _call(self, original, args, kwargs):
        function = args[0]
        if self._open or self._runtime.off:
            return original(*args, **kwargs)
        trains = function in self._train
        if trains:
            self._instrument.step_begins()
        self._open.append(function)
        try:
            result = original(*args, **kwargs)
        finally:
            self._open.pop()
        if function in self._train:
            self._ended(_flat(args[1:]) + _flat(kwargs.values()))
        return result

    def _apply(self, original, args, kwargs):
        if self._applying or self._runtime.off:
            return original(*args, **kwargs)
        if not self._eager():
            if self._open:
                self._train.add(self._open[0])
            return original(*args, **kwargs)
        self._applying += 1
        try:
            result = original(*args, **kwargs)
        finally:
            self._applying -= 1
        if self._open:
            self._train.add(self._open[0])  # a tf.function that runs eagerly
        elif self._leads(args[0]):
            self._ended(())
        return result

    def _leads(self, optimizer):
        """Whether the optimizer ends the steps: the first of several optimizers in an eager loop does."""
        leader = self._leader() if self._leader is not None else None
        if leader is None:
            self._leader = weakref.ref(optimizer)
            return True
        return leader is optimizer

    def _ended(self, values):
        try:
            self._instrument.saw_samples(values)
            self._instrument.step_ended(clock.now_ns())
        except Exception as error:
            self._runtime.failed("after a training function", error)


def _flat(values, depth=0):
    result = []
    for value in values:
        if isinstance(value, (list, tuple)) and depth < 3:
            result += _flat(value, depth + 1)
        elif isinstance(value, dict) and depth < 3:
            result += _flat(value.values(), depth + 1)
        else:
            result.append(value)
    return result
