"""BERT base: Devlin et al., "BERT: pre-training of deep bidirectional transformers" (2018), with the output layer for
SQuAD, trained from random weights (a pre-trained file would not change time, energy or memory)."""
import math

import torch
from torch import nn
from torch.nn import functional as F

from ..benchmark import Benchmark, Trainer, endless
from ..data import squad

LAYERS, WIDTH, HEADS, INNER, POSITIONS, SEGMENTS = 12, 768, 12, 3072, 512, 2
LITERATURE_LENGTH = 128  # at which the published FLOPs were counted


class Attention(nn.Module):
    def __init__(self):
        nn.Module.__init__(self)
        self.query, self.key, self.value = (nn.Linear(WIDTH, WIDTH) for _ in range(3))
        self.output = nn.Linear(WIDTH, WIDTH)
        self.dropout = nn.Dropout(0.1)

    def forward(self, x, hidden):
        """hidden: (N, 1, 1, L), a large negative number where a key must not be used."""
        query, key, value = (self._heads(part(x)) for part in (self.query, self.key, self.value))
        scores = query.matmul(key.transpose(-1, -2)) / math.sqrt(WIDTH // HEADS) + hidden
        result = self.dropout(torch.softmax(scores, -1)).matmul(value)
        return self.output(result.transpose(1, 2).reshape(x.shape))

    @staticmethod
    def _heads(x):
        return x.view(x.shape[0], x.shape[1], HEADS, WIDTH // HEADS).transpose(1, 2)

    @staticmethod
    def multiply_adds(inputs, output):
        count, length, width = output.shape
        return 2 * count * length * length * width  # scores, and the weighted sum of values


class Layer(nn.Module):
    def __init__(self):
        nn.Module.__init__(self)
        self.attention = Attention()
        self.inner, self.outer = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)
        self.first, self.second = nn.LayerNorm(WIDTH, eps=1e-12), nn.LayerNorm(WIDTH, eps=1e-12)
        self.dropout = nn.Dropout(0.1)

    def forward(self, x, hidden):
        x = self.first(x + self.dropout(self.attention(x, hidden)))
        return self.second(x + self.dropout(self.outer(F.gelu(self.inner(x)))))


class Bert(nn.Module):
    """The encoder. pooled: with the dense layer on the first token, which SQuAD does not use."""

    def __init__(self, pooled):
        nn.Module.__init__(self)
        self.words = nn.Embedding(squad.VOCABULARY, WIDTH)
        self.positions = nn.Embedding(POSITIONS, WIDTH)
        self.segments = nn.Embedding(SEGMENTS, WIDTH)
        self.norm, self.dropout = nn.LayerNorm(WIDTH, eps=1e-12), nn.Dropout(0.1)
        self.layers = nn.ModuleList([Layer() for _ in range(LAYERS)])
        self.pooler = nn.Linear(WIDTH, WIDTH) if pooled else None
        for part in self.modules():
            if isinstance(part, (nn.Linear, nn.Embedding)):
                nn.init.normal_(part.weight, std=0.02)
            if isinstance(part, nn.Linear):
                nn.init.zeros_(part.bias)

    def forward(self, tokens, segments):
        positions = torch.arange(tokens.shape[1], device=tokens.device)
        x = self.dropout(self.norm(self.words(tokens) + self.positions(positions) + self.segments(segments)))
        hidden = (tokens == squad.PADDING).to(x.dtype)[:, None, None] * -10000.0
        for layer in self.layers:
            x = layer(x, hidden)
        return x if self.pooler is None else torch.tanh(self.pooler(x[:, 0]))


class QuestionAnswering(nn.Module):
    """Scores of each token as first and as last of the answer: (N, L, 2)."""

    def __init__(self):
        nn.Module.__init__(self)
        self.encoder = Bert(pooled=False)
        self.output = nn.Linear(WIDTH, 2)

    def forward(self, tokens, segments):
        return self.output(self.encoder(tokens, segments))


class BertTrainer(Trainer):
    def __init__(self, model, settings):
        self.network = model.network().to(settings.device).train()
        self._device = settings.device
        tokens, segments, spans, self.source = squad.load(settings.data, settings.seed)
        dataset = torch.utils.data.TensorDataset(*(torch.from_numpy(part) for part in (tokens, segments, spans)))
        self._batches = endless(torch.utils.data.DataLoader(dataset, settings.batch, shuffle=True, drop_last=True))
        self._optimizer = torch.optim.Adam(self.network.parameters(), lr=3e-5)

    def step(self):
        tokens, segments, spans = (part.to(self._device) for part in next(self._batches))
        self._optimizer.zero_grad()
        scores = self.network(tokens, segments)
        loss = (F.cross_entropy(scores[..., 0], spans[:, 0]) + F.cross_entropy(scores[..., 1], spans[:, 1])) / 2
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        self._optimizer.step()
        exact = (scores.detach().argmax(1) == spans).all(1).float().mean()
        return {"loss": loss.detach(), "accuracy": exact}


class Model(Benchmark):
    def network(self, literature=False):
        return Bert(pooled=True) if literature else QuestionAnswering()

    def example(self, literature=False):
        tokens = torch.ones(1, LITERATURE_LENGTH if literature else squad.LENGTH, dtype=torch.long)
        return tokens, torch.zeros_like(tokens)

    def trainer(self, settings):
        return BertTrainer(self, settings)
