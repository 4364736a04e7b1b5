"""The table of frameworks: the module whose import is watched, and the module that instruments it.

To add one:
1. write stepscope/frameworks/<name>hook.py with a class Instrument(module, runtime), derived from
   instrument.BaseInstrument; it calls runtime.tracker and sets runtime.tracker.tracer;
2. add its line here;
3. add a test under tests/hook.
"""

FRAMEWORKS = {
    "torch": "stepscope.frameworks.torchhook",
    "tensorflow": "stepscope.frameworks.tensorflowhook",
}
