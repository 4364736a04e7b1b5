"""PyTorch Lightning: the values of LightningModule.log, as metrics."""
import functools
import sys

from ..importwatch import ImportWatch
from ..traceback_frames import drop_own_frame, hidden

MODULES = (
    "pytorch_lightning.core.lightning",  # to 1.5
    "pytorch_lightning.core.module",  # from 1.6
    "lightning.pytorch.core.module",  # the joint package, from 2.0
)


class LightningLog:
    def __init__(self, runtime, replace):
        """replace: as BaseInstrument.replace."""
        self._runtime = runtime
        self._replace = replace
        self._watch = ImportWatch(MODULES, self._imported)
        self._watch.start()

    def stop(self):
        self._watch.stop()

    def _imported(self, name):
        try:
            kind = getattr(sys.modules[name], "LightningModule", None)
            if kind is not None and "log" in vars(kind):  # log_dict calls log
                self._replace(kind, "log", self._logging)
        except Exception as error:
            self._runtime.failed("while preparing " + name, error)

    def _logging(self, original):
        @hidden
        @functools.wraps(original)
        def log(module, *args, **kwargs):
            try:
                result = original(module, *args, **kwargs)
            except BaseException as error:
                drop_own_frame(error)
                raise
            name = args[0] if args else kwargs.get("name")
            value = args[1] if len(args) > 1 else kwargs.get("value")
            self._runtime.automatic_metric(name, value)
            return result

        return log
