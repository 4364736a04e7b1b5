"""DenseNet: Huang et al., "Densely connected convolutional networks" (2016), for CIFAR-10: three dense blocks of basic
layers with growth rate 12, 16 channels before them, no bottlenecks and no compression."""
import torch
from torch import nn

from ..architectures import GROWTH
from ..classification import CLASSES, ImageClassifier
from ..layers import GlobalAverage, initialize

FIRST = 16
DEPTH = {"densenet40": 40, "densenet100": 100}


def norm_conv(inputs, outputs, kernel):
    return [nn.BatchNorm2d(inputs), nn.ReLU(inplace=True),
            nn.Conv2d(inputs, outputs, kernel, padding=kernel // 2, bias=False)]


class DenseLayer(nn.Sequential):
    def __init__(self, inputs):
        nn.Sequential.__init__(self, *norm_conv(inputs, GROWTH, 3))

    def forward(self, x):
        return torch.cat((x, nn.Sequential.forward(self, x)), 1)


class Model(ImageClassifier):
    size = literature_size = 32
    literature_classes = CLASSES
    rate = 0.025  # a quarter of the published one, with which batches of 4 do not converge

    def build(self, classes):
        layers = (DEPTH[self.row.name] - 4) // 3
        parts, channels = [nn.Conv2d(3, FIRST, 3, padding=1, bias=False)], FIRST
        for block in range(3):
            if block:
                parts += norm_conv(channels, channels, 1) + [nn.AvgPool2d(2)]
            for _ in range(layers):
                parts.append(DenseLayer(channels))
                channels += GROWTH
        parts += [nn.BatchNorm2d(channels), nn.ReLU(inplace=True), GlobalAverage(), nn.Linear(channels, classes)]
        return initialize(nn.Sequential(*parts))
