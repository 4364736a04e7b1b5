"""Xception: Chollet, "Xception: deep learning with depthwise separable convolutions" (2016), figure 5."""
from torch import nn

from ..classification import ImageClassifier
from ..layers import GlobalAverage, conv_norm, initialize, start_as_identity


def separable(inputs, outputs):
    """A 3 x 3 convolution of each channel, a 1 x 1 convolution over channels, and batch normalization."""
    return [nn.Conv2d(inputs, inputs, 3, padding=1, groups=inputs, bias=False),
            nn.Conv2d(inputs, outputs, 1, bias=False), nn.BatchNorm2d(outputs)]


class Block(nn.Module):
    """Separable convolutions with a shortcut. halved: pooling with stride 2, and a convolution in the shortcut."""

    def __init__(self, widths, halved, starts_with_relu=True):
        nn.Module.__init__(self)
        parts = []
        for index, (inputs, outputs) in enumerate(zip(widths, widths[1:])):
            if index or starts_with_relu:
                parts.append(nn.ReLU())  # not in place: the shortcut reads the same tensor
            parts += separable(inputs, outputs)
        if halved:
            parts.append(nn.MaxPool2d(3, 2, 1))
        self.body = nn.Sequential(*parts)
        self.shortcut = conv_norm(widths[0], widths[-1], 1, 2, relu=False) if halved else nn.Sequential()

    def forward(self, x):
        return self.body(x) + self.shortcut(x)


class Model(ImageClassifier):
    literature_size = 299
    rate = 0.01

    def build(self, classes):
        parts = [conv_norm(3, 32, 3, 2), conv_norm(32, 64, 3), Block((64, 128, 128), True, starts_with_relu=False),
                 Block((128, 256, 256), True), Block((256, 728, 728), True)]
        parts += [Block((728,) * 4, False) for _ in range(8)]
        parts.append(Block((728, 728, 1024), True))
        parts += separable(1024, 1536) + [nn.ReLU(inplace=True)] + separable(1536, 2048) + [nn.ReLU(inplace=True)]
        network = initialize(nn.Sequential(*(parts + [GlobalAverage(), nn.Linear(2048, classes)])))
        for part in network.modules():
            if isinstance(part, Block):
                start_as_identity([layer for layer in part.body if isinstance(layer, nn.BatchNorm2d)][-1])
        return network
