"""The demo training: a small convolutional network on synthetic images. Needs only PyTorch, runs on any machine.

The images come from a fixed seed; each class has a different stripe pattern, so the loss decreases. Every 10th step
prints the loss; the last line is "steps N".
"""
import argparse
import time

import torch
from torch import nn

CLASSES = 10


def synthetic_images(count, size):
    """(count, 3, size, size) images in [-1, 1] and their classes."""
    generator = torch.Generator().manual_seed(7)
    labels = torch.randint(0, CLASSES, (count,), generator=generator)
    column = torch.arange(size, dtype=torch.float32)
    stripes = torch.sin(column[None, :] * (labels[:, None].float() + 1.0) * 6.2832 / size)
    noise = torch.randn(count, 3, size, size, generator=generator)
    return 0.5 * stripes[:, None, None, :] + 0.3 * noise, labels


def model():
    return nn.Sequential(
        nn.Conv2d(3, 16, 3, padding=1), nn.BatchNorm2d(16), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(16, 32, 3, padding=1), nn.BatchNorm2d(32), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(32, 64, 3, padding=1), nn.ReLU(), nn.AdaptiveAvgPool2d(4),
        nn.Flatten(), nn.Linear(64 * 16, 64), nn.ReLU(), nn.Linear(64, CLASSES),
    )


def batches(images, labels, batch):
    """Batches without end; the last batch of an epoch may be smaller."""
    while True:
        for start in range(0, len(images), batch):
            yield images[start:start + batch], labels[start:start + batch]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=60, help="training steps (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=0,
                        help="least duration: more steps than --steps where they are short (default: %(default)s)")
    parser.add_argument("--batch", type=int, default=32, help="images per step (default: %(default)s)")
    parser.add_argument("--images", type=int, default=512, help="number of images (default: %(default)s)")
    parser.add_argument("--size", type=int, default=32, help="width and height in pixels (default: %(default)s)")
    parser.add_argument("--threads", type=int, default=0, help="CPU threads (default: PyTorch's choice)")
    options = parser.parse_args()
    if options.threads:
        torch.set_num_threads(options.threads)
    torch.manual_seed(1)
    images, labels = synthetic_images(options.images, options.size)
    network, measure = model(), nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD(network.parameters(), lr=0.05, momentum=0.9)
    steps, begin = 0, time.time()
    for inputs, targets in batches(images, labels, options.batch):
        if steps >= options.steps and time.time() - begin >= options.seconds:
            break
        optimizer.zero_grad()
        loss = measure(network(inputs), targets)
        loss.backward()
        optimizer.step()
        steps += 1
        if steps % 10 == 0:
            print("step %d loss %.6f" % (steps, loss.item()), flush=True)
    print("steps %d" % steps, flush=True)


if __name__ == "__main__":
    main()
