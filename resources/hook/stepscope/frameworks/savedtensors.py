"""PyTorch: bytes of intermediate tensors on the CPU, whose allocator has no statistics.

Measured once, in a forward of the model in an early step: autograd passes each tensor that it keeps for the backward pass
through the functions of torch.autograd.graph.saved_tensors_hooks (from 1.10 on), which return it unchanged, so results are
identical bit for bit. Parameters and inputs are not counted, and a storage that several operations keep counts once. The
workspace of operations is not included. Before 1.10 the outputs of the innermost modules are summed instead, which is only
an estimate: it lacks what an operation keeps for itself, and includes outputs that no backward pass needs.
"""
EXACT, ESTIMATE = "saved tensors", "outputs of modules (estimate)"


class SavedTensors:
    """Measures between start() and stop(), which surround one forward on one thread."""

    def __init__(self, torch):
        self._torch = torch
        self._hooks = self._open = None
        self._excluded = self._seen = None
        self.bytes = None  # None until measured
        self.method = EXACT

    def can_measure(self, module):
        """Compiled and scripted models would be compiled again, or bypass the hooks."""
        compiled = type(module).__name__ == "OptimizedModule" or isinstance(module, self._torch.jit.ScriptModule)
        return self._open is None and not compiled

    def start(self, module, inputs):
        self._excluded = {_storage(p)[0] for p in module.parameters()}
        self._excluded.update(_storage(tensor)[0] for tensor in inputs)
        self._seen = {}
        self._hooks = getattr(getattr(self._torch.autograd, "graph", None), "saved_tensors_hooks", None)
        self.method = EXACT if self._hooks is not None else ESTIMATE
        if self._hooks is not None:
            self._open = self._hooks(self._pack, _same)
            self._open.__enter__()
        else:
            register = getattr(self._torch.nn.modules.module, "register_module_forward_hook", None)
            self._open = register(self._output) if register is not None else None

    def stop(self):
        opened, self._open = self._open, None
        if opened is None:
            return
        if self._hooks is not None:
            opened.__exit__(None, None, None)
        else:
            opened.remove()
        self.bytes = sum(self._seen.values())
        self._excluded = self._seen = None

    def _pack(self, tensor):
        try:
            self._add(tensor)
        except Exception:  # a kind of tensor without a storage; the training must not fail
            pass
        return tensor

    def _output(self, module, inputs, output):
        try:
            if next(module.children(), None) is None:
                for tensor in output if isinstance(output, (list, tuple)) else (output,):
                    if isinstance(tensor, self._torch.Tensor):
                        self._add(tensor)
        except Exception:
            pass

    def _add(self, tensor):
        key, size = _storage(tensor)
        if key not in self._excluded:
            self._seen[key] = max(size, self._seen.get(key, 0))


def _same(tensor):
    return tensor


def _storage(tensor):
    """(address, bytes) of the tensor's storage."""
    if hasattr(tensor, "untyped_storage"):
        storage = tensor.untyped_storage()
        return storage.data_ptr(), storage.nbytes()
    storage = tensor.storage()
    return storage.data_ptr(), storage.size() * tensor.element_size()
