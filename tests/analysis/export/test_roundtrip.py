"""Recordings of real runs return from a Chrome trace by import, field by field to 1 us, and equal their npz exactly.

Of each run, a training on the virtual board and one with PyTorch on this computer, every format is also read by
readexports.py. The recordings are read by resources/python/stepscope.py, which shares no code with the program.
"""
import json
import os
import subprocess
import sys
import tempfile
import unittest

import numpy as np

SOURCE = os.environ["STEPSCOPE_SOURCE_DIR"]
APP = os.environ["STEPSCOPE_APP_FILE"]
sys.dont_write_bytecode = True
sys.path[:0] = [os.path.join(SOURCE, "resources", "python"), os.path.join(SOURCE, "tests", "analysis", "export")]
import readexports  # noqa: E402
import stepscope  # noqa: E402

MICROSECOND = 1000  # ns
RUNS = {
    "board": ("virtual-tx2", "--model", "squeezenet", "--batch", "4", "--steps", "8", "--ops", "all"),
    "PyTorch": ("local", "--model", "smallcnn", "--batch", "8", "--steps", "8", "--ops", "all"),
}


# The training starts `python3`, which has to be the Python of this test.
ENVIRONMENT = dict(os.environ, PATH=os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"], QT_QPA_PLATFORM="offscreen")


def run(*command):
    done = subprocess.run((APP,) + command, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
    if done.returncode != 0:
        raise AssertionError("%s: status %d: %s" % (" ".join(command), done.returncode, done.stdout))
    return done.stdout


def origin_of(recording):
    """The time of the recording's clock at the real time 0, ns."""
    start = recording.header["start"]
    return start["monotonic_ns"] - start["realtime_ns"]


def spans_of(recording):
    """(lane, start, duration, name, shapes, module, category), sorted; times are real times in ns."""
    spans, ops, lanes, origin = recording.spans(), recording.ops(), recording.lanes(), origin_of(recording)
    rows = []
    for lane, start, duration, op in zip(*(spans[key].tolist() for key in ("lane", "start_ns", "duration_ns", "op"))):
        rows.append((lanes[lane]["name"], start - origin, duration) + tuple(ops[op][key] for key in ("name", "shapes", "module", "category")))
    return sorted(rows)


def steps_of(recording):
    steps, origin = recording.steps(), origin_of(recording)
    keys = ("index", "start_ns", "end_ns", "samples", "flags")
    return [(index, start - origin, end - origin, samples, flags)
            for index, start, end, samples, flags in zip(*(steps[key].tolist() for key in keys))]


def counters_of(recording):
    """By quantity, name and unit: real times in ns and values, without gaps."""
    counters = {}
    for channel in recording.channels():
        title = (channel["quantity"], channel["name"], channel["unit"])
        seconds, values = recording.samples(readexports.title(channel))
        present = np.isfinite(values)
        if present.any():
            counters[title] = np.rint(seconds[present] * 1e9).astype(np.int64) + recording.header["start"]["realtime_ns"], values[present]
    return counters


class RoundTrip(unittest.TestCase):
    def same_times(self, found, expected, what):
        self.assertEqual(len(found), len(expected), what)
        late = np.abs(np.asarray(found, np.int64) - np.asarray(expected, np.int64))
        self.assertLessEqual(int(late.max()) if len(late) else 0, MICROSECOND, what)

    def same_spans(self, found, expected):
        self.assertEqual(len(found), len(expected))
        self.assertEqual([row[:1] + row[3:] for row in found], [row[:1] + row[3:] for row in expected])
        self.same_times([row[1] for row in found], [row[1] for row in expected], "starts of spans")
        self.same_times([row[2] for row in found], [row[2] for row in expected], "durations of spans")

    def same_steps(self, found, expected):
        self.assertEqual([row[:1] + row[3:] for row in found], [row[:1] + row[3:] for row in expected])
        self.same_times([row[1] for row in found], [row[1] for row in expected], "starts of steps")
        self.same_times([row[2] for row in found], [row[2] for row in expected], "ends of steps")

    def same_counters(self, found, expected):
        self.assertEqual(sorted(found), sorted(expected))
        for title, (times, values) in expected.items():
            self.same_times(found[title][0], times, title)
            np.testing.assert_allclose(found[title][1], values, rtol=1e-12, atol=0, err_msg=str(title))

    def check(self, arguments):
        with tempfile.TemporaryDirectory() as folder:
            path = lambda name: os.path.join(folder, name)
            run("profile", arguments[0], "-o", path("run.stepscope"), *arguments[1:])
            for option, name in (("--trace", "run.json"), ("--trace", "run.json.gz"), ("--trace", "run.pftrace"), ("--npz", "run.npz"),
                                 ("--pprof", "run.pb.gz"), ("--folded", "run.folded"), ("--html", "run.html"), ("--wide-csv", "run.csv")):
                run("export", path("run.stepscope"), option, path(name))
            recording = stepscope.open(path("run.stepscope"))
            self.assertGreater(len(recording.spans()["op"]), 500)
            self.assertEqual(len(recording.steps()["index"]), 8)
            self.assertGreater(len(counters_of(recording)), 5)
            # Each span, step and sample in the files of all formats; the arrays of npz are equal bit by bit.
            _, names, values = readexports.expected(folder)
            for name in ("run.json", "run.json.gz"):
                readexports.check_chrome(path(name), recording, names, values)
            readexports.check_perfetto(path("run.pftrace"), recording, names, values)
            readexports.check_npz(path("run.npz"), recording)
            readexports.check_stacks(path("run.pb.gz"), path("run.folded"))
            readexports.check_html(path("run.html"))
            readexports.check_wide(path("run.csv"), recording)
            for name in ("run.json", "run.json.gz"):
                run("import", path(name), "-o", path(name + ".stepscope"))
                again = stepscope.open(path(name + ".stepscope"))
                self.same_spans(spans_of(again), spans_of(recording))
                self.same_steps(steps_of(again), steps_of(recording))
                self.same_counters(counters_of(again), counters_of(recording))
            # A second trip changes nothing: the trace has the same events.
            run("export", path("run.json.stepscope"), "--trace", path("again.json"))
            self.assertEqual(amounts(path("again.json")), amounts(path("run.json")))

    def test_board(self):
        self.check(RUNS["board"])

    def test_pytorch(self):
        if subprocess.call([sys.executable, "-c", "import torch"], stderr=subprocess.DEVNULL) != 0:
            self.skipTest("PyTorch is not installed")
        self.check(RUNS["PyTorch"])


def amounts(trace):
    """Events of each phase and category, without the descriptions of processes."""
    with open(trace, encoding="utf-8") as file:
        events = json.load(file)["traceEvents"]
    counts = {}
    for event in events:
        if event["ph"] != "M":
            key = (event["ph"], event.get("cat"), event["name"])
            counts[key] = counts.get(key, 0) + 1
    return counts


if __name__ == "__main__":
    unittest.main()
