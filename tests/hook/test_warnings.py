"""Unmodified trainings under `python -W error`, with every step traced: exit status, standard output with the bits of all
losses, and standard error equal those of a run without the hook. Some of them warn or fail by themselves."""
import unittest

import fakeagent
from test_harmless import ScriptCase

BEGIN = """
import copy, io, sys, traceback, warnings
import torch, torch.nn.functional as F
from torch import nn
torch.manual_seed(7); torch.set_num_threads(1)
def train(model, make, steps=8, loss=lambda y: y.float().square().mean(), optimizer=None):
    o = optimizer or torch.optim.Adam(model.parameters())
    for i in range(steps):
        o.zero_grad(); l = loss(model(make())); l.backward(); o.step(); print(l.item().hex())
image = lambda: torch.randn(4, 3, 9, 9)
class Numbers(torch.utils.data.Dataset):
    def __len__(self): return 22
    def __getitem__(self, i): return torch.full((3, 9, 9), float(i)), i % 3
"""
STYLES = {
    "same padding": "train(nn.Sequential(nn.Conv2d(3, 4, 3, padding='same'), nn.ReLU(), nn.Conv2d(4, 2, 4, padding='valid')), image)",
    "unbatched convolution": "train(nn.Sequential(nn.Conv2d(3, 4, 3, stride=2), nn.ReLU()), lambda: torch.randn(3, 9, 9))",
    "script": """
class Net(nn.Module):
    def __init__(self): super().__init__(); self.c = nn.Conv2d(3, 4, 3); self.f = nn.Linear(4 * 49, 2)
    def forward(self, x): return self.f(torch.relu(self.c(x)).flatten(1))
train(torch.jit.script(Net()), image)
""",
    "traced graph": """
m = nn.Sequential(nn.Conv2d(3, 4, 3), nn.ReLU(), nn.Flatten(), nn.Linear(196, 2))
train(m, image, 3); train(torch.jit.trace(m, image()), image); print(torch.fx.symbolic_trace(m).code)
""",
    "functional convolutions": """
class Net(nn.Module):
    def __init__(self): super().__init__(); self.w = nn.Parameter(torch.randn(4, 3, 3, 3)); self.b = nn.Parameter(torch.randn(5))
    def forward(self, x):
        x = F.conv2d(x, self.w, stride=2, padding=1); return F.conv1d(x.flatten(2), torch.ones(5, 4, 3), self.b, dilation=2)
train(Net(), image)
""",
    "other convolutions": """
train(nn.Sequential(nn.Conv2d(3, 4, 3, padding=1, padding_mode="circular"), nn.ConvTranspose2d(4, 4, 2, stride=2, groups=2),
                    nn.utils.parametrizations.spectral_norm(nn.Conv2d(4, 2, (3, 1), groups=2))), image)
train(nn.Sequential(nn.utils.weight_norm(nn.Conv1d(3, 4, 3)), nn.LazyConv1d(2, 1)), lambda: torch.randn(2, 3, 8))
train(nn.Conv3d(2, 3, 3, dilation=2), lambda: torch.randn(2, 2, 7, 7, 7))
""",
    "data workers and a checkpoint": """
if __name__ == "__main__":
    loader = torch.utils.data.DataLoader(Numbers(), batch_size=4, num_workers=2, shuffle=True)
    m = nn.Sequential(nn.Flatten(), nn.Linear(243, 3)); o = torch.optim.SGD(m.parameters(), lr=1e-4)
    for epoch in range(2):
        for x, y in loader: o.zero_grad(); l = F.cross_entropy(m(x), y); l.backward(); o.step(); print(l.item().hex())
        m.eval()
        with torch.no_grad(): print(sum(m(x).sum().item() for x, y in loader).hex())
        m.train(); memory = io.BytesIO(); torch.save({"m": m.state_dict(), "o": o.state_dict()}, memory); print(len(memory.getvalue()))
""",
    "gan": """
g, d = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 8)), nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 1))
og, od = torch.optim.Adam(g.parameters()), torch.optim.Adam(d.parameters())
for real in torch.utils.data.DataLoader(torch.randn(40, 8), batch_size=4):
    od.zero_grad(); F.softplus(-d(real)).mean().backward()
    fake = g(torch.randn(4, 4)); F.softplus(d(fake.detach())).mean().backward(); od.step()
    og.zero_grad(); l = F.softplus(-d(fake)).mean(); l.backward(); og.step(); print(l.item().hex())
""",
    "closure and scheduler": """
m = nn.Linear(5, 1); o = torch.optim.LBFGS(m.parameters(), max_iter=3); s = torch.optim.lr_scheduler.StepLR(o, 2); x = torch.randn(6, 5)
def closure():
    o.zero_grad(); l = m(x).square().mean(); l.backward(); return l
for i in range(6): print(o.step(closure).item().hex()); s.step()
""",
    "mixed precision and recomputation": """
from torch.utils.checkpoint import checkpoint
class Net(nn.Module):
    def __init__(self): super().__init__(); self.a, self.b = nn.Linear(8, 16), nn.LSTM(16, 8, batch_first=True)
    def forward(self, x):
        with torch.autocast("cpu", dtype=torch.bfloat16): x = checkpoint(self.a, x)
        return self.b(x.float())[0]
train(Net(), lambda: torch.randn(3, 5, 8).requires_grad_())
""",
    "a scheduler in the wrong order": """
m = nn.Linear(5, 1); o = torch.optim.SGD(m.parameters(), lr=0.1); s = torch.optim.lr_scheduler.ExponentialLR(o, 0.9)
for i in range(3): s.step(); train(m, lambda: torch.randn(2, 5), 1, optimizer=o)
""",
    "a warning in the forward": "train(nn.Sequential(nn.Conv2d(3, 4, 3), nn.Flatten(), nn.Linear(196, 3), nn.Softmax()), image)",
    "a failure in a traced step": """
class Net(nn.Module):
    def __init__(self): super().__init__(); self.c = nn.Conv2d(3, 4, 3); self.n = 0
    def forward(self, x):
        self.n += 1
        if self.n == 4: raise ValueError("bad batch")
        return self.c(x)
m = Net(); o = torch.optim.SGD(m.parameters(), lr=0.1)
def failing(): raise KeyError("closure")
for part in (lambda: o.step(failing), lambda: o.zero_grad(0, 0, 0), lambda: torch.save(m, "/nowhere/x"), lambda: m("no tensor"),
             lambda: next(iter(torch.utils.data.DataLoader([]))), lambda: torch.optim.SGD([], lr=1),
             lambda: list(torch.utils.data.DataLoader([1, "a", None], batch_size=3))):
    try: part()
    except BaseException: traceback.print_exc()
train(m, image, optimizer=o)
""",
}


@unittest.skipUnless(fakeagent.has_torch(), "this Python has no PyTorch")
class Warnings(ScriptCase):
    def compare(self, name, option):
        path = self.script(BEGIN + STYLES[name])
        with fakeagent.Agent() as agent:
            watched = agent.run(["-W", option, path], "all")
        plain = fakeagent.run_unwatched(["-W", option, path])
        self.assertEqual((watched.returncode, watched.stdout, watched.stderr),
                         (plain.returncode, plain.stdout, plain.stderr))
        self.assertEqual([loss for connection in agent.connections for loss in connection.losses], [])
        return agent, plain


def _test_of(name, option):
    def test(self):
        agent, plain = self.compare(name, option)
        if plain.returncode == 0:
            self.assertGreater(len([step for step in agent.root.steps if step[4] & 1]), 2)

    return test


for _name in STYLES:
    for _option in ("error", "always"):
        setattr(Warnings, "test_%s_%s" % (_name.replace(" ", "_"), _option), _test_of(_name, _option))


if __name__ == "__main__":
    fakeagent.main()
