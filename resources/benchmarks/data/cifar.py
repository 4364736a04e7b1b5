"""CIFAR-10 (Krizhevsky, 2009): 50,000 training images of 32 x 32 in 10 classes.

Hashes: MD5 of the archives as the author publishes them (https://www.cs.toronto.edu/~kriz/cifar.html), and of the files
in the Python archive as torchvision lists them.
"""
import io
import os
import pickle
import tarfile

import numpy

from . import DataError, Source, check_folder, checked, generated, present

NAME = "CIFAR-10"
ARCHIVES = {
    "cifar-10-python.tar.gz": "c58f30108f718f92721af3b95e74349a",
    "cifar-10-binary.tar.gz": "c32a1d4ab5d03f1284b67883e8d87530",
}
BATCHES = [
    ("data_batch_1", "c99cafc152244af753f735de768cd75f"), ("data_batch_2", "d4bba439e000b95fd0a9bffe97cbabec"),
    ("data_batch_3", "54ebc095f3ab1f0389bbae665268c751"), ("data_batch_4", "634d18415352ddfa80567beed471001a"),
    ("data_batch_5", "482c414d41f54cd18b22e5b47cb7c3cb"),
]
# Mean and standard deviation by channel of the training images, in units of 255.
MEAN, DEVIATION = (0.4914, 0.4822, 0.4465), (0.2470, 0.2435, 0.2616)
GENERATED = 2048
# Of the generated classes: corners of the colour cube, its middle and an orange; any two differ by 1 or more.
COLOURS = ((-1, -1, -1), (1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1), (1, 1, -1), (-1, 1, 1), (1, -1, 1), (0, 0, 0), (1, 0, -1))
RECORD = 1 + 3 * 32 * 32


def load(folder, seed, count=GENERATED):
    """(images (N, 3, 32, 32) uint8, labels (N,) int64, Source). count: images to generate where there are no real ones."""
    check_folder(folder)
    archive = present(folder, *sorted(ARCHIVES))
    unpacked = present(folder, "cifar-10-batches-py") or (folder if present(folder, "data_batch_1") else None)
    if unpacked is not None:
        files = [checked(os.path.join(unpacked, name), "md5", [digest]) for name, digest in BATCHES]
        parts = []
        for path in files:
            with open(path, "rb") as file:
                parts.append(_python_batch(file))
        return _joined(parts, unpacked)
    if archive is not None:
        return _joined(_from_archive(archive), archive)
    images, labels = generate(count, seed)
    wanted = "cifar-10-python.tar.gz, cifar-10-binary.tar.gz or cifar-10-batches-py"
    return images, labels, generated(NAME, folder, wanted, "%d images of striped classes" % count)


def generate(count, seed):
    """Images with the mean and the deviation of CIFAR-10 by channel. Each class has its own colour, and its own direction
    and frequency of stripes. The colour is most of the variance, so that a training of a few small batches shows a loss
    that falls: a hundred images are too few to learn the stripes."""
    random = numpy.random.RandomState(seed)
    labels = random.randint(0, 10, count)
    y, x = numpy.mgrid[0:32, 0:32] / 32.0
    angle, turns = labels * (numpy.pi / 10), 2 + labels % 4
    phase = random.uniform(0, 2 * numpy.pi, count)
    wave = numpy.sin(2 * numpy.pi * turns[:, None, None] * (numpy.cos(angle)[:, None, None] * x +
                                                            numpy.sin(angle)[:, None, None] * y) + phase[:, None, None])
    colours = numpy.array(COLOURS, float)[labels]
    images = 0.2 * wave[:, None] + colours[:, :, None, None] + 0.2 * random.randn(count, 3, 32, 32)
    images = (images - images.mean((0, 2, 3), keepdims=True)) / images.std((0, 2, 3), keepdims=True)
    mean, deviation = numpy.array(MEAN)[:, None, None], numpy.array(DEVIATION)[:, None, None]
    return numpy.clip((images * deviation + mean) * 255, 0, 255).astype(numpy.uint8), labels.astype(numpy.int64)


def _joined(parts, path):
    images = numpy.concatenate([part[0] for part in parts])
    labels = numpy.concatenate([part[1] for part in parts])
    return images, labels, Source(NAME, True, "%d images of %s" % (len(images), path))


def _from_archive(path):
    name = os.path.basename(path)
    checked(path, "md5", [ARCHIVES[name]])
    read = _python_batch if "python" in name else _binary_batch
    with tarfile.open(path) as archive:
        members = [m for m in archive.getmembers() if os.path.basename(m.name).startswith("data_batch_")]
        return [read(archive.extractfile(m)) for m in sorted(members, key=lambda m: m.name)]


class _Arrays(pickle.Unpickler):
    """Loads arrays and nothing else."""

    ALLOWED = {("numpy.core.multiarray", "_reconstruct"), ("numpy", "ndarray"), ("numpy", "dtype"),
               ("_codecs", "encode")}  # the last one: bytes in files that Python 3 wrote

    def find_class(self, module, name):
        if (module, name) not in self.ALLOWED:
            raise DataError("A file of %s contains an object of type %s.%s." % (NAME, module, name))
        return pickle.Unpickler.find_class(self, module, name)


def _python_batch(file):
    values = _Arrays(io.BytesIO(file.read()), encoding="bytes").load()
    return values[b"data"].reshape(-1, 3, 32, 32), numpy.array(values[b"labels"], numpy.int64)


def _binary_batch(file):
    records = numpy.frombuffer(file.read(), numpy.uint8).reshape(-1, RECORD)
    return records[:, 1:].reshape(-1, 3, 32, 32), records[:, 0].astype(numpy.int64)
