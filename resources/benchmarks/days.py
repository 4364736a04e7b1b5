"""Accuracy over days, as in the study's Figure 10: a model that was trained before learns from a few new images each day.

The model is first trained here, on the data at hand, until its accuracy reaches a start value. Then each day adds one
optimizer step for each batch of that day's new images. Accuracy is measured on images that no step has seen, before the
first day (day 0) and after each day.
"""
import sys

from . import metrics, table
from .training import TrainingError, choose_device, is_memory, load_framework, model_of, NO_MEMORY

METRIC = "daily_accuracy"
CHECK_EVERY = 5  # steps of the first training between measurements of the accuracy
FIRST_BATCH = 64
GENERATED = 8192  # images, where there are no real ones
# Generated images are mixed with others, so that they are as ambiguous as photographs: the least share of the own class.
# Where it is below a half, the other class prevails; so no training reaches an accuracy near 1, and it grows slowly near the
# start value, which the colours alone allow. Without the mixture every class is learned within ten steps.
LEAST_SHARE = 0.4
# The learning rate of the days over that of the first training: a few images must not undo what thousands taught.
DAILY_RATE = 0.03


def split(count, days, images, held_out):
    """Ranges (first training, days, held out) of `count` images; raises TrainingError if they are too few."""
    first = count - days * images - held_out
    if first < FIRST_BATCH:
        raise TrainingError("%d days with %d images and %d images to measure the accuracy need %d images; there are %d." % (
            days, images, held_out, days * images + held_out + FIRST_BATCH, count), 2)
    return range(0, first), range(first, first + days * images), range(first + days * images, count)


def mixed(images, seed):
    """Each image blended with a random other one, with a share of its own between LEAST_SHARE and 1."""
    import numpy

    random = numpy.random.RandomState(seed + 1)
    share = random.uniform(LEAST_SHARE, 1, (len(images), 1, 1, 1)).astype(numpy.float32)
    return (share * images + (1 - share) * images[random.permutation(len(images))]).astype(numpy.uint8)


class Learner(object):
    """The network with its optimizer."""

    def __init__(self, torch, model, device):
        self._torch, self._device, self._model = torch, device, model
        self.network = model.network().to(device)
        self._measure = torch.nn.CrossEntropyLoss()

    def optimizer(self, batch, factor):
        rate = self._model.rate * (batch / 64.0) ** 0.5 * factor
        return self._torch.optim.SGD(self.network.parameters(), lr=rate, momentum=0.9,
                                     weight_decay=self._model.weight_decay)

    def step(self, optimizer, images, labels):
        optimizer.zero_grad()
        output = self.network(images.to(self._device))
        logits = output[0] if isinstance(output, tuple) else output
        loss = self._measure(logits, labels.to(self._device))
        loss.backward()
        optimizer.step()

    def accuracy(self, batches):
        """Share of the images whose class is predicted."""
        self.network.eval()
        correct, count = 0, 0
        with self._torch.no_grad():
            for images, labels in batches:
                output = self.network(images.to(self._device))
                logits = output[0] if isinstance(output, tuple) else output
                correct += int((logits.argmax(1).cpu() == labels).sum())
                count += len(labels)
        self.network.train()
        return correct / float(count)


def run(options, output=sys.stdout):
    """Prints one line for the data, and one for each day. Raises TrainingError."""
    row = table.find(options.model)
    torch = load_framework("torch")
    model = model_of(row)
    if not hasattr(model, "rate"):
        raise table.UnknownModel("%s does not classify images; choose densenet40, for example." % row.name)
    try:
        _run(torch, row, model, options, output)
    except Exception as error:
        if is_memory(error):
            raise TrainingError("Out of memory: %s with batch %d does not fit (%s); use a smaller batch."
                                % (row.name, options.batch, str(error).split("\n")[0][:200]), NO_MEMORY)
        raise


def _run(torch, row, model, options, output):
    from .classification import Enlarged
    from .data import cifar

    torch.manual_seed(options.seed)
    images, labels, source = cifar.load(options.data, options.seed, GENERATED)
    first, days, held_out = split(len(images), options.days, options.images, options.held_out)
    if not source.real:
        images = mixed(images, options.seed)
    dataset = Enlarged(images, labels, model.size)

    def batches(indices, size, shuffle=False):
        part = torch.utils.data.Subset(dataset, list(indices))
        return torch.utils.data.DataLoader(part, batch_size=size, shuffle=shuffle)

    print("model %s batch %d days %d images %d data %s" % (row.name, options.batch, options.days, options.images, source),
          file=output)
    output.flush()
    learner = Learner(torch, model, choose_device(torch, options.device))
    accuracy, steps = _first_training(learner, batches(first, FIRST_BATCH, True), batches(held_out, FIRST_BATCH), options)
    print("first training: %d steps" % steps, file=output)
    _report(0, accuracy, output)
    optimizer = learner.optimizer(options.batch, DAILY_RATE)
    for day in range(1, options.days + 1):
        new = days[(day - 1) * options.images:day * options.images]
        for inputs, classes in batches(new, options.batch, True):
            learner.step(optimizer, inputs, classes)
        _report(day, learner.accuracy(batches(held_out, FIRST_BATCH)), output)


def _first_training(learner, train, test, options):
    """Trains until the accuracy reaches options.start; returns the accuracy and the number of steps."""
    optimizer = learner.optimizer(FIRST_BATCH, 1)
    learner.network.train()
    steps = 0
    while True:
        for inputs, classes in train:
            learner.step(optimizer, inputs, classes)
            steps += 1
            if steps % CHECK_EVERY and steps < options.first_steps:
                continue
            accuracy = learner.accuracy(test)
            if accuracy >= options.start or steps >= options.first_steps:
                return accuracy, steps


def _report(day, accuracy, output):
    metrics.report({METRIC: accuracy})
    print("day %d accuracy %.4f" % (day, accuracy), file=output)
    output.flush()
