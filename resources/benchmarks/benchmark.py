"""The interface of a model of the suite."""


class Benchmark(object):
    """One model of the table. Each module of models/ defines a class Model derived from it."""

    def __init__(self, row):
        self.row = row

    def network(self, literature=False):
        """The modules to train as one torch.nn.Module; literature: in the variant whose published numbers the table
        states."""
        raise NotImplementedError

    def example(self, literature=False):
        """The inputs of network() for one sample."""
        raise NotImplementedError

    def trainer(self, settings):
        """A Trainer."""
        raise NotImplementedError


class Settings(object):
    """batch; data: folder with real data, or None; seed; device: a torch.device."""

    def __init__(self, batch, data=None, seed=1, device="cpu"):
        self.batch, self.data, self.seed, self.device = batch, data, seed, device


class Trainer(object):
    """A training in progress. source: a data.Source, which says where the data come from."""

    source = None

    def step(self):
        """Trains one step; returns metrics as a dictionary, name -> 0-dimensional tensor that is not read yet."""
        raise NotImplementedError


def endless(loader):
    """The batches of a DataLoader without end, epoch after epoch."""
    while True:
        for batch in loader:
            yield batch
