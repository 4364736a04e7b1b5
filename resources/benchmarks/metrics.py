"""Reports metrics of the training to Stepscope where its hook is loaded; else does nothing."""
try:
    from stepscope import metric as _metric
except ImportError:  # runs without Stepscope, or with a hook that has no metrics
    _metric = None


def report(values):
    """values: name -> number."""
    if _metric is not None:
        for name in sorted(values):
            _metric(name, values[name])
