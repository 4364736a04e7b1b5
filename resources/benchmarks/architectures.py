"""Sizes of the networks that are defined both with PyTorch and with TensorFlow. Imports neither."""

# He et al. 2015, table 1: blocks of each of the four stages.
RESNET_BLOCKS = {"resnet50": (3, 4, 6, 3), "resnet101": (3, 4, 23, 3), "resnet152": (3, 8, 36, 3)}

# Iandola et al. 2016, table 1: outputs of the squeeze layer of each fire module, and the modules before which a pooling
# layer halves the size.
SQUEEZE = (16, 16, 32, 32, 48, 48, 64, 64)
POOL_BEFORE = (3, 7)

# Szegedy et al. 2014, table 1: 1x1 | 3x3 reduce, 3x3 | 5x5 reduce, 5x5 | pool projection; None: a pooling layer.
MIXED = (
    (64, 96, 128, 16, 32, 32), (128, 128, 192, 32, 96, 64), None,
    (192, 96, 208, 16, 48, 64), (160, 112, 224, 24, 64, 64), (128, 128, 256, 24, 64, 64),
    (112, 144, 288, 32, 64, 64), (256, 160, 320, 32, 128, 128), None,
    (256, 160, 320, 32, 128, 128), (384, 192, 384, 48, 128, 128),
)

# Huang et al. 2016: channels that each layer of a dense block adds, in the variants with k = 12.
GROWTH = 12
