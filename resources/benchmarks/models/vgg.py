"""VGG: Simonyan and Zisserman, "Very deep convolutional networks for large-scale image recognition" (2014),
configurations D (16 layers) and E (19 layers), without batch normalization."""
from torch import nn

from ..classification import ImageClassifier
from ..layers import Flatten, conv_relu, initialize

WIDTHS = (64, 128, 256, 512, 512)
CONVOLUTIONS = {"vgg16": (2, 2, 3, 3, 3), "vgg19": (2, 2, 4, 4, 4)}


class Model(ImageClassifier):
    rate = 0.008  # without normalization and from random weights, larger rates diverge
    weight_decay = 5e-4

    def build(self, classes):
        parts, inputs = [], 3
        for width, count in zip(WIDTHS, CONVOLUTIONS[self.row.name]):
            for _ in range(count):
                parts.append(conv_relu(inputs, width, 3, padding=1))
                inputs = width
            parts.append(nn.MaxPool2d(2, 2))
        parts += [
            Flatten(), nn.Linear(512 * 7 * 7, 4096), nn.ReLU(inplace=True), nn.Dropout(0.5),
            nn.Linear(4096, 4096), nn.ReLU(inplace=True), nn.Dropout(0.5), nn.Linear(4096, classes),
        ]
        return initialize(nn.Sequential(*parts), "fan_in")
