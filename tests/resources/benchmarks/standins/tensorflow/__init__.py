"""A stand-in with the part of TensorFlow's interface that the suite uses. Layers check their arguments and compute shapes
and parameters as Keras documents them; a training returns a falling loss. STANDIN_VERSION=1 or 2."""
import os

from . import keras  # noqa: F401

_FIRST = os.environ.get("STANDIN_VERSION", "2") == "1"
__version__ = "1.15.2" if _FIRST else "2.4.1"
int64, float32 = "int64", "float32"
calls = []  # what a training did, in order


class nn:
    @staticmethod
    def sparse_softmax_cross_entropy_with_logits(labels, logits):
        if len(labels.shape) + 1 != len(logits.shape):
            raise ValueError("labels of rank %d for logits of rank %d" % (len(labels.shape), len(logits.shape)))
        return keras.Tensor(*labels.shape)


def argmax(tensor, axis):
    assert axis == -1
    return keras.Tensor(*tensor.shape[:-1])


def equal(first, second):
    assert len(first.shape) == len(second.shape)
    return first


def cast(tensor, kind):
    return tensor


def reduce_mean(tensor):
    return keras.Tensor()


if _FIRST:
    def set_random_seed(seed):
        calls.append("seed %d" % seed)

    def placeholder(kind, shape):
        return keras.Tensor(*shape)

    def group(*operations):
        assert len(operations) > 0
        return "group"

    def global_variables_initializer():
        return "initialize"

    class train:
        class MomentumOptimizer:
            def __init__(self, learning_rate, momentum):
                assert 0 < learning_rate < 1 and momentum == 0.9

            def minimize(self, loss):
                assert loss.shape == ()
                return "minimize"

    class Session:
        def __init__(self):
            self._steps = 0

        def run(self, fetches, feed_dict=None):
            if fetches == "initialize":
                calls.append(fetches)
                return None
            for tensor, value in feed_dict.items():
                assert len(tensor.shape) == len(value.shape), (tensor.shape, value.shape)
                assert all(want in (None, got) for want, got in zip(tensor.shape, value.shape))
            self._steps += 1
            calls.append("step")
            return [None, 2.0 / self._steps, 0.5]
else:
    class random:
        @staticmethod
        def set_seed(seed):
            calls.append("seed %d" % seed)

    def constant(value):
        return keras.Tensor(*value.shape)

    class GradientTape:
        def __enter__(self):
            return self

        def __exit__(self, *_):
            return False

        def gradient(self, loss, variables):
            assert loss.shape == ()
            return ["gradient"] * len(variables)

    def function(python):
        def call(*arguments):
            python(*arguments)
            calls.append("step")
            return 2.0 / calls.count("step"), 0.5

        return call
