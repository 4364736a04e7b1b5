"""Environments of Deep RL: an Atari 2600 game of gym where it is installed with its games, else the built-in game.

Both give screens of 84 x 84 with values of 0 to 255, 60 or fewer a second of play; the last four are an observation.
"""
import numpy

from . import Source

NAME = "Atari 2600"
GAME = "PongNoFrameskip-v4"
SIZE = 84
ACTIONS = 6  # of Pong
FRAME_SKIP = 4


def load(folder, seed):
    """(environment, Source). An environment has reset() -> screen and act(action) -> (screen, reward, over)."""
    try:
        import gym
        environment = GymGame(gym.make(GAME), seed)
    except Exception as error:  # not installed, without its games, or with another interface
        reason = str(error).split("\n")[0][:80]
        return Catch(seed), Source(NAME, False, "the built-in game Catch, %d x %d; gym: %s" % (SIZE, SIZE, reason))
    return environment, Source(NAME, True, GAME + " of gym " + str(getattr(gym, "__version__", "")))


class GymGame(object):
    """A game of gym: each action is repeated four times, the screen is grey and reduced to 84 x 84 (Mnih et al.)."""

    def __init__(self, environment, seed):
        self._environment, self._seed = environment, seed
        if environment.action_space.n != ACTIONS:
            raise ValueError("the game has %d actions" % environment.action_space.n)

    def reset(self):
        if self._seed is not None:
            seed, self._seed = self._seed, None
            try:
                return self._screen(self._environment.reset(seed=seed))
            except TypeError:  # before gym 0.22
                self._environment.seed(seed)
        return self._screen(self._environment.reset())

    def act(self, action):
        total = 0.0
        for _ in range(FRAME_SKIP):
            result = self._environment.step(action)
            total += result[1]
            over = result[2] or (len(result) > 4 and result[3])  # since 0.26: terminated and truncated
            if over:
                break
        return self._screen(result[0]), max(-1.0, min(1.0, total)), over

    @staticmethod
    def _screen(observation):
        if isinstance(observation, tuple):  # since gym 0.26: observation, information
            observation = observation[0]
        grey = observation.mean(2) if observation.ndim == 3 else observation
        rows = (numpy.arange(SIZE) * grey.shape[0]) // SIZE
        columns = (numpy.arange(SIZE) * grey.shape[1]) // SIZE
        return grey[rows][:, columns].astype(numpy.uint8)


class Catch(object):
    """A ball falls from a random column; the paddle at the bottom moves left (2), right (3) or stays. The reward is 1 if it
    catches the ball, else -1."""

    CELL = 6
    COLUMNS = SIZE // CELL
    MOVES = (0, 0, -1, 1, -1, 1)  # by action, as in Pong: no-op, fire, and two actions for each direction

    def __init__(self, seed):
        self._random = numpy.random.RandomState(seed)

    def reset(self):
        self._ball = [0, self._random.randint(self.COLUMNS)]
        self._paddle = self._random.randint(self.COLUMNS)
        return self._screen()

    def act(self, action):
        self._paddle = min(max(self._paddle + self.MOVES[action], 0), self.COLUMNS - 1)
        self._ball[0] += 1
        over = self._ball[0] == self.COLUMNS - 1
        caught = abs(self._ball[1] - self._paddle) <= 1
        return self._screen(), (1.0 if caught else -1.0) if over else 0.0, over

    def _screen(self):
        screen, cell = numpy.zeros((SIZE, SIZE), numpy.uint8), self.CELL
        row, column = self._ball
        screen[row * cell:(row + 1) * cell, column * cell:(column + 1) * cell] = 255
        left = max(self._paddle - 1, 0) * cell
        screen[-cell:, left:(self._paddle + 2) * cell] = 160
        return screen
