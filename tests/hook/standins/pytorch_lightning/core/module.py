import torch


class LightningModule(torch.nn.Module):
    def log(self, name, value, prog_bar=False, logger=None, on_step=None, on_epoch=None):
        if not isinstance(name, str):
            raise TypeError("the name of a metric is not a str")

    def log_dict(self, dictionary, **options):
        for name, value in dictionary.items():
            self.log(name, value, **options)
