"""The benchmark suite: the models of the study's Table II, trained on the target.

    python3 -m benchmarks list
    python3 -m benchmarks describe resnet50
    python3 -m benchmarks train resnet50 --batch 16 --steps 50

Python 3.6 and PyTorch or TensorFlow; Stepscope is not needed. README.md has the how-to of a new model.
"""
