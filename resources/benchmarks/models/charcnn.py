"""Char-CNN: a convolution over characters and an LSTM that predict the next character.

The study names Zhang, Zhao and LeCun (2015), who have no LSTM, and describes a network of two layers, LSTM and
convolution, on Shakespeare's text. There is no published definition of it. This one has one layer of each kind, with widths
that give the study's own figures: 1 M parameters, and 23 M multiply-adds for a sample of 25 characters (the length in
Karpathy's min-char-rnn)."""
import torch
from torch import nn
from torch.nn import functional as F

from ..benchmark import Benchmark, Trainer, endless
from ..data import shakespeare

LENGTH = 25
EMBEDDING, FILTERS, KERNEL, UNITS = 128, 256, 7, 300


class CharCnn(nn.Module):
    def __init__(self, symbols):
        nn.Module.__init__(self)
        self.embedding = nn.Embedding(symbols, EMBEDDING)
        self.convolution = nn.Conv1d(EMBEDDING, FILTERS, KERNEL)
        self.lstm = nn.LSTM(FILTERS, UNITS, batch_first=True)
        self.output = nn.Linear(UNITS, symbols)

    def forward(self, codes):
        x = self.embedding(codes).transpose(1, 2)
        x = F.relu(self.convolution(F.pad(x, (KERNEL - 1, 0))))  # padded at the left: no character sees later ones
        x, _ = self.lstm(x.transpose(1, 2))
        return self.output(x)


class Windows(torch.utils.data.Dataset):
    """Pieces of the text of LENGTH characters, and the same pieces one character later."""

    def __init__(self, codes):
        self._codes = torch.from_numpy(codes)

    def __len__(self):
        return (len(self._codes) - 1) // LENGTH

    def __getitem__(self, index):
        start = index * LENGTH
        return self._codes[start:start + LENGTH], self._codes[start + 1:start + LENGTH + 1]


class CharTrainer(Trainer):
    def __init__(self, model, settings):
        self.network = model.network().to(settings.device).train()
        self._device = settings.device
        codes, self.source = shakespeare.load(settings.data, settings.seed)
        self._batches = endless(torch.utils.data.DataLoader(Windows(codes), settings.batch, shuffle=True, drop_last=True))
        self._optimizer = torch.optim.Adam(self.network.parameters(), lr=2e-3)

    def step(self):
        codes, following = (part.to(self._device) for part in next(self._batches))
        self._optimizer.zero_grad()
        logits = self.network(codes)
        loss = F.cross_entropy(logits.reshape(-1, logits.shape[-1]), following.reshape(-1))
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
        self._optimizer.step()
        return {"loss": loss.detach(), "accuracy": (logits.detach().argmax(-1) == following).float().mean()}


class Model(Benchmark):
    def network(self, literature=False):
        return CharCnn(shakespeare.SYMBOLS)

    def example(self, literature=False):
        return (torch.zeros(1, LENGTH, dtype=torch.long),)

    def trainer(self, settings):
        return CharTrainer(self, settings)
