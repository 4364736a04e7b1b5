"""ResNet: He et al., "Deep residual learning for image recognition" (2015), the bottleneck networks. The stride of a
block that halves the size is in its 3 x 3 convolution, as in the implementations of Facebook and torchvision."""
from torch import nn

from ..architectures import RESNET_BLOCKS
from ..classification import ImageClassifier
from ..layers import GlobalAverage, conv_norm, initialize, start_as_identity

EXPANSION = 4


class Bottleneck(nn.Module):
    def __init__(self, inputs, width, stride):
        nn.Module.__init__(self)
        outputs = EXPANSION * width
        self.body = nn.Sequential(conv_norm(inputs, width, 1), conv_norm(width, width, 3, stride, 1),
                                  conv_norm(width, outputs, 1, relu=False))
        same = inputs == outputs and stride == 1
        self.shortcut = nn.Sequential() if same else conv_norm(inputs, outputs, 1, stride, relu=False)
        self.relu = nn.ReLU(inplace=True)

    def forward(self, x):
        return self.relu(self.body(x) + self.shortcut(x))


class Model(ImageClassifier):
    rate = 0.01

    def build(self, classes):
        parts = [conv_norm(3, 64, 7, 2, 3), nn.MaxPool2d(3, 2, 1)]
        inputs = 64
        for stage, count in enumerate(RESNET_BLOCKS[self.row.name]):
            width = 64 << stage
            for block in range(count):
                parts.append(Bottleneck(inputs, width, 2 if stage and not block else 1))
                inputs = EXPANSION * width
        network = initialize(nn.Sequential(*(parts + [GlobalAverage(), nn.Linear(inputs, classes)])))
        for part in network.modules():
            if isinstance(part, Bottleneck):
                start_as_identity(part.body[-1][1])
        return network
