"""Counts parameters, and multiply-adds of one forward pass.

A multiply-add is one operation here, as in the literature on convolutional networks, which calls it a FLOP. Only matrix
products and convolutions count; biases, normalization, activations and pooling are left out (1 % of the total or less).
"""


def parameters(module):
    """The number of trainable parameters."""
    return sum(p.numel() for p in module.parameters() if p.requires_grad)


def _convolution(module, inputs, output):
    kernel = 1
    for size in module.kernel_size:
        kernel *= size
    if getattr(module, "transposed", False):  # each input element is multiplied with the whole kernel
        return inputs[0].numel() * kernel * (module.out_channels // module.groups)
    return output.numel() * kernel * (module.in_channels // module.groups)


def _linear(module, inputs, output):
    return output.numel() * module.in_features


def _lstm(module, inputs, output):
    positions = inputs[0].shape[0] * inputs[0].shape[1]
    directions = 2 if module.bidirectional else 1
    total = 0
    for layer in range(module.num_layers):
        width = module.input_size if layer == 0 else module.hidden_size * directions
        total += 4 * module.hidden_size * (width + module.hidden_size) * directions
    return positions * total


def multiply_adds(torch, module, inputs):
    """Multiply-adds of module(*inputs). A module that multiplies matrices in its own code has a method
    multiply_adds(inputs, output) that returns those."""
    nn = torch.nn
    rules = [((nn.Conv1d, nn.Conv2d, nn.ConvTranspose2d), _convolution), (nn.Linear, _linear), (nn.LSTM, _lstm)]
    total, handles = [0], []

    def count(rule):
        def hook(part, given, output):
            total[0] += rule(part, given, output)

        return hook

    for part in module.modules():
        own = getattr(part, "multiply_adds", None)
        if own is not None:
            handles.append(part.register_forward_hook(count(lambda p, given, output: p.multiply_adds(given, output))))
        for kind, rule in rules:
            if isinstance(part, kind):
                handles.append(part.register_forward_hook(count(rule)))
    training = module.training
    module.eval()
    with torch.no_grad():
        module(*inputs)
    module.train(training)
    for handle in handles:
        handle.remove()
    return total[0]
