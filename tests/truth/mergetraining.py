"""A training whose marked ranges are recorded twice: by Stepscope's hook, and by PyTorch's profiler as a trace.

    mergetraining.py TRACE SEED

Times of the trace become real times, as Kineto writes them; the profiler of Debian's PyTorch writes times from its start.
"""
import json
import random
import sys
import time

import torch
from torch.profiler import ProfilerActivity, profile, record_function

import stepscope


def mark(name):
    """Both ranges begin within microseconds of each other."""
    return stepscope.span(name), record_function(name)


def main(trace, seed):
    chance = random.Random(seed)
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    model = torch.nn.Sequential(torch.nn.Conv2d(3, 16, 3), torch.nn.ReLU(), torch.nn.Conv2d(16, 32, 3), torch.nn.ReLU(),
                                torch.nn.AdaptiveAvgPool2d(1), torch.nn.Flatten(), torch.nn.Linear(32, 10))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    anchors = []
    with profile(activities=[ProfilerActivity.CPU]) as profiler:
        for step in range(60):
            time.sleep(chance.uniform(0.002, 0.05))  # waiting for data
            batch = torch.randn(chance.choice([8, 16, 32]), 3, 48, 48)
            recorded, profiled = mark("marked %d" % step)
            anchors.append(time.time_ns() / 1000)
            with recorded, profiled:
                optimizer.zero_grad()
                loss = model(batch).square().mean()
                loss.backward()
                optimizer.step()
    profiler.export_chrome_trace(trace)
    with open(trace, encoding="utf-8") as file:
        content = json.load(file)
    events = content["traceEvents"] if isinstance(content, dict) else content
    first = next(event["ts"] for event in events if event["name"] == "marked 0")
    if first < 1e15:
        for event in events:
            event["ts"] += round(anchors[0] - first)
        with open(trace, "w", encoding="utf-8") as file:
            json.dump(content, file)


main(sys.argv[1], int(sys.argv[2]))
