"""Keras' layers: shapes and parameters only."""


class Tensor:
    def __init__(self, *shape):
        self.shape = shape


class Layer:
    """One use of a layer. `made` collects the layers between the creation of models."""

    made = []

    def __init__(self):
        self.parameters = self.untrained = self.variables = 0
        Layer.made.append(self)

    def __call__(self, x, training=None):
        self.training = training
        return self.apply(x)

    def apply(self, x):
        return x


def sides(shape, size, stride, padding):
    return tuple(-(-n // stride) if padding == "same" else (n - size) // stride + 1 for n in shape)


class Conv2D(Layer):
    def __init__(self, filters, kernel_size, strides=1, padding="valid", activation=None, use_bias=True,
                 kernel_initializer="glorot_uniform"):
        Layer.__init__(self)
        assert padding in ("same", "valid") and kernel_initializer in ("he_normal", "glorot_uniform")
        self.filters, self.size, self.stride, self.padding, self.bias = filters, kernel_size, strides, padding, use_bias
        self.variables = 1 + use_bias

    def apply(self, x):
        height, width = sides(x.shape[1:3], self.size, self.stride, self.padding)
        self.parameters = self.size ** 2 * x.shape[3] * self.filters + (self.filters if self.bias else 0)
        self.operations = self.size ** 2 * x.shape[3] * self.filters * height * width
        return Tensor(x.shape[0], height, width, self.filters)


class Conv1D(Layer):
    def __init__(self, filters, kernel_size, padding="valid", activation=None):
        Layer.__init__(self)
        assert padding == "causal" and activation == "relu"
        self.filters, self.size, self.variables = filters, kernel_size, 2

    def apply(self, x):
        self.parameters = (self.size * x.shape[2] + 1) * self.filters
        self.operations = self.size * x.shape[2] * self.filters * x.shape[1]
        return Tensor(x.shape[0], x.shape[1], self.filters)


class BatchNormalization(Layer):
    def __init__(self, momentum=0.99, epsilon=1e-3):
        Layer.__init__(self)
        self.variables = 2

    def apply(self, x):
        assert self.training is True
        self.parameters = self.untrained = 2 * x.shape[-1]
        return x


class ReLU(Layer):
    pass


class Dropout(Layer):
    def __init__(self, rate):
        Layer.__init__(self)
        assert 0 < rate < 1

    def apply(self, x):
        assert self.training is True
        return x


class Pooling(Layer):
    def __init__(self, pool_size=2, strides=None, padding="valid"):
        Layer.__init__(self)
        self.size, self.stride, self.padding = pool_size, strides or pool_size, padding

    def apply(self, x):
        return Tensor(x.shape[0], *(sides(x.shape[1:3], self.size, self.stride, self.padding) + (x.shape[3],)))


class GlobalAveragePooling2D(Layer):
    def apply(self, x):
        return Tensor(x.shape[0], x.shape[3])


class Dense(Layer):
    def __init__(self, units):
        Layer.__init__(self)
        self.units, self.variables = units, 2

    def apply(self, x):
        self.parameters = (x.shape[-1] + 1) * self.units
        self.operations = x.shape[-1] * self.units * (x.shape[1] if len(x.shape) == 3 else 1)
        return Tensor(*(x.shape[:-1] + (self.units,)))


class Concatenate(Layer):
    def apply(self, x):
        assert len({part.shape[:-1] for part in x}) == 1
        return Tensor(*(x[0].shape[:-1] + (sum(part.shape[-1] for part in x),)))


class Add(Layer):
    def apply(self, x):
        assert len({part.shape for part in x}) == 1
        return x[0]


class Embedding(Layer):
    def __init__(self, input_dim, output_dim):
        Layer.__init__(self)
        self.parameters, self.width, self.variables = input_dim * output_dim, output_dim, 1

    def apply(self, x):
        return Tensor(*(x.shape + (self.width,)))


class LSTM(Layer):
    def __init__(self, units, return_sequences=False):
        Layer.__init__(self)
        assert return_sequences
        self.units, self.variables = units, 3

    def apply(self, x):
        self.operations = 4 * self.units * (x.shape[2] + self.units) * x.shape[1]
        self.parameters = 4 * self.units * (x.shape[2] + self.units + 1)  # one bias, PyTorch has two
        return Tensor(x.shape[0], x.shape[1], self.units)


def Input(shape, dtype="float32"):
    del Layer.made[:]
    return Tensor(*((None,) + shape))


class Model:
    def __init__(self, inputs, outputs):
        self.inputs, self.outputs, self.layers = [inputs], [outputs], list(Layer.made)
        self.trainable_variables = ["variable"] * sum(layer.variables for layer in self.layers)
        self.updates = ["update"] * sum(isinstance(layer, BatchNormalization) for layer in self.layers)

    def __call__(self, inputs, training=None):
        assert len(inputs.shape) == len(self.inputs[0].shape)
        assert inputs.shape[1:] == self.inputs[0].shape[1:]
        return Tensor(*((inputs.shape[0],) + self.outputs[0].shape[1:]))


class layers:
    Input, Conv2D, Conv1D, BatchNormalization, ReLU = map(staticmethod, (Input, Conv2D, Conv1D, BatchNormalization, ReLU))
    Dropout, Dense, Concatenate, Add, Embedding, LSTM = map(
        staticmethod, (Dropout, Dense, Concatenate, Add, Embedding, LSTM))
    MaxPooling2D = AveragePooling2D = staticmethod(Pooling)
    GlobalAveragePooling2D = staticmethod(GlobalAveragePooling2D)


class optimizers:
    class SGD:
        def __init__(self, learning_rate, momentum):
            assert 0 < learning_rate < 1 and momentum == 0.9

        def apply_gradients(self, pairs):
            assert len(list(pairs)) > 3
