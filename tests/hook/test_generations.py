"""Each generation of PyTorch's legacy profiler yields the same spans. The profilers are stand-ins with the interface
of each version."""
import sys
import types
import unittest

import fakeagent
from test_records import START_NS, Record, Runtime, marks

sys.path.insert(0, fakeagent.HOOK)

from stepscope.frameworks import torchlegacy  # noqa: E402


class OldRecord:
    """1.4 and 1.5: without handles; the range that began last ends first."""

    def __init__(self, *args):
        record = Record(*args)
        for name in ("kind", "name", "thread_id", "shapes"):
            setattr(self, name, getattr(record, name))
        self._record = record

    def cpu_elapsed_us(self, other):
        return self._record.cpu_elapsed_us(other._record)


class NumberedRecord(Record):
    """From 1.7 on: with sequence numbers."""

    def sequence_nr(self):
        return {"aten::mm": 3, "MmBackward": 3}.get(self.name(), -1)

    def scope(self):
        return 1 if "Backward" in self.name() else 0


def torch_of(arity, legacy_name=False, with_module=None):
    """arity: number of arguments of ProfilerConfig."""
    torch = types.SimpleNamespace(enabled_with=[], nn=types.SimpleNamespace(Module=type("Module", (), {"__call__": len})))

    def config(*args):
        if len(args) != arity:
            raise TypeError("ProfilerConfig takes %d arguments" % arity)
        return args

    def enable(given):
        torch.enabled_with.append(given)

    suffix = "_legacy" if legacy_name else ""
    torch.autograd = types.SimpleNamespace(
        ProfilerConfig=config, ProfilerState=types.SimpleNamespace(CPU="CPU"),
        profiler=types.SimpleNamespace(record_function=None),
        **{"_enable_profiler" + suffix: enable, "_disable_profiler" + suffix: lambda: []})
    return torch


GENERATIONS = {
    "1.4": (2, False, OldRecord), "1.6": (3, False, Record), "1.7": (4, False, NumberedRecord),
    "1.8.0": (5, True, NumberedRecord),
}


class Generations(unittest.TestCase):
    def test_configuration(self):
        for version, (arity, legacy_name, _) in GENERATIONS.items():
            torch = torch_of(arity, legacy_name)
            tracer = torchlegacy.LegacyTracer(torch, Runtime())
            tracer.enable()
            tracer.enable()
            expected = ("CPU", True, False, False, False)[:arity]
            self.assertEqual(torch.enabled_with, [expected, expected], version)
            self.assertFalse(tracer.enabled())

    def test_from_1_8_1_on_torch_creates_the_configuration(self):
        arguments = []

        class profile:
            def __init__(self, record_shapes, with_flops=False):
                arguments.append((record_shapes, with_flops))

            def config(self):
                return "configuration"

        module = types.ModuleType("torch.autograd.profiler_legacy")
        module.profile = profile
        before = sys.modules.get(module.__name__)
        sys.modules[module.__name__] = module
        try:
            torch = torch_of(0, True)
            torchlegacy.LegacyTracer(torch, Runtime()).enable()
        finally:
            del sys.modules[module.__name__]
            if before is not None:
                sys.modules[module.__name__] = before
        self.assertEqual((arguments, torch.enabled_with), ([(True, False)], ["configuration"]))

    def test_records(self):
        for version, (arity, legacy_name, kind) in GENERATIONS.items():
            runtime = Runtime()
            tracer = torchlegacy.LegacyTracer(torch_of(arity, legacy_name), runtime)
            head, head_reads = marks(0.0, 100)
            tail, tail_reads = marks(5001.0, 200)
            again = [kind(*record._values[:5]) for record in head], [kind(*record._values[:5]) for record in tail]
            own = [kind("push", "aten::mm", 1, 1000.0), kind("push", "aten::empty", 2, 1100.0), kind("pop", "", 2, 1200.0),
                   kind("pop", "", 1, 1400.0), kind("push", "MmBackward", 3, 2000.0), kind("pop", "", 3, 2100.0)]
            records = [[kind("mark", "__start_profile", 0, -5.0)] + again[0] + own + again[1]]
            thread = __import__("_thread").get_ident()
            calls = {thread: [(START_NS + 990000, "fc"), (START_NS + 1500000, None)]}
            tracer._convert(START_NS + 900000, START_NS + 5000500, thread, head_reads, tail_reads, records, calls)
            seen = runtime.sender.seen
            self.assertEqual([(round((s[1] - START_NS) / 1000), round(s[2] / 1000), seen.ops[s[3]][0], s[4])
                              for s in seen.spans],
                             [(1000, 400, "aten::mm", 0), (1100, 100, "aten::empty", 1), (2000, 100, "MmBackward", 0)], version)
            numbered = kind is NumberedRecord
            self.assertEqual([seen.ops[s[3]][2] for s in seen.spans], ["fc", "fc", "fc" if numbered else ""], version)
            self.assertEqual(len(seen.links), 1 if numbered else 0, version)

    def test_no_profiler_at_all(self):
        torch = types.SimpleNamespace(autograd=types.SimpleNamespace())
        self.assertFalse(torchlegacy.LegacyTracer.available(torch))


if __name__ == "__main__":
    unittest.main()
