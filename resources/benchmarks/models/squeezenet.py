"""SqueezeNet 1.0: Iandola et al., "SqueezeNet: AlexNet-level accuracy with 50x fewer parameters" (2016)."""
import torch
from torch import nn

from ..architectures import POOL_BEFORE, SQUEEZE
from ..classification import ImageClassifier
from ..layers import GlobalAverage, conv_relu, initialize


class Fire(nn.Module):
    """A 1 x 1 convolution to few channels, then 1 x 1 and 3 x 3 convolutions to four times as many each."""

    def __init__(self, inputs, squeeze):
        nn.Module.__init__(self)
        self.squeeze = conv_relu(inputs, squeeze, 1)
        self.expand1 = conv_relu(squeeze, 4 * squeeze, 1)
        self.expand3 = conv_relu(squeeze, 4 * squeeze, 3, padding=1)

    def forward(self, x):
        x = self.squeeze(x)
        return torch.cat((self.expand1(x), self.expand3(x)), 1)


class Model(ImageClassifier):
    rate = 0.02

    def build(self, classes):
        parts, inputs = [conv_relu(3, 96, 7, 2), nn.MaxPool2d(3, 2, ceil_mode=True)], 96
        for index, squeeze in enumerate(SQUEEZE):
            if index in POOL_BEFORE:
                parts.append(nn.MaxPool2d(3, 2, ceil_mode=True))
            parts.append(Fire(inputs, squeeze))
            inputs = 8 * squeeze
        parts += [nn.Dropout(0.5), nn.Conv2d(inputs, classes, 1), GlobalAverage()]
        network = initialize(nn.Sequential(*parts))
        nn.init.normal_(parts[-2].weight, std=0.01)  # as published, for the last convolution
        return network
