"""DCGAN: Radford, Metz and Chintala, "Unsupervised representation learning with deep convolutional generative adversarial
networks" (2015), with the widths of PyTorch's example (100 noise values, 64 filters, images of 64 x 64)."""
import math

import torch
from torch import nn

from ..benchmark import Benchmark, Trainer, endless
from ..classification import Enlarged
from ..data import cifar

NOISE, FILTERS, SIZE = 100, 64, 64


def generator():
    parts, inputs = [], NOISE
    for outputs, stride, padding in ((8, 1, 0), (4, 2, 1), (2, 2, 1), (1, 2, 1)):
        outputs *= FILTERS
        parts += [nn.ConvTranspose2d(inputs, outputs, 4, stride, padding, bias=False), nn.BatchNorm2d(outputs),
                  nn.ReLU(inplace=True)]
        inputs = outputs
    return nn.Sequential(*(parts + [nn.ConvTranspose2d(inputs, 3, 4, 2, 1, bias=False), nn.Tanh()]))


def discriminator():
    parts = [nn.Conv2d(3, FILTERS, 4, 2, 1, bias=False), nn.LeakyReLU(0.2, inplace=True)]
    for width in (1, 2, 4):
        width *= FILTERS
        parts += [nn.Conv2d(width, 2 * width, 4, 2, 1, bias=False), nn.BatchNorm2d(2 * width),
                  nn.LeakyReLU(0.2, inplace=True)]
    return nn.Sequential(*(parts + [nn.Conv2d(8 * FILTERS, 1, 4, bias=False)]))


class Gan(nn.Module):
    """Both networks. forward(noise): the discriminator's judgement of generated images."""

    def __init__(self):
        nn.Module.__init__(self)
        self.generator, self.discriminator = generator(), discriminator()
        for part in self.modules():
            if isinstance(part, (nn.Conv2d, nn.ConvTranspose2d)):
                nn.init.normal_(part.weight, 0.0, 0.02)
            elif isinstance(part, nn.BatchNorm2d):
                nn.init.normal_(part.weight, 1.0, 0.02)

    def forward(self, noise):
        return self.discriminator(self.generator(noise))


class GanTrainer(Trainer):
    """One step: the discriminator on real and generated images, then the generator. `loss` is the discriminator's."""

    def __init__(self, model, settings):
        self.network = model.network().to(settings.device).train()
        self._device, self._batch = settings.device, settings.batch
        images, labels, self.source = cifar.load(settings.data, settings.seed)
        self._batches = endless(torch.utils.data.DataLoader(Enlarged(images, labels, SIZE), settings.batch, shuffle=True,
                                                            drop_last=True))
        # The published rate is for a batch of 128; the networks of smaller batches chase each other with it.
        rate = 2e-4 * math.sqrt(settings.batch / 128.0)
        self._optimizers = [torch.optim.Adam(part.parameters(), lr=rate, betas=(0.5, 0.999))
                            for part in (self.network.discriminator, self.network.generator)]
        self._measure = nn.BCEWithLogitsLoss()

    def step(self):
        generate, judge = self.network.generator, self.network.discriminator
        real = (next(self._batches)[0].to(self._device) / 2.5).clamp(-1, 1)  # the range of tanh
        for_judge, for_generator = self._optimizers
        for_judge.zero_grad()
        images = generate(torch.randn(self._batch, NOISE, 1, 1, device=self._device))
        judged = judge(real)
        loss = self._measure(judged, torch.ones_like(judged))
        rejected = judge(images.detach())
        loss = loss + self._measure(rejected, torch.zeros_like(rejected))
        loss.backward()
        for_judge.step()
        for_generator.zero_grad()
        accepted = judge(images)
        deceived = self._measure(accepted, torch.ones_like(accepted))
        deceived.backward()
        for_generator.step()
        return {"loss": loss.detach(), "generator loss": deceived.detach()}


class Model(Benchmark):
    def network(self, literature=False):
        return Gan()

    def example(self, literature=False):
        return (torch.zeros(1, NOISE, 1, 1),)

    def trainer(self, settings):
        return GanTrainer(self, settings)
