"""Inception V1 (GoogLeNet): Szegedy et al., "Going deeper with convolutions" (2014), in the variant of TF-slim and
torchvision: batch normalization after each convolution, 3 x 3 instead of 5 x 5 in the third branch, no auxiliary
classifiers."""
import torch
from torch import nn

from ..architectures import MIXED
from ..classification import ImageClassifier
from ..layers import GlobalAverage, conv_norm, initialize, start_small

EPSILON = 0.001


def conv(inputs, outputs, kernel, stride=1, padding=0):
    return conv_norm(inputs, outputs, kernel, stride, padding, eps=EPSILON)


class Mixed(nn.Module):
    def __init__(self, inputs, widths):
        nn.Module.__init__(self)
        one, reduce3, three, reduce5, five, projection = widths
        self.branches = nn.ModuleList([
            conv(inputs, one, 1),
            nn.Sequential(conv(inputs, reduce3, 1), conv(reduce3, three, 3, padding=1)),
            nn.Sequential(conv(inputs, reduce5, 1), conv(reduce5, five, 3, padding=1)),
            nn.Sequential(nn.MaxPool2d(3, 1, 1), conv(inputs, projection, 1)),
        ])
        self.outputs = one + three + five + projection

    def forward(self, x):
        return torch.cat([branch(x) for branch in self.branches], 1)


class Model(ImageClassifier):
    rate = 0.01

    def build(self, classes):
        parts = [
            conv(3, 64, 7, 2, 3), nn.MaxPool2d(3, 2, ceil_mode=True), conv(64, 64, 1),
            conv(64, 192, 3, padding=1), nn.MaxPool2d(3, 2, ceil_mode=True),
        ]
        inputs, size = 192, 3
        for widths in MIXED:
            if widths is None:
                parts.append(nn.MaxPool2d(size, 2, ceil_mode=True))
                size = 2  # the last pooling layer
            else:
                parts.append(Mixed(inputs, widths))
                inputs = parts[-1].outputs
        network = initialize(nn.Sequential(*(parts + [GlobalAverage(), nn.Dropout(0.2), nn.Linear(inputs, classes)])))
        for part in network.modules():
            if isinstance(part, Mixed):
                for branch in part.branches[1:3]:
                    start_small(branch[-1][1])
        return network
