"""The networks, in the variants of models/: the same layers, so the same number of parameters. Images are (N, H, W, 3).

training=True is passed to each layer that distinguishes it, so that a graph of TensorFlow 1 needs no learning phase.
"""
from ..architectures import GROWTH, MIXED, POOL_BEFORE, RESNET_BLOCKS, SQUEEZE
from ..data import shakespeare

CHARACTERS = 25


class Networks(object):
    """Builds networks with the layers of one TensorFlow."""

    def __init__(self, tensorflow):
        self._keras = tensorflow.keras
        self._layers = tensorflow.keras.layers

    def build(self, name, classes):
        """The keras.Model, whose output are logits."""
        return getattr(self, "_" + name)(classes)

    def _conv(self, x, filters, size, stride=1, bias=False, padding="same"):
        return self._layers.Conv2D(filters, size, strides=stride, padding=padding, use_bias=bias,
                                   kernel_initializer="he_normal")(x)

    def _norm(self, x, relu=True, epsilon=1e-5):
        x = self._layers.BatchNormalization(epsilon=epsilon, momentum=0.9)(x, training=True)
        return self._layers.ReLU()(x) if relu else x

    def _conv_norm(self, x, filters, size, stride=1, relu=True):
        return self._norm(self._conv(x, filters, size, stride), relu)

    def _conv_relu(self, x, filters, size, stride=1, padding="same"):
        return self._layers.ReLU()(self._conv(x, filters, size, stride, True, padding))

    def _pool(self, x, size, stride=2, padding="same"):
        return self._layers.MaxPooling2D(size, strides=stride, padding=padding)(x)

    def _classified(self, image, x, classes):
        x = self._layers.GlobalAveragePooling2D()(x)
        return self._keras.Model(inputs=image, outputs=self._layers.Dense(classes)(x))

    def _resnet50(self, classes):
        image = self._layers.Input(shape=(224, 224, 3))
        x = self._pool(self._conv_norm(image, 64, 7, 2), 3)
        for stage, count in enumerate(RESNET_BLOCKS["resnet50"]):
            width = 64 << stage
            for block in range(count):
                stride = 2 if stage and not block else 1
                body = self._conv_norm(self._conv_norm(x, width, 1), width, 3, stride)
                body = self._conv_norm(body, 4 * width, 1, relu=False)
                shortcut = x if block else self._conv_norm(x, 4 * width, 1, stride, relu=False)
                x = self._layers.ReLU()(self._layers.Add()([body, shortcut]))
        return self._classified(image, x, classes)

    def _squeezenet(self, classes):
        image = self._layers.Input(shape=(224, 224, 3))
        x = self._pool(self._conv_relu(image, 96, 7, 2, "valid"), 3, padding="valid")  # 109, then 54
        for index, squeeze in enumerate(SQUEEZE):
            if index in POOL_BEFORE:
                x = self._pool(x, 3, padding="same" if index == 3 else "valid")  # 27, then 13
            x = self._conv_relu(x, squeeze, 1)
            x = self._layers.Concatenate()([self._conv_relu(x, 4 * squeeze, 1), self._conv_relu(x, 4 * squeeze, 3)])
        x = self._layers.Dropout(0.5)(x, training=True)
        x = self._layers.GlobalAveragePooling2D()(self._conv(x, classes, 1, bias=True))
        return self._keras.Model(inputs=image, outputs=x)

    def _inception_v1(self, classes):
        image = self._layers.Input(shape=(224, 224, 3))
        x = self._pool(self._conv_norm(image, 64, 7, 2), 3)
        x = self._pool(self._conv_norm(self._conv_norm(x, 64, 1), 192, 3), 3)
        size = 3
        for widths in MIXED:
            if widths is None:
                x, size = self._pool(x, size), 2
                continue
            one, reduce3, three, reduce5, five, projection = widths
            x = self._layers.Concatenate()([
                self._conv_norm(x, one, 1),
                self._conv_norm(self._conv_norm(x, reduce3, 1), three, 3),
                self._conv_norm(self._conv_norm(x, reduce5, 1), five, 3),
                self._conv_norm(self._pool(x, 3, 1), projection, 1),
            ])
        return self._classified(image, self._layers.Dropout(0.2)(x, training=True), classes)

    def _densenet40(self, classes):
        image = self._layers.Input(shape=(32, 32, 3))
        x, channels = self._conv(image, 16, 3), 16
        for block in range(3):
            if block:
                x = self._conv(self._norm(x), channels, 1)
                x = self._layers.AveragePooling2D(2, strides=2)(x)
            for _ in range(12):
                x = self._layers.Concatenate()([x, self._conv(self._norm(x), GROWTH, 3)])
                channels += GROWTH
        return self._classified(image, self._norm(x), classes)

    def _char_cnn(self, classes):
        codes = self._layers.Input(shape=(CHARACTERS,), dtype="int32")
        x = self._layers.Embedding(shakespeare.SYMBOLS, 128)(codes)
        x = self._layers.Conv1D(256, 7, padding="causal", activation="relu")(x)
        x = self._layers.LSTM(300, return_sequences=True)(x)
        return self._keras.Model(inputs=codes, outputs=self._layers.Dense(shakespeare.SYMBOLS)(x))
