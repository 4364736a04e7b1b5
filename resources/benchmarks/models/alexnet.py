"""AlexNet: Krizhevsky, Sutskever and Hinton, "ImageNet classification with deep convolutional neural networks" (2012).

The published network: five convolutions, of which three work in two groups, local response normalization, three dense
layers. The input of 224 is padded by 2, which gives the 55 x 55 of the paper's first layer.
"""
from torch import nn

from ..classification import ImageClassifier
from ..layers import Flatten, conv_relu, initialize


class Model(ImageClassifier):
    rate = 0.007  # the published 0.01 for a batch of 128
    weight_decay = 5e-4

    def build(self, classes):
        network = nn.Sequential(
            conv_relu(3, 96, 11, stride=4, padding=2), nn.LocalResponseNorm(5, 1e-4, 0.75, 2.0), nn.MaxPool2d(3, 2),
            conv_relu(96, 256, 5, padding=2, groups=2), nn.LocalResponseNorm(5, 1e-4, 0.75, 2.0), nn.MaxPool2d(3, 2),
            conv_relu(256, 384, 3, padding=1),
            conv_relu(384, 384, 3, padding=1, groups=2),
            conv_relu(384, 256, 3, padding=1, groups=2), nn.MaxPool2d(3, 2),
            Flatten(), nn.Dropout(0.5), nn.Linear(256 * 6 * 6, 4096), nn.ReLU(inplace=True),
            nn.Dropout(0.5), nn.Linear(4096, 4096), nn.ReLU(inplace=True), nn.Linear(4096, classes),
        )
        return initialize(network, "fan_in")
