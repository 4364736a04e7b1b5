"""Inception V1 (GoogLeNet): Szegedy et al., "Going deeper with convolutions" (2014), in the variant of TF-slim and
torchvision: batch normalization after each convolution, 3 x 3 instead of 5 x 5 in the third branch, no auxiliary
classifiers."""
import torch
from torch import nn

from ..classification import ImageClassifier
from ..layers import GlobalAverage, conv_norm, initialize

# Table 1 of the paper: 1x1 | 3x3 reduce, 3x3 | 5x5 reduce, 5x5 | pool projection; None: a pooling layer.
MIXED = (
    (64, 96, 128, 16, 32, 32), (128, 128, 192, 32, 96, 64), None,
    (192, 96, 208, 16, 48, 64), (160, 112, 224, 24, 64, 64), (128, 128, 256, 24, 64, 64),
    (112, 144, 288, 32, 64, 64), (256, 160, 320, 32, 128, 128), None,
    (256, 160, 320, 32, 128, 128), (384, 192, 384, 48, 128, 128),
)
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
        return initialize(nn.Sequential(*(parts + [GlobalAverage(), nn.Dropout(0.2), nn.Linear(inputs, classes)])))
