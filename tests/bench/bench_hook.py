"""Overhead of the hook: an untraced step, a traced op, the start, memory, and a whole training with the default window.
Runs with and without the hook alternate; those of the whole training run side by side. The fake agent receives the
messages, so that the work of the real agent is not included.

In a training with steps of a few ms, the C library may return memory to the system and request it again in each step
(a block of 1 MB that is faulted in again is 5 % of this training's step). Which blocks these are depends on the
layout of the heap, with and without the hook, and causes most of the variance. The whole training is therefore
measured a second time with a heap that keeps its memory, in both arms."""
import os
import random
import statistics
import subprocess
import sys
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "tests", "hook"))
import fakeagent  # noqa: E402

PAIRS = int(sys.argv[1]) if len(sys.argv) > 1 else 8
PYTHON = fakeagent.PYTHON

# A model and an optimizer without work: the rest is the Python code of torch and of the hook.
SMALL = """
import time, torch
torch.set_num_threads(1)
class Model(torch.nn.Module):
    def __init__(self):
        super().__init__(); self.w = torch.nn.Parameter(torch.zeros(2))
    def forward(self, x): return x
class Optimizer(torch.optim.Optimizer):
    def __init__(self, p): super().__init__(p, {})
    def step(self): return None
m = Model(); o = Optimizer(m.parameters()); x = torch.zeros(4, 2)
best = 1e9
for block in range(30):
    begin = time.perf_counter()
    for i in range(1000):
        o.zero_grad(); m(x); o.step()
    best = min(best, time.perf_counter() - begin)
print(best * 1e3)
"""
OPS = """
import time, torch
torch.set_num_threads(1)
m = torch.nn.Sequential(*[torch.nn.Linear(8, 8) for i in range(20)])
o = torch.optim.SGD(m.parameters(), lr=0.01)
x = torch.randn(4, 8)
for i in range(5):
    o.zero_grad(); m(x).sum().backward(); o.step()
begin = time.perf_counter()
for i in range(200):
    o.zero_grad(); m(x).sum().backward(); o.step()
print((time.perf_counter() - begin) * 1e6)
"""
WHOLE = """
import time, resource, torch
from torch import nn
torch.set_num_threads(1)
torch.manual_seed(1)
m = nn.Sequential(nn.Conv2d(3, 16, 3, padding=1), nn.BatchNorm2d(16), nn.ReLU(), nn.MaxPool2d(2),
                  nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(32 * 64, 10))
o = torch.optim.Adam(m.parameters())
x, y, f = torch.randn(16, 3, 32, 32), torch.arange(16).fmod(10), nn.CrossEntropyLoss()
begin, work = time.perf_counter(), time.process_time()
faults = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
for i in range(STEPS):
    o.zero_grad(); f(m(x), y).backward(); o.step()
used = resource.getrusage(resource.RUSAGE_SELF)
print(time.perf_counter() - begin, time.process_time() - work, used.ru_maxrss, (used.ru_minflt - faults) / STEPS)
"""


def numbers_of(done):
    if done.returncode != 0:
        sys.exit(done.stderr.strip().splitlines()[-1])
    return [float(word) for word in done.stdout.split()]


def watched(code, ops=None):
    with fakeagent.Agent() as agent:
        done = agent.run(["-c", code], ops)
    return numbers_of(done), agent


def unwatched(code):
    return numbers_of(fakeagent.run_unwatched(["-c", code]))


def alternate(pairs, first, second):
    """Results of two functions; the order changes from pair to pair."""
    firsts, seconds = [], []
    for pair in range(pairs):
        for which in ((0, 1), (1, 0))[pair % 2]:
            (firsts, seconds)[which].append((first, second)[which]())
    return firsts, seconds


def interval(ratios):
    """95 % interval of the median, by bootstrap."""
    chance = random.Random(1)
    medians = sorted(statistics.median(chance.choice(ratios) for _ in ratios) for _ in range(2000))
    return medians[50], medians[1949]


def figure(name, value, unit, goal, good):
    print("%s %.4g %s %s %s" % (name, value, unit, goal, "ok" if good else "short"), flush=True)


def timed(command, environment):
    import time
    begin = time.perf_counter()
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begin


