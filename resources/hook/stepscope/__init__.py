"""Stepscope in a training script: marks that a script may set itself. Without an agent they do nothing.

    import stepscope
    stepscope.step(samples=32)              # at the end of each iteration
    with stepscope.phase("evaluation"): ...
    with stepscope.span("augment"): ...     # or @stepscope.span("augment") before a function
"""
import functools as _functools

_runtime = None  # set by stepscope.runtime.start() where an agent listens


def step(samples=None):
    """Ends a training step. From the first call on, only these calls count as steps.

    samples: how many training samples the step used; left out, the batch sizes seen by the model are added up.
    """
    runtime = _runtime
    if runtime is not None:
        runtime.explicit_step(samples)


class span(object):
    """A stretch of time with a name, on the calling thread. For `with`, and as a decorator."""

    _is_phase = False

    def __init__(self, name):
        self._name = name
        self._open = []  # the same object may be entered again inside

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
    """What the training is doing now: "evaluation", "warm-up". Of the whole process, above the ops of its threads."""

    _is_phase = True
