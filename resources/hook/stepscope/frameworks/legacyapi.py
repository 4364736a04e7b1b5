"""The legacy profiler of PyTorch, before Kineto, under the names of its versions.

| version | start | its argument |
|---|---|---|
| 1.4, 1.5 | torch.autograd._enable_profiler | ProfilerConfig(state, shapes) |
| 1.6 | the same | ProfilerConfig(state, shapes, memory) |
| 1.7 | the same | ProfilerConfig(state, shapes, memory, stack) |
| 1.8.0 | _enable_profiler_legacy | (state, shapes, memory, stack, flops) |
| from 1.8.1 | the same | torch.autograd.profiler_legacy.profile(...).config() |

In versions with Kineto, `_enable_profiler` is a different function with two arguments, next to
`_enable_profiler_legacy`.
"""
import sys


class LegacyApi:
    @classmethod
    def find(cls, torch):
        """The API of this PyTorch, or None if it has no legacy profiler."""
        autograd = torch.autograd
        for suffix in ("_legacy", ""):
            enable = getattr(autograd, "_enable_profiler" + suffix, None)
            disable = getattr(autograd, "_disable_profiler" + suffix, None)
            if enable is not None and disable is not None:
                return cls(autograd, enable, disable)
        return None

    def __init__(self, autograd, enable, disable):
        self._autograd = autograd
        self._enable = enable
        self.disable = disable
        self.enabled = getattr(autograd, "_profiler_enabled", lambda: False)
        self._config = None

    def enable(self):
        if self._config is None:
            self._config = self._make_config()
        self._enable(self._config)

    def _make_config(self):
        # Without profile_memory: torch would warn on standard error about each tensor that it did not see allocated.
        # Without with_flops: torch would warn in the training's forward about arguments that it cannot count.
        legacy = sys.modules.get("torch.autograd.profiler_legacy")
        if legacy is not None and hasattr(legacy, "profile"):
            try:
                return legacy.profile(record_shapes=True).config()
            except (TypeError, AttributeError):
                pass
        autograd = self._autograd
        state = autograd.ProfilerState.CPU
        for rest in ((False, False, False), (False, False), (False,), ()):
            try:
                return autograd.ProfilerConfig(state, True, *rest)
            except TypeError:
                pass
        return autograd.ProfilerConfig(state, True)
