#!/usr/bin/env python3
"""Small PyTorch trainings of the kinds whose steps are hard to detect: plain, epochs, gan, accumulation."""
import argparse
import time

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def network(width, outputs):
    return nn.Sequential(nn.Conv2d(3, width, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
                         nn.Conv2d(width, 2 * width, 3, padding=1), nn.ReLU(), nn.AdaptiveAvgPool2d(4),
                         nn.Flatten(), nn.Linear(32 * width, outputs))


def generator(noise):
    return nn.Sequential(nn.Linear(noise, 512), nn.ReLU(), nn.Unflatten(1, (32, 4, 4)),
                         nn.ConvTranspose2d(32, 32, 4, 2, 1), nn.ReLU(), nn.ConvTranspose2d(32, 32, 4, 2, 1), nn.ReLU(),
                         nn.ConvTranspose2d(32, 3, 4, 2, 1), nn.Tanh())


def augmented(images):
    """The images with noise, which one thread draws; the network computes in all threads."""
    return images + 0.1 * torch.randn(images.shape)


def plain(options, images, labels):
    model = network(options.width, 10)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
    measure = nn.CrossEntropyLoss()
    for _ in range(options.steps):
        optimizer.zero_grad()
        measure(model(augmented(images)), labels).backward()
        optimizer.step()


def epochs(options, images, labels):
    model = network(options.width, 10)
    optimizer = torch.optim.Adam(model.parameters())
    measure = nn.CrossEntropyLoss()
    repeated = TensorDataset(images.repeat(options.epoch, 1, 1, 1), labels.repeat(options.epoch))
    loader = DataLoader(repeated, batch_size=len(images), shuffle=True, num_workers=2)
    for _ in range(options.steps // options.epoch):
        for inputs, targets in loader:
            optimizer.zero_grad()
            measure(model(inputs), targets).backward()
            optimizer.step()


def gan(options, images, _labels):
    judge, maker = network(options.width, 1), generator(64)
    judging = torch.optim.Adam(judge.parameters(), lr=2e-4)
    making = torch.optim.Adam(maker.parameters(), lr=2e-4)
    measure = nn.BCEWithLogitsLoss()
    real, fake = torch.ones(len(images), 1), torch.zeros(len(images), 1)
    for _ in range(options.steps):
        made = maker(torch.randn(len(images), 64))
        judging.zero_grad()
        (measure(judge(augmented(images)), real) + measure(judge(made.detach()), fake)).backward()
        judging.step()
        making.zero_grad()
        measure(judge(made), real).backward()
        making.step()


class TextClassifier(nn.Module):
    """Most parameters are those of the words, as in models for which users accumulate gradients."""

    def __init__(self, words, width):
        super().__init__()
        self.embedding = nn.Embedding(words, width)
        self.layers = nn.Sequential(nn.Conv1d(width, width, 5, padding=2), nn.ReLU(),
                                    nn.Conv1d(width, width, 5, padding=2), nn.ReLU(), nn.AdaptiveMaxPool1d(1),
                                    nn.Flatten(), nn.Linear(width, 10))

    def forward(self, words):
        return self.layers(self.embedding(words).transpose(1, 2))


def accumulation(options, _images, labels):
    model = TextClassifier(30000, 8 * options.width)
    texts = torch.randint(0, 30000, (len(labels), 128))
    optimizer = torch.optim.Adam(model.parameters())
    measure = nn.CrossEntropyLoss()
    for _ in range(options.steps):
        optimizer.zero_grad(set_to_none=True)
        for _ in range(4):
            (measure(model(texts), labels) / 4).backward()
        optimizer.step()


def main():
    kinds = {"plain": plain, "epochs": epochs, "gan": gan, "accumulation": accumulation}
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=sorted(kinds))
    parser.add_argument("--steps", type=int, default=150)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--width", type=int, default=16)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--epoch", type=int, default=20, help="steps of an epoch (kind: epochs)")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(1)
    images, labels = torch.randn(options.batch, 3, 32, 32), torch.randint(0, 10, (options.batch,))
    time.sleep(0.5)
    kinds[options.kind](options, images, labels)
    print("steps", options.steps)


if __name__ == "__main__":
    main()
