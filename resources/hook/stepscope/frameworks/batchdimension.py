"""Which dimension of a model's input is the batch, by the modules that receive the input in the model's first step.

A recurrent or attention module without batch_first has the batch second; a linear module or a convolution may receive a
single sample without a dimension for the batch. Without such a module the first dimension counts.
"""


def module_kinds(torch):
    """(modules that take a sequence, convolutions, linear modules)"""
    nn = torch.nn
    return (nn.RNNBase, nn.MultiheadAttention), nn.modules.conv._ConvNd, nn.Linear


def is_kind(module, kind):
    """A derived class with its own forward() may treat its input in another way, so that it is of no kind."""
    return isinstance(module, kind) and str(getattr(type(module).forward, "__module__", "")).startswith("torch.")


class BatchDimension:
    def __init__(self, torch, quiet):
        self._quiet = quiet
        self._packed = torch.nn.utils.rnn.PackedSequence
        self._sequence, self._convolution, self._linear = module_kinds(torch)

    def packed_shape(self, args):
        """The shape of an input that is a packed batch of sequences, as (sequences, length); else None."""
        if args and isinstance(args[0], self._packed):
            sizes = args[0].batch_sizes
            return int(sizes[0]), int(sizes.shape[0])
        return None

    def see(self, module, args, shape):
        """A module receives a tensor of this shape in the first step. True if this determines the batch."""
        own = tuple(self._quiet.shape)
        shape = tuple(shape)
        if is_kind(module, self._sequence):
            return self._see_sequence(module, args, own, shape)
        if is_kind(module, self._convolution) and shape == own:
            if len(shape) == len(module.kernel_size) + 1:
                self._quiet.learn(unbatched=len(own))
            return True
        if len(own) != 1:
            return False
        if len(shape) == 1:
            if shape != own or not is_kind(module, self._linear):
                return False
            self._quiet.learn(unbatched=1)
        elif shape[0] == own[0]:
            self._quiet.learn(flat=True)
        elif shape[0] == 1:
            self._quiet.learn(unbatched=1)
        else:
            return False
        return True

    def _see_sequence(self, module, args, own, shape):
        if args and isinstance(args[0], self._packed):
            return True
        if len(shape) == 2 and shape[0] == own[0] and len(own) <= 2:
            self._quiet.learn(unbatched=len(own))
        elif len(shape) == 3 and len(own) > 1 and not getattr(module, "batch_first", False):
            if shape[:2] == own[:2] or own[0] != shape[1] == own[1]:
                self._quiet.learn(dimension=1)
        elif len(shape) == 3 and own[0] == shape[0]:
            self._quiet.learn(flat=True)
        return True


def is_compiled(model):
    """A part of the model is compiled, so that its calls must not be watched."""
    return any(type(module).__name__ == "OptimizedModule" or vars(module).get("_compiled_call_impl") is not None
               for module in model.modules())
