"""A load of known shape on the GPU, by which its sensors are measured: busy for phases of random length, told as spans.

    python3 -m stepscope.load [--seconds N] [--seed N] [--device cuda]     under the agent

Exit status 3: there is no PyTorch, or it has no such device.
"""
import argparse
import random
import sys
import time

import stepscope
from stepscope import clock

SHORTEST, LONGEST = 0.02, 0.8  # seconds, as the agent's own load of the processor


def work(torch, device, until):
    """Keeps the device busy until then; returns when it is idle again."""
    size = 128 if device == "cpu" else 1024  # a round must be short beside a phase
    a = torch.ones((size, size), device=device)
    while clock.now_ns() < until:
        for _ in range(4):
            a = (a @ a) * 1e-3
        if device != "cpu":
            torch.cuda.synchronize()


def play(torch, device, seconds, seed, tell):
    work(torch, device, clock.now_ns())  # the first call prepares the device
    chance = random.Random(seed)
    end = clock.now_ns() + int(seconds * 1e9)
    while clock.now_ns() < end:
        time.sleep(chance.uniform(SHORTEST, LONGEST))
        begin = clock.now_ns()
        work(torch, device, min(begin + int(chance.uniform(SHORTEST, LONGEST) * 1e9), end))
        tell(begin, clock.now_ns())


def teller():
    """Gives (begin, end) to the agent; to nobody where none listens."""
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
        print("%s has no PyTorch" % sys.executable, file=sys.stderr)
        return 3
    if options.device != "cpu" and not torch.cuda.is_available():
        print("PyTorch %s finds no GPU" % torch.__version__, file=sys.stderr)
        return 3
    play(torch, options.device, options.seconds, options.seed, teller())
    return 0


if __name__ == "__main__":
    sys.exit(main())
