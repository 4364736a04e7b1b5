"""A stand-in with the part of TensorFlow's interface that the hook uses."""
import os

__version__ = {"1": "1.15.2", "2": "2.4.1"}[os.environ.get("STANDIN_VERSION", "1")]
_EAGER = __version__.startswith("2")
_building = []  # stack of functions that are being traced

from tensorflow.python.client import session as _session  # noqa: E402
from tensorflow.python.training import saver as _saver  # noqa: E402

Session, Graph = _session.Session, _session.Graph
RunOptions, RunMetadata = _session.RunOptions, _session.RunMetadata


class train:
    Saver = _saver.Saver


def executing_eagerly():
    return _EAGER and not _building


class Tensor:
    def __init__(self, *shape):
        self.shape = shape


class Function:
    """def_function.Function: the first call traces the Python function."""

    def __init__(self, python):
        self._python, self._traced = python, False

    def __call__(self, *args):
        if not self._traced:
            _building.append(self)
            self._python(*args)
            _building.pop()
            self._traced = True
        return len(args)


if _EAGER:
    def function(python):
        return Function(python)


class _Lazy:
    """tf.keras, which is loaded on first use."""

    def __getattr__(self, name):
        from tensorflow.python.keras import callbacks
        from tensorflow.python.keras.optimizer_v2 import optimizer_v2

        return {"Optimizer": optimizer_v2.OptimizerV2, "CallbackList": callbacks.CallbackList}[name]


keras = _Lazy()
