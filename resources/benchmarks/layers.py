"""Layers that several models share."""
import math

from torch import nn


def conv_relu(inputs, outputs, kernel, stride=1, padding=0, groups=1):
    """A convolution with bias and ReLU, as in networks without normalization."""
    return nn.Sequential(nn.Conv2d(inputs, outputs, kernel, stride, padding, groups=groups), nn.ReLU(inplace=True))


def conv_norm(inputs, outputs, kernel, stride=1, padding=0, relu=True, eps=1e-5):
    """A convolution without bias, batch normalization and, by default, ReLU."""
    parts = [nn.Conv2d(inputs, outputs, kernel, stride, padding, bias=False), nn.BatchNorm2d(outputs, eps=eps)]
    return nn.Sequential(*(parts + [nn.ReLU(inplace=True)] if relu else parts))


class GlobalAverage(nn.Module):
    """The mean over height and width: (N, C, H, W) -> (N, C)."""

    def forward(self, x):
        return x.mean((2, 3))


class Flatten(nn.Module):
    """(N, ...) -> (N, product of the rest); torch.nn has it from 1.2 on."""

    def forward(self, x):
        return x.reshape(x.shape[0], -1)


def initialize(network, mode="fan_out"):
    """He et al. (2015) for layers that rectifiers follow; small values for the last dense layer, so that the first loss is
    that of equal probabilities. mode: "fan_in" for networks without normalization, where it keeps the scale of the
    activations from layer to layer, also in convolutions with a stride or groups."""
    last = None
    for part in network.modules():
        if isinstance(part, nn.Conv2d):
            nn.init.kaiming_normal_(part.weight, mode=mode, nonlinearity="relu")
            if part.bias is not None:
                nn.init.zeros_(part.bias)
        elif isinstance(part, nn.Linear):
            nn.init.kaiming_normal_(part.weight, nonlinearity="relu")
            nn.init.zeros_(part.bias)
            last = part
    if last is not None:
        nn.init.normal_(last.weight, std=0.1 / math.sqrt(last.in_features))
    return network


def start_as_identity(normalization):
    """Zero for the scale of the last normalization of a residual branch, so that the block passes its input on at first
    (Goyal et al., 2017): the sum of many branches, with statistics of a few images, would make the first steps diverge."""
    nn.init.zeros_(normalization.weight)


def start_small(normalization):
    """A small scale of the last normalization of a branch of two convolutions: at first, most of the signal takes the
    branches of one, on which statistics of a few images distort it less. The counterpart of start_as_identity() where
    nothing passes unchanged."""
    nn.init.constant_(normalization.weight, 0.1)
