"""Output sizes of convolutions, on which their operations depend and which the recorded shapes of their inputs do not
contain. They follow from the attributes of the module or, for functional calls, from the gradient of the output.

Torch's own count of operations is not used: it warns inside the training's forward about arguments it cannot count.
"""
FORWARD = frozenset(("aten::conv1d", "aten::conv2d", "aten::conv3d"))
ATTRIBUTES = ("kernel_size", "stride", "padding", "dilation", "out_channels", "in_channels", "groups")


def geometry(module):
    """(shape of the weight, strides, paddings, dilations) of a convolution module, else None. Reads plain attributes
    only: to read the weight itself may run code of the training."""
    own = vars(module)
    if own.get("transposed", True) or any(name not in own for name in ATTRIBUTES):
        return None
    kernel, padding = tuple(own["kernel_size"]), own["padding"]
    if padding == "valid" or own.get("padding_mode", "zeros") != "zeros":
        padding = (0,) * len(kernel)  # in other modes the padding is a separate op before the convolution
    weight = (own["out_channels"], own["in_channels"] // max(own["groups"], 1)) + kernel
    return weight, tuple(own["stride"]), padding, tuple(own["dilation"])


def output_of(known, values, weight):
    """The output shape for an input of shape `values`, with or without a batch; None if `known`, see geometry(), is not
    of this convolution."""
    if known is None or list(known[0]) != weight or len(values) not in (len(weight), len(weight) - 1):
        return None
    _, strides, paddings, dilations = known
    kernel = weight[2:]
    inner = values[len(values) - len(kernel):]
    if paddings != "same":
        inner = [(length + 2 * padding - dilation * (size - 1) - 1) // stride + 1 for
                 length, size, stride, padding, dilation in zip(inner, kernel, strides, paddings, dilations)]
    return values[:len(values) - len(kernel) - 1] + weight[:1] + inner


def output_of_gradient(gradient, values, weight):
    """The output shape by the shape of its gradient; None if that is not of this convolution."""
    fits = len(gradient) == len(values) == len(weight) > 2 and gradient[:2] == values[:1] + weight[:1]
    return gradient if fits else None
