"""Every file of the corpus of real files is imported or refused for a stated reason, and nothing is left out without a named count.

tst_databaseimport, tst_profilertextimport, tst_tensorflowimport and tst_chrometraceimport compare the contents of profiles with
independent scripts; this test compares those of logs of tegrastats, line by line, and requires a comparison for each file.
"""
import collections
import os
import re
import subprocess
import sys
import tempfile
import unittest

import numpy as np

SOURCE = os.environ["STEPSCOPE_SOURCE_DIR"]
APP = os.environ["STEPSCOPE_APP_FILE"]
CORPUS = os.environ.get("STEPSCOPE_CORPUS") or os.path.join(os.path.dirname(SOURCE), "shared", "corpus")
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(SOURCE, "resources", "python"))
import stepscope  # noqa: E402

# Files without data of a run, with a part of the reason.
REFUSED = {
    "nsys/vectoradd_report3.nsys-rep": "nsys export",
    "nvprof/empty_profile.nvvp": "contains no activity",
    "nvprof/jetson_summary_gist_alejocr_head.txt": "without any table",
    "nvprof/nbody_visual_profiler_xml.nvvp": "no trace data",
    "tf_runmetadata/simple_timeline_graph.pbtxt": "contains no times",
}
# The tests that compare the other files of a folder with a script.
COMPARED = {
    "nsys": ("tst_databaseimport.cpp", "tst_profilertextimport.cpp"),
    "nvprof": ("tst_databaseimport.cpp", "tst_profilertextimport.cpp"),
    "tf_runmetadata": ("tst_tensorflowimport.cpp",),
    "tf_timeline": ("tst_chrometraceimport.cpp",),
    "pytorch_trace": ("tst_chrometraceimport.cpp",),
}
MEBIBYTE = 1 << 20
CONSTANT = {("temperature", "PMIC"), ("rail.power", "NC")}  # no measurements: left out, as an event says
OFF = -256  # degrees, which tegrastats prints for a sensor that is off


def files_of(folder):
    return ["%s/%s" % (folder, name) for name in sorted(os.listdir(os.path.join(CORPUS, folder)))]


def program(*words):
    done = subprocess.run((APP,) + words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
    return done.returncode, done.stdout


class Counters:
    """Number, least and greatest value of each series."""

    def __init__(self):
        self.series = collections.defaultdict(list)

    def add(self, quantity, name, value):
        self.series[quantity, name].append(value)

    def add_line(self, line):
        memory = re.search(r"\bRAM (\d+)/(\d+)MB", line)
        self.add("memory.used", "memory used", int(memory[1]) * MEBIBYTE)
        self.add("memory.total", "memory total", int(memory[2]) * MEBIBYTE)
        cores = re.search(r"\b[Cc][Pp][Uu] \[([^\]]*)\]", line)
        if cores:
            for number, core in enumerate(cores[1].split(",")):
                load = re.fullmatch(r"(\d+)%(?:@\d+)?", core.strip())
                if load:
                    self.add("cpu.utilization", "cpu%d" % number, int(load[1]) / 100)
        gpu = re.search(r"\bGR3D_FREQ (\d+)%", line)
        if gpu:
            self.add("gpu.utilization", "GPU", int(gpu[1]) / 100)
        for name, degrees in re.findall(r"(?<!\S)(\w+)@(-?[\d.]+)C(?:/[\d.]+C)?(?!\S)", line):
            if float(degrees) != OFF:
                self.add("temperature", name, float(degrees))
        for name, milliwatts in re.findall(r"(?<!\S)([A-Z]\w+) (\d+)(?:mW)?(?:/\d+(?:mW)?){1,2}(?!\S)", line):
            self.add("rail.power", name, int(milliwatts) / 1000)

    def amounts(self):
        return {key: (len(values), min(values), max(values)) for key, values in self.series.items()}


def amounts_in(path, quantities):
    recording = stepscope.open(path)
    found = {}
    for channel in recording.channels():
        if channel["quantity"] in quantities:
            values = recording.samples("%s %s" % (channel["quantity"], channel["name"]))[1]
            values = values[np.isfinite(values)]
            if len(values):
                found[channel["quantity"], channel["name"]] = (len(values), values.min(), values.max())
    return found


@unittest.skipUnless(os.path.isdir(CORPUS), "the folder of real files is not there: set STEPSCOPE_CORPUS to read it")
class Corpus(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.output = os.path.join(folder.name, "run.stepscope")

    def test_every_file_is_read_or_refused_for_a_reason(self):
        number = 0
        for folder in tuple(COMPARED) + ("tegrastats", "tegrastats_lines"):
            for file in files_of(folder):
                with self.subTest(file):
                    number += 1
                    if os.path.exists(self.output):
                        os.remove(self.output)
                    status, text = program("import", os.path.join(CORPUS, file), "-o", self.output)
                    if file in REFUSED:
                        self.assertTrue(status != 0 and len(text.splitlines()) == 1, text)
                        self.assertIn(REFUSED[file], text)
                        self.assertFalse(os.path.exists(self.output))
                        continue
                    self.assertEqual(status, 0, text)
                    self.assertIn("run.stepscope: intact", program("verify", self.output)[1])
        self.assertGreater(number, 70)

    def test_every_profile_is_compared(self):
        for folder, tests in COMPARED.items():
            sources = ""
            for test in tests:
                place = os.path.join(SOURCE, "tests", "analysis", "import", "chrome" if "chrome" in test else "", test)
                with open(place, encoding="utf-8") as file:
                    sources += file.read()
            for file in files_of(folder):
                # tst_chrometraceimport reads all files of its two folders.
                name = '"%s"' % folder if "chrome" in tests[0] else os.path.basename(file)
                self.assertIn(name, sources, "no test compares " + file)

    def test_counters_of_tegrastats(self):
        compared = collections.Counter()
        for file in files_of("tegrastats") + files_of("tegrastats_lines"):
            with open(os.path.join(CORPUS, file), encoding="utf-8", errors="replace") as log:
                lines = [line for line in log if re.search(r"\bRAM \d+/\d+MB", line)]
            if "all_boards" in file:
                continue  # templates of an emulator, whose loads are not numbers
            expected = Counters()
            for line in lines:
                expected.add_line(line)
            with self.subTest(file):
                if os.path.exists(self.output):
                    os.remove(self.output)
                status, text = program("import", os.path.join(CORPUS, file), "-o", self.output)
                self.assertEqual(status, 0, text)
                amounts = expected.amounts()
                for key in set(amounts) & CONSTANT:
                    del amounts[key]
                    self.assertIn(key[1], program("query", self.output, "SELECT text FROM events", "--json")[1])
                found = amounts_in(self.output, {quantity for quantity, _ in amounts})
                for key, (count, least, most) in amounts.items():
                    if key not in found and key[0] == "rail.power":
                        key = (key[0], next((name for _, name in found if name.startswith(key[1] + " ")), key[1]))
                    self.assertIn(key, found)
                    self.assertEqual(found[key][0], count, key)
                    np.testing.assert_allclose(found[key][1:], (least, most), rtol=0, atol=1e-9, err_msg=str(key))
                    compared[key[0]] += 1
        self.assertEqual(set(compared), {"memory.used", "memory.total", "cpu.utilization", "gpu.utilization", "temperature", "rail.power"})


if __name__ == "__main__":
    unittest.main()
