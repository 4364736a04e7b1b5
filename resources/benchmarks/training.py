"""Trains a model of the table for a number of steps and prints two lines: what is trained, and how fast it was."""
import sys
import time
from importlib import import_module

from . import metrics

LEFT_OUT = 3  # first steps, which are not representative; as in all figures of the study
FRAMEWORKS = ("torch", "tensorflow")


class TrainingError(Exception):
    """The training cannot run; the message is for the user. status: the exit status."""

    def __init__(self, message, status):
        Exception.__init__(self, message)
        self.status = status


FAILED, MISSING, NO_MEMORY = 1, 3, 4  # exit statuses; 2 is wrong usage
# What to do comes first: a list of results shows the begin of the line.
INSTALL = {
    "torch": "run `pip3 install torch numpy`, on a Jetson with NVIDIA's wheel (https://docs.nvidia.com/deeplearning/"
             "frameworks/install-pytorch-jetson-platform)",
    "tensorflow": "run `pip3 install tensorflow`, on a Jetson with NVIDIA's wheel (https://docs.nvidia.com/"
                  "deeplearning/frameworks/install-tf-jetson-platform)",
}


def load_framework(name):
    try:
        import_module("numpy")
        return import_module(name)
    except ImportError as error:
        raise TrainingError("%s cannot be imported (%s): %s. The interpreter is %s." % (
            {"torch": "PyTorch", "tensorflow": "TensorFlow"}[name], str(error).split("\n")[0], INSTALL[name],
            sys.executable), MISSING)


def model_of(row):
    """The Benchmark of a row, for PyTorch."""
    return import_module("benchmarks.models." + row.family).Model(row)


def trainer_of(row, framework, settings):
    if framework == "tensorflow":
        return import_module("benchmarks.tensorflow_models.training").trainer(row, settings)
    return model_of(row).trainer(settings)


def choose_device(torch, wanted):
    if wanted == "auto":
        wanted = "cuda" if torch.cuda.is_available() else "cpu"
    elif wanted == "cuda" and not torch.cuda.is_available():
        raise TrainingError("PyTorch %s finds no GPU: use --device cpu, or install a PyTorch with CUDA."
                            % torch.__version__, MISSING)
    return torch.device(wanted)


def train(row, options, output=sys.stdout):
    """Trains `options.steps` steps. Raises TrainingError."""
    from .benchmark import Settings

    module = load_framework(options.framework)
    settings = Settings(options.batch, options.data, options.seed)
    if options.framework == "torch":
        module.manual_seed(options.seed)
        settings.device = choose_device(module, options.device)
    try:
        trainer = trainer_of(row, options.framework, settings)
        print("model %s batch %d steps %d data %s framework %s %s device %s" % (
            row.name, options.batch, options.steps, trainer.source, options.framework, module.__version__,
            settings.device if options.framework == "torch" else "TensorFlow's choice"), file=output)
        output.flush()
        print(_run(trainer, options), file=output)
        output.flush()
    except Exception as error:
        if is_memory(error):
            raise TrainingError("Out of memory: %s with batch %d does not fit (%s); use a smaller batch."
                                % (row.name, options.batch, str(error).split("\n")[0][:200]), NO_MEMORY)
        raise


def _run(trainer, options):
    """Runs options.steps steps, and more until options.seconds have passed after the steps left out; returns the last
    line."""
    begin = counted_from = time.time()
    step, is_last, reported = 0, False, {}
    while not is_last:
        values = trainer.step()
        step += 1
        is_last = step >= options.steps and time.time() - counted_from >= options.seconds
        if step % options.report_every == 0 or step == 1 or is_last:
            reported = {name: float(value) for name, value in values.items()}  # on a GPU, waits for the step's end
            metrics.report(reported)
        if step == LEFT_OUT and not is_last:
            float(values["loss"])
            counted_from = time.time()
    end = time.time()
    counted = step - LEFT_OUT if step > LEFT_OUT else step
    seconds = end - counted_from if step > LEFT_OUT else end - begin
    return "steps %d samples %d seconds %.3f throughput %.4g samples/s %s" % (
        step, step * options.batch, end - begin, counted * options.batch / max(seconds, 1e-9),
        " ".join("%s %.6g" % item for item in sorted(reported.items())))


def is_memory(error):
    """Whether memory is exhausted: torch raises RuntimeError on the CPU and on CUDA, TensorFlow ResourceExhausted."""
    text = str(error).lower()
    return (isinstance(error, MemoryError) or type(error).__name__ in ("OutOfMemoryError", "ResourceExhaustedError") or
            "out of memory" in text or "can't allocate memory" in text or "not enough memory" in text)