def start_up(code, pairs):
    def with_hook():
        with fakeagent.Agent() as agent:
            return timed([PYTHON, "-c", code], agent.environment())

    def without():
        return timed([PYTHON, "-c", code], dict(os.environ, **fakeagent.QUIET))

    seen, plain = alternate(pairs, with_hook, without)
    return statistics.median(a - b for a, b in zip(seen, plain)) * 1e3


if not fakeagent.has_torch():
    sys.exit("%s has no PyTorch; on Debian install python3-torch" % PYTHON)

seen, plain = alternate(PAIRS, lambda: watched(SMALL, "none")[0][0], lambda: unwatched(SMALL)[0])
step = statistics.median(a - b for a, b in zip(seen, plain))
figure("hook.untraced-step", step, "us", "<=20", step <= 20)

counts = []


def traced():
    numbers, agent = watched(OPS, "5:205")
    counts.append(len(agent.root.spans))
    return numbers[0]


seen, plain = alternate(max(3, PAIRS // 2), traced, lambda: watched(OPS, "none")[0][0])
op = statistics.median((a - b) / n for a, b, n in zip(seen, plain, counts))
figure("hook.traced-op", op, "us", "<=20", op <= 20)
print("# ops per step: %d" % (counts[0] // 200))

start = start_up("pass", PAIRS)
figure("hook.start", start, "ms", "<=100", start <= 100)
start = start_up("import torch", max(3, PAIRS // 2))
figure("hook.start-with-torch", start, "ms", "<=300", start <= 300)

STEPS = 1500
# Variables of glibc; other C libraries ignore them.
STEADY = {"MALLOC_TRIM_THRESHOLD_": str(1 << 30), "MALLOC_MMAP_THRESHOLD_": str(1 << 25)}
code = WHOLE.replace("STEPS", str(STEPS))


def side_by_side(pairs):
    """(numbers of the runs with the hook, numbers of those without, cost reported by the hook). Both runs of a pair run
    at the same time on two cores, which are exchanged from pair to pair, so that disturbances affect both."""
    cores = sorted(os.sched_getaffinity(0))[:2]
    if len(cores) < 2:
        sys.exit("two cores are needed to run with and without the hook side by side")
    seen, plain, reported = [], [], []

    def on(core, run):
        def work():
            os.sched_setaffinity(0, {core})  # of this thread and of the processes that it starts
            run()

        thread = threading.Thread(target=work)
        thread.start()
        return thread

    for pair in range(pairs):
        with fakeagent.Agent() as agent:
            runs = [on(cores[pair % 2], lambda: seen.append(numbers_of(agent.run(["-c", code])))),
                    on(cores[1 - pair % 2], lambda: plain.append(unwatched(code)))]
            for run in runs:
                run.join()
        if min(len(seen), len(plain)) <= pair:
            sys.exit("a run of the whole training failed; run the script WHOLE alone to see the error")
        reported.append(agent.root.facts["tracing"].get("share_spent", 0.0))
    return seen, plain, reported


def whole(name, pairs):
    """Prints the ratios of elapsed and of processor time, of which other programs disturb the second less; returns the
    numbers of all runs."""
    seen, plain, reported = side_by_side(pairs)
    for kind, place in (("", 0), ("-processor", 1)):
        ratios = [a[place] / b[place] for a, b in zip(seen, plain)]
        low, high = interval(ratios)
        ratio = statistics.median(ratios)
        figure(name + kind, 100 * (ratio - 1), "%", "<=2", ratio <= 1.02)
        print("# 95 %% interval %+.2f to %+.2f %%, %d pairs of %.1f s"
              % (100 * (low - 1), 100 * (high - 1), pairs, plain[0][0]))
    print("# the hook reports %.2f %%; page faults per step: %s with the hook, %s without"
          % (100 * statistics.median(reported), *(" ".join("%.0f" % run[3] for run in runs) for runs in (seen, plain))),
          flush=True)
    return seen, plain


seen, plain = whole("hook.training", 3 * PAIRS)
memory = statistics.median((a[2] - b[2]) / 1024 for a, b in zip(seen, plain))
figure("hook.memory", memory, "MiB", "<=20", memory <= 20)
os.environ.update(STEADY)
whole("hook.training-steady-heap", 2 * PAIRS)
