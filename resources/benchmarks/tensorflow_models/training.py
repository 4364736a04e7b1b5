"""Trains a network of TensorFlow: with a session in 1.x, with a tf.function in 2.x."""
import numpy
import tensorflow

from ..benchmark import Trainer
from ..data import cifar, shakespeare
from .networks import CHARACTERS, Networks

CLASSES = 10
# Learning rates for a batch of 64, by which models/ train; see ImageClassifier.
RATES = {"resnet50": 0.04, "squeezenet": 0.02, "inception_v1": 0.04, "densenet40": 0.1, "char_cnn": 0.1}


def trainer(row, settings):
    kind = SessionTrainer if tensorflow.__version__.startswith("1.") else FunctionTrainer
    return kind(row.name, settings)


class Batches(object):
    """Batches of arrays without end, in random order."""

    def __init__(self, name, settings):
        self._random = numpy.random.RandomState(settings.seed)
        self._batch = settings.batch
        self._factor = 0
        if name == "char_cnn":
            codes, self.source = shakespeare.load(settings.data, settings.seed)
            count = (len(codes) - 1) // CHARACTERS * CHARACTERS
            self._inputs = codes[:count].reshape(-1, CHARACTERS).astype(numpy.int32)
            self._labels = codes[1:count + 1].reshape(-1, CHARACTERS)
        else:
            images, self._labels, self.source = cifar.load(settings.data, settings.seed)
            self._inputs = images.transpose(0, 2, 3, 1)
            self._factor = 1 if name == "densenet40" else 7  # 32 to 224
        self._order = []

    def take(self):
        if len(self._order) < self._batch:
            self._order = list(self._random.permutation(len(self._inputs)))
        picked, self._order = self._order[:self._batch], self._order[self._batch:]
        inputs = self._inputs[picked]
        if self._factor:
            inputs = (inputs / 255.0 - cifar.MEAN) / cifar.DEVIATION
            inputs = inputs.repeat(self._factor, 1).repeat(self._factor, 2).astype(numpy.float32)
        return inputs, self._labels[picked].astype(numpy.int64)


class TensorFlowTrainer(Trainer):
    def __init__(self, name, settings):
        self.batches = Batches(name, settings)
        self.source = self.batches.source
        self.rate = RATES[name] * (settings.batch / 64.0) ** 0.5
        self.prepare(settings.seed)
        self.network = Networks(tensorflow).build(name, CLASSES)
        self.begin()

    @staticmethod
    def measure(logits, labels):
        """(mean cross entropy, share of correct predictions)."""
        losses = tensorflow.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)
        correct = tensorflow.equal(tensorflow.argmax(logits, axis=-1), labels)
        return tensorflow.reduce_mean(losses), tensorflow.reduce_mean(tensorflow.cast(correct, tensorflow.float32))


class SessionTrainer(TensorFlowTrainer):
    """TensorFlow 1: the input tensor of the Keras model is the placeholder of the images."""

    def prepare(self, seed):
        tensorflow.set_random_seed(seed)

    def begin(self):
        shape = [None, CHARACTERS] if len(self.network.outputs[0].shape) == 3 else [None]
        self._labels = tensorflow.placeholder(tensorflow.int64, shape)
        loss, accuracy = self.measure(self.network.outputs[0], self._labels)
        minimize = tensorflow.train.MomentumOptimizer(self.rate, 0.9).minimize(loss)
        self._fetches = [tensorflow.group(minimize, *self.network.updates), loss, accuracy]
        self._session = tensorflow.Session()
        self._session.run(tensorflow.global_variables_initializer())

    def step(self):
        inputs, labels = self.batches.take()
        _, loss, accuracy = self._session.run(
            self._fetches, feed_dict={self.network.inputs[0]: inputs, self._labels: labels})
        return {"loss": loss, "accuracy": accuracy}


class FunctionTrainer(TensorFlowTrainer):
    def prepare(self, seed):
        tensorflow.random.set_seed(seed)

    def begin(self):
        optimizer = tensorflow.keras.optimizers.SGD(learning_rate=self.rate, momentum=0.9)
        network, measure = self.network, self.measure

        @tensorflow.function
        def train_step(inputs, labels):
            with tensorflow.GradientTape() as tape:
                loss, accuracy = measure(network(inputs, training=True), labels)
            gradients = tape.gradient(loss, network.trainable_variables)
            optimizer.apply_gradients(zip(gradients, network.trainable_variables))
            return loss, accuracy

        self._train_step = train_step

    def step(self):
        inputs, labels = self.batches.take()
        loss, accuracy = self._train_step(tensorflow.constant(inputs), tensorflow.constant(labels))
        return {"loss": loss, "accuracy": accuracy}
