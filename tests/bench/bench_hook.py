"""What the hook costs a training: a step that is not traced, a traced op, the start, memory, and a whole training at the
default window. Runs with and without it by turns, those of the whole training side by side; a listener stands for the
agent, so that the agent's own work is not counted.

A training of some ms a step may give memory back to the system and get it again in each step, as its C library finds its
blocks by chance (a block of 1 MB that is faulted in again is 5 % of this training's step). Which blocks those are differs
from process to process, watched or not, and is most of the spread of single runs. So the whole training is run a second
time with a heap that keeps its memory, in both arms alike."""
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

# A model and an optimizer that do nothing: what is left is torch's own Python and the hook's.
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


def by_turns(pairs, one, other):
    """Results of the two, each pair in another order."""
    ones, others = [], []
    for pair in range(pairs):
        for which in ((0, 1), (1, 0))[pair % 2]:
            (ones, others)[which].append((one, other)[which]())
    return ones, others


def interval(ratios):
    """95 %, of the median, by drawing runs anew."""
    chance = random.Random(1)
    found = sorted(statistics.median(chance.choice(ratios) for _ in ratios) for _ in range(2000))
    return found[50], found[1949]


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

    ones, others = by_turns(pairs, with_hook, without)
    return statistics.median(a - b for a, b in zip(ones, others)) * 1e3


if not fakeagent.has_torch():
    sys.exit("%s has no PyTorch; on Debian install python3-torch" % PYTHON)

seen, plain = by_turns(PAIRS, lambda: watched(SMALL, "none")[0][0], lambda: unwatched(SMALL)[0])
step = statistics.median(a - b for a, b in zip(seen, plain))
figure("hook.untraced-step", step, "us", "<=20", step <= 20)

counts = []


def traced():
    numbers, agent = watched(OPS, "5:205")
    counts.append(len(agent.root.spans))
    return numbers[0]


seen, plain = by_turns(max(3, PAIRS // 2), traced, lambda: watched(OPS, "none")[0][0])
op = statistics.median((a - b) / n for a, b, n in zip(seen, plain, counts))
figure("hook.traced-op", op, "us", "<=20", op <= 20)
print("# ops a step: %d" % (counts[0] // 200))

start = start_up("pass", PAIRS)
figure("hook.start", start, "ms", "<=100", start <= 100)
start = start_up("import torch", max(3, PAIRS // 2))
figure("hook.start-with-torch", start, "ms", "<=300", start <= 300)

STEPS = 1500
# Of glibc: others do not know these and are not changed by them.
STEADY = {"MALLOC_TRIM_THRESHOLD_": str(1 << 30), "MALLOC_MMAP_THRESHOLD_": str(1 << 25)}
code = WHOLE.replace("STEPS", str(STEPS))


def side_by_side(pairs):
    """Numbers of the watched and the unwatched runs, and what the hook told. Both at the same time, each on a core of its
    own, the cores exchanged from pair to pair: what slows the machine for a while slows both."""
    cores = sorted(os.sched_getaffinity(0))[:2]
    if len(cores) < 2:
        sys.exit("a watched and an unwatched run side by side need two cores")
    seen, plain, told = [], [], []

    def on(core, run):
        def work():
            os.sched_setaffinity(0, {core})  # of this thread, and so of what it starts
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
            sys.exit("a run of the whole training failed: run it by hand to see why")
        told.append(agent.root.facts["tracing"].get("share_spent", 0.0))
    return seen, plain, told


def whole(name, pairs):
    """The ratios of wall and of processor time (which what other programs do disturbs less); gives the runs' numbers."""
    seen, plain, told = side_by_side(pairs)
    for kind, place in (("", 0), ("-processor", 1)):
        ratios = [a[place] / b[place] for a, b in zip(seen, plain)]
        low, high = interval(ratios)
        ratio = statistics.median(ratios)
        figure(name + kind, 100 * (ratio - 1), "%", "<=2", ratio <= 1.02)
        print("# 95 %% interval %+.2f to %+.2f %%, %d pairs of %.1f s"
              % (100 * (low - 1), 100 * (high - 1), pairs, plain[0][0]))
    print("# the hook itself tells %.2f %%; page faults a step: %s watched, %s unwatched"
          % (100 * statistics.median(told), *(" ".join("%.0f" % run[3] for run in runs) for runs in (seen, plain))),
          flush=True)
    return seen, plain


seen, plain = whole("hook.training", 3 * PAIRS)
memory = statistics.median((a[2] - b[2]) / 1024 for a, b in zip(seen, plain))
figure("hook.memory", memory, "MiB", "<=20", memory <= 20)
os.environ.update(STEADY)
whole("hook.training-steady-heap", 2 * PAIRS)
