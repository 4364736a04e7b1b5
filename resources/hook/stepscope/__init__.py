"""Stepscope in a training script: marks that a script may set itself. Without an agent they do nothing.

    import stepscope
    stepscope.step(samples=32)      # at the end of each iteration
"""

_runtime = None  # set by stepscope.runtime.start() where an agent listens


def step(samples=None):
    """Ends a training step. From the first call on, only these calls count as steps.

    samples: how many training samples the step used; left out, the batch sizes seen by the model are added up.
    """
    runtime = _runtime
    if runtime is not None:
        runtime.explicit_step(samples)
