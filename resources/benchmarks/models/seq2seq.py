"""seq2seq: Sutskever, Vinyals and Le, "Sequence to sequence learning with neural networks" (2014): an encoder and a
decoder, each of four LSTM layers of 1000 cells, with 160,000 source and 80,000 target words."""
import torch
from torch import nn
from torch.nn import functional as F

from ..benchmark import Benchmark, Trainer, endless
from ..data import iwslt

SOURCE_WORDS, TARGET_WORDS, CELLS, LAYERS = 160000, 80000, 1000, 4


class SequenceToSequence(nn.Module):
    def __init__(self):
        nn.Module.__init__(self)
        self.source = nn.Embedding(SOURCE_WORDS, CELLS)
        self.target = nn.Embedding(TARGET_WORDS, CELLS)
        self.encoder = nn.LSTM(CELLS, CELLS, LAYERS, batch_first=True)
        self.decoder = nn.LSTM(CELLS, CELLS, LAYERS, batch_first=True)
        self.output = nn.Linear(CELLS, TARGET_WORDS)
        for parameter in self.parameters():
            nn.init.uniform_(parameter, -0.08, 0.08)  # as published

    def forward(self, sources, targets):
        """Scores of the words that follow the targets: (N, L, TARGET_WORDS)."""
        _, state = self.encoder(self.source(sources))
        x, _ = self.decoder(self.target(targets), state)
        return self.output(x)


class TranslationTrainer(Trainer):
    """SGD with rate 0.7 and gradients clipped to a norm of 5, as published."""

    def __init__(self, model, settings):
        self.network = model.network().to(settings.device).train()
        self._device = settings.device
        sources, targets, self.source = iwslt.load(settings.data, settings.seed, SOURCE_WORDS, TARGET_WORDS)
        dataset = torch.utils.data.TensorDataset(torch.from_numpy(sources), torch.from_numpy(targets))
        self._batches = endless(torch.utils.data.DataLoader(dataset, settings.batch, shuffle=True, drop_last=True))
        self._optimizer = torch.optim.SGD(self.network.parameters(), lr=0.7)

    def step(self):
        sources, targets = (part.to(self._device) for part in next(self._batches))
        self._optimizer.zero_grad()
        wanted = targets[:, 1:]
        scores = self.network(sources, targets[:, :-1])
        loss = F.cross_entropy(scores.reshape(-1, TARGET_WORDS), wanted.reshape(-1), ignore_index=iwslt.PADDING)
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
        self._optimizer.step()
        used = wanted != iwslt.PADDING
        correct = (scores.detach().argmax(-1) == wanted) & used
        return {"loss": loss.detach(), "accuracy": correct.sum().float() / used.sum().float()}


class Model(Benchmark):
    def network(self, literature=False):
        return SequenceToSequence()

    def example(self, literature=False):
        words = torch.ones(1, iwslt.LENGTH, dtype=torch.long)
        return words, words

    def trainer(self, settings):
        return TranslationTrainer(self, settings)
