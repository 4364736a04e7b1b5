"""A convolutional network whose images come from a worker of a DataLoader, which unpacks, flips and shifts them, as
is usual in trainings on images. Prints "steps N" at the end."""
import argparse
import zlib

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

SIZE = 48


class Packed(Dataset):
    """Synthetic images, stored compressed like image files."""

    def __init__(self, count):
        generator = torch.Generator().manual_seed(3)
        self.labels = torch.randint(0, 8, (count,), generator=generator)
        ramp = torch.arange(SIZE, dtype=torch.float32)
        self.packed = []
        for label in self.labels.tolist():
            picture = (torch.sin(ramp * (label + 1) / 6)[None, None, :] * 90 + 128).expand(3, SIZE, SIZE)
            noise = torch.randint(0, 24, (3, SIZE, SIZE), generator=generator)
            self.packed.append(zlib.compress(bytes((picture + noise).byte().reshape(-1).tolist())))

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, index):
        raw = bytearray(zlib.decompress(self.packed[index]))
        picture = torch.frombuffer(raw, dtype=torch.uint8).reshape(3, SIZE, SIZE).float() / 255
        if index % 2:
            picture = picture.flip(2)
        return torch.roll(picture, index % 7, 1), self.labels[index]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=150)
    parser.add_argument("--batch", type=int, default=96)
    options = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)
    network = nn.Sequential(nn.Conv2d(3, 16, 3, padding=1), nn.ReLU(), nn.Conv2d(16, 24, 3, padding=1), nn.ReLU(),
                            nn.MaxPool2d(4), nn.Flatten(), nn.Linear(24 * (SIZE // 4) ** 2, 8))
    optimizer = torch.optim.SGD(network.parameters(), lr=0.02)
    measure = nn.CrossEntropyLoss()
    loader = DataLoader(Packed(options.batch * 25), batch_size=options.batch, num_workers=1, persistent_workers=True)
    steps = 0
    while steps < options.steps:
        for pictures, labels in loader:
            optimizer.zero_grad()
            measure(network(pictures), labels).backward()
            optimizer.step()
            steps += 1
            if steps == options.steps:
                break
    print("steps", steps)


if __name__ == "__main__":
    main()
