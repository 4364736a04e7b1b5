"""A load of known shape on the GPU, for measuring the timing of its sensors: busy phases of random length, as spans.

    python3 -m stepscope.load [--seconds N] [--seed N] [--device cuda]     under the agent

Exit status 3: there is no PyTorch, or it has no such device.
"""
import argparse
import random
import sys
import time

import stepscope
from stepscope import clock

SHORTEST, LONGEST = 0.02, 0.8  # seconds, as in the agent's load of the processor


def keep_busy(torch, device, until):
    """Keeps the device busy until the time `until` (ns); returns when it is idle again."""
    size = 128 if device == "cpu" else 1024  # one round must be short compared to a phase
    a = torch.ones((size, size), device=device)
    while clock.now_ns() < until:
        for _ in range(4):
            a = (a @ a) * 1e-3
        if device != "cpu":
            torch.cuda.synchronize()


def run_load(torch, device, seconds, seed, report):
    """Alternates idle and busy phases; calls report(begin, end) in ns after each busy phase."""
    keep_busy(torch, device, clock.now_ns())  # the first call initializes the device
    chance = random.Random(seed)
    end = clock.now_ns() + int(seconds * 1e9)
    while clock.now_ns() < end:
        time.sleep(chance.uniform(SHORTEST, LONGEST))
        begin = clock.now_ns()
        keep_busy(torch, device, min(begin + int(chance.uniform(SHORTEST, LONGEST) * 1e9), end))
        report(begin, clock.now_ns())


def span_reporter():
    """A function that sends (begin, end) to the agent as a span, or does nothing without an agent."""
    runtime = stepscope._runtime
    if runtime is None or not runtime.ready():
        return lambda begin, end: None
    lane, op = runtime.stream.lane(0, 0, "load"), runtime.stream.op("load")
    return lambda begin, end: runtime.stream.spans(lane, [begin], [end - begin], [op], [0])


def main():
    parser = argparse.ArgumentParser(prog="stepscope.load")
    parser.add_argument("--seconds", type=float, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cuda")
    options = parser.parse_args()
    try:
        import torch
    except ImportError:
        print("%s has no PyTorch, so there is no load for the GPU." % sys.executable, file=sys.stderr)
        return 3
    if options.device != "cpu" and not torch.cuda.is_available():
        print("PyTorch %s finds no GPU, so there is no load for it." % torch.__version__, file=sys.stderr)
        return 3
    run_load(torch, options.device, options.seconds, options.seed, span_reporter())
    return 0


if __name__ == "__main__":
    sys.exit(main())
