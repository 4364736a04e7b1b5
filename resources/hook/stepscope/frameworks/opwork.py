"""Floating-point operations and bytes of one instance of an op, derived from the shapes of its inputs.

A multiply-add counts as two operations. Bytes are a lower bound: each input is read once and the output is written
once. An element is assumed to have 4 bytes, since shapes do not contain the type.
"""
from .convolutions import FORWARD

ITEM = 4
# One operation per element of the result.
ELEMENTWISE = frozenset("aten::" + name for name in (
    "add add_ sub sub_ mul mul_ div div_ relu relu_ clamp_min clamp_min_ threshold_backward sqrt sqrt_ addcmul "
    "addcmul_ addcdiv addcdiv_ sigmoid sigmoid_ tanh tanh_ exp neg maximum minimum abs pow square "
    "sigmoid_backward tanh_backward lerp lerp_").split())
# Memory traffic without arithmetic.
MOVING = frozenset("aten::" + name for name in ("copy_", "clone", "contiguous", "fill_", "zero_"))
TERNARY = frozenset(("aten::addcmul", "aten::addcmul_", "aten::addcdiv", "aten::addcdiv_"))


def work(name, shapes, output=None):
    """(operations, bytes), 0 where unknown. shapes: a list of lists; output: the shape of a convolution's output, see
    convolutions."""
    try:
        return _work(name, [list(shape) for shape in shapes], output)
    except (IndexError, TypeError, ValueError):
        return 0, 0


def _work(name, shapes, output):
    if name in FORWARD:
        return _convolution(shapes[0], shapes[1], output) if output else (0, 0)
    if name in ("aten::mm", "aten::bmm"):
        return _matmul(shapes[0], shapes[1])
    if name in ("aten::addmm", "aten::baddbmm", "aten::addbmm"):
        operations, moved = _matmul(shapes[1], shapes[2])
        return operations, moved + ITEM * _size(shapes[0])
    if name == "aten::linear" and len(shapes[1]) == 2:
        (rows, inner), outer = (shapes[1], _size(shapes[0]) // max(shapes[0][-1], 1))
        return 2 * outer * rows * inner, ITEM * (_size(shapes[0]) + rows * inner + outer * rows)
    if name == "aten::convolution_backward" and len(shapes[2]) >= 3:
        return _convolution_backward(shapes[0], shapes[1], shapes[2])
    if name in ELEMENTWISE and shapes and shapes[0]:
        result = _broadcast(shapes)
        inputs = sum(_size(shape) for shape in shapes if shape)
        return (3 if name in TERNARY else 1) * _size(result), ITEM * (inputs + _size(result))
    if name in MOVING and shapes and shapes[0]:
        return 0, ITEM * _size(shapes[0]) * (1 if name in ("aten::fill_", "aten::zero_") else 2)
    return 0, 0


def _matmul(left, right):
    operations = 2 * _size(left) * right[-1]
    return operations, ITEM * (_size(left) + _size(right) + _size(left) // max(left[-1], 1) * right[-1])


def _convolution(values, weight, output):
    return 2 * _size(output) * _size(weight[1:]), ITEM * (_size(values) + _size(weight) + _size(output))


def _convolution_backward(gradient, values, weight):
    """(operations, bytes) of the gradients of input and weight, each with as many operations as the forward
    convolution, whose output has the size of the gradient."""
    each = 2 * _size(gradient) * _size(weight[1:])
    return 2 * each, ITEM * (2 * _size(gradient) + 2 * _size(values) + 2 * _size(weight))


def _broadcast(shapes):
    shapes = [shape for shape in shapes if shape]
    rank = max(len(shape) for shape in shapes)
    return [max(shape[place - rank + len(shape)] if place >= rank - len(shape) else 1 for shape in shapes)
            for place in range(rank)]


def _size(shape):
    result = 1
    for length in shape:
        result *= length
    return result if shape else 0
