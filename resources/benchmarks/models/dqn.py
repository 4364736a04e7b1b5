"""Deep RL: the deep Q-network of Mnih et al., "Human-level control through deep reinforcement learning" (2015)."""
import random

import numpy
import torch
from torch import nn
from torch.nn import functional as F

from ..benchmark import Benchmark, Trainer
from ..data import atari
from ..layers import Flatten, conv_relu

HISTORY = 4
CAPACITY = 20000  # screens of 7 KB: 141 MB when full; the paper keeps a million
WARM_UP = 400  # random actions before the first step
ACTIONS_A_STEP = 4
TARGET_STEPS = 1000  # steps after which the target network is copied; 10,000 in the paper
DISCOUNT = 0.99
FULL_EXPLORATION, LEAST_EXPLORATION, EXPLORATION_STEPS = 1.0, 0.1, 20000


def network(actions):
    return nn.Sequential(
        conv_relu(HISTORY, 32, 8, 4), conv_relu(32, 64, 4, 2), conv_relu(64, 64, 3), Flatten(),
        nn.Linear(64 * 7 * 7, 512), nn.ReLU(inplace=True), nn.Linear(512, actions),
    )


class Replay(object):
    """The last screens, with the action taken at each and what followed. Observations are built when they are drawn."""

    def __init__(self):
        size = (CAPACITY, atari.SIZE, atari.SIZE)
        self._screens = numpy.zeros(size, numpy.uint8)
        self._actions = numpy.zeros(CAPACITY, numpy.int64)
        self._rewards = numpy.zeros(CAPACITY, numpy.float32)
        self._over = numpy.zeros(CAPACITY, bool)
        self._count = 0

    def add(self, screen, action, reward, over):
        place = self._count % CAPACITY
        self._screens[place], self._actions[place] = screen, action
        self._rewards[place], self._over[place] = reward, over
        self._count += 1

    def observation(self, end):
        """Four screens up to number `end`; those of an earlier game are black."""
        result = numpy.zeros((HISTORY,) + self._screens.shape[1:], numpy.uint8)
        for back in range(HISTORY):
            if back and (end - back < 0 or self._over[(end - back) % CAPACITY]):
                break
            result[HISTORY - 1 - back] = self._screens[(end - back) % CAPACITY]
        return result

    def draw(self, count):
        """(observations, actions, rewards, following observations, 0 where the game ended else 1)."""
        oldest = max(0, self._count - CAPACITY) + HISTORY
        picked = [random.randrange(oldest, self._count - 1) for _ in range(count)]
        places = [number % CAPACITY for number in picked]
        before = numpy.stack([self.observation(number) for number in picked])
        after = numpy.stack([self.observation(number + 1) for number in picked])
        return before, self._actions[places], self._rewards[places], after, (~self._over[places]).astype(numpy.float32)


class DqnTrainer(Trainer):
    """One step: four actions in the game, then one update from `batch` remembered transitions."""

    def __init__(self, model, settings):
        self.network = model.network().to(settings.device).train()
        self._target = model.network().to(settings.device)
        self._target.load_state_dict(self.network.state_dict())
        self._device, self._batch = settings.device, settings.batch
        random.seed(settings.seed)
        self._game, self.source = atari.load(settings.data, settings.seed)
        self._replay, self._steps, self._acted = Replay(), 0, 0
        self._screen = self._game.reset()
        self._recent = [self._screen]
        for _ in range(WARM_UP):
            self._act(random.randrange(atari.ACTIONS))
        self._optimizer = torch.optim.RMSprop(self.network.parameters(), lr=2.5e-4, alpha=0.95, eps=0.01)

    def _act(self, action):
        screen, reward, over = self._game.act(action)
        self._replay.add(self._screen, action, reward, over)
        self._screen = self._game.reset() if over else screen
        self._recent = [self._screen] if over else (self._recent + [screen])[-HISTORY:]

    def _choose(self):
        done = min(1.0, float(self._steps) / EXPLORATION_STEPS)
        if random.random() < FULL_EXPLORATION + done * (LEAST_EXPLORATION - FULL_EXPLORATION):
            return random.randrange(atari.ACTIONS)
        black = [numpy.zeros_like(self._screen)] * (HISTORY - len(self._recent))
        with torch.no_grad():
            return int(self.network(self._tensor(numpy.stack(black + self._recent)[None])).argmax())

    def _tensor(self, screens):
        return torch.from_numpy(screens).to(self._device).float() / 255

    def step(self):
        for _ in range(ACTIONS_A_STEP):
            self._act(self._choose())
        before, actions, rewards, after, goes_on = self._replay.draw(self._batch)
        with torch.no_grad():
            best = self._target(self._tensor(after)).max(1)[0]
            wanted = torch.from_numpy(rewards).to(self._device) + DISCOUNT * best * torch.from_numpy(goes_on).to(self._device)
        self._optimizer.zero_grad()
        values = self.network(self._tensor(before))
        taken = values.gather(1, torch.from_numpy(actions).to(self._device)[:, None])[:, 0]
        loss = F.smooth_l1_loss(taken, wanted)
        loss.backward()
        self._optimizer.step()
        self._steps += 1
        if self._steps % TARGET_STEPS == 0:
            self._target.load_state_dict(self.network.state_dict())
        return {"loss": loss.detach()}


class Model(Benchmark):
    def network(self, literature=False):
        return network(atari.ACTIONS)

    def example(self, literature=False):
        return (torch.zeros(1, HISTORY, atari.SIZE, atari.SIZE),)

    def trainer(self, settings):
        return DqnTrainer(self, settings)
