"""The API for training scripts: optional marks of steps, phases and spans, and metrics. Without an agent the calls do nothing.

    import stepscope
    stepscope.step(samples=32)              # at the end of each iteration
    stepscope.metric("accuracy", 0.93)
    with stepscope.phase("evaluation"): ...
    with stepscope.span("augment"): ...     # or @stepscope.span("augment") before a function
"""
import functools as _functools

_runtime = None  # set by stepscope.runtime.start() if an agent listens


def step(samples=None):
    """Ends a training step. After the first call, only these calls end steps.

    samples: number of training samples of the step. Default: the sum of the batch sizes that the model received.
    """
    runtime = _runtime
    if runtime is not None:
        runtime.explicit_step(samples)


def metric(name, value):
    """Reports a value of the training, for example its loss or accuracy; drawn as a row of its own.

    name: at most 64 bytes, and at most 64 different ones. value: a number or a tensor with one element, which is read at
    once (on a GPU, this waits for it): report a tensor of a GPU every few steps only.
    """
    runtime = _runtime
    if runtime is not None:
        runtime.metric(name, value)


class span(object):
    """A named time range on the calling thread. A context manager and a decorator."""

    _is_phase = False

    def __init__(self, name):
        self._name = name
        self._open = []  # one entry per nested use of the same object

    def __enter__(self):
        runtime = _runtime
        self._open.append(runtime and runtime.enter(self._name, self._is_phase))
        return self

    def __exit__(self, *_):
        entry, runtime = self._open.pop(), _runtime
        if entry and runtime is not None:
            runtime.leave(entry, self._is_phase)
        return False

    def __call__(self, function):
        kind, name = type(self), self._name

        @_functools.wraps(function)
        def inside(*args, **kwargs):
            with kind(name):
                return function(*args, **kwargs)

        return inside


class phase(span):
    """A named time range of the whole process, for example "evaluation" or "warm-up". Drawn above the ops of its
    threads."""

    _is_phase = True
