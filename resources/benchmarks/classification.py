"""Image classification on CIFAR-10, which the convolutional models share."""
import math

import torch
from torch import nn
from torch.nn import functional as F

from .benchmark import Benchmark, Trainer, endless
from .data import cifar

CLASSES = 10
IMAGENET_CLASSES = 1000


class ImageClassifier(Benchmark):
    """A network that is published for ImageNet: 1000 classes. It trains on CIFAR-10, enlarged to `size`, with 10 classes.

    Derived classes define build(classes) and may change the attributes. rate: learning rate for a batch of 64; other
    batches train with rate * sqrt(batch / 64) (Krizhevsky, 2014), so that small ones do not diverge."""

    size = 224
    literature_size = 224
    literature_classes = IMAGENET_CLASSES
    rate = 0.04
    weight_decay = 1e-4

    def build(self, classes):
        raise NotImplementedError

    def network(self, literature=False):
        return self.build(self.literature_classes if literature else CLASSES)

    def example(self, literature=False):
        size = self.literature_size if literature else self.size
        return (torch.zeros(1, 3, size, size),)

    def trainer(self, settings):
        return ClassifierTrainer(self, settings)


class ClassifierTrainer(Trainer):
    """SGD with momentum 0.9 on the cross entropy."""

    def __init__(self, model, settings):
        self.network = model.network().to(settings.device).train()
        self._device = settings.device
        images, labels, self.source = cifar.load(settings.data, settings.seed)
        dataset = Enlarged(images, labels, model.size)
        loader = torch.utils.data.DataLoader(dataset, batch_size=settings.batch, shuffle=True, drop_last=True)
        self._batches = endless(loader)
        self._optimizer = torch.optim.SGD(self.network.parameters(), lr=model.rate * math.sqrt(settings.batch / 64.0),
                                          momentum=0.9, weight_decay=model.weight_decay)
        self._measure = nn.CrossEntropyLoss()

    def step(self):
        images, labels = next(self._batches)
        images, labels = images.to(self._device), labels.to(self._device)
        self._optimizer.zero_grad()
        output = self.network(images)
        logits, others = output if isinstance(output, tuple) else (output, ())
        loss = self._measure(logits, labels)
        for weight, auxiliary in others:
            loss = loss + weight * self._measure(auxiliary, labels)
        loss.backward()
        self._optimizer.step()
        correct = (logits.detach().argmax(1) == labels).float().mean()
        return {"loss": loss.detach(), "accuracy": correct}


class Enlarged(torch.utils.data.Dataset):
    """CIFAR-10 images as float tensors (3, size, size), normalized by channel; the images are enlarged when they are
    loaded, as a training with transforms does it."""

    def __init__(self, images, labels, size):
        self._images, self._size = torch.from_numpy(images), size
        self._labels = torch.from_numpy(labels)
        self._mean = torch.tensor(cifar.MEAN).view(3, 1, 1)
        self._deviation = torch.tensor(cifar.DEVIATION).view(3, 1, 1)

    def __len__(self):
        return len(self._images)

    def __getitem__(self, index):
        image = (self._images[index].float() / 255 - self._mean) / self._deviation
        if image.shape[-1] != self._size:
            image = F.interpolate(image[None], size=(self._size, self._size), mode="bilinear", align_corners=False)[0]
        return image, self._labels[index]
