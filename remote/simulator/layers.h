#pragma once

#include <string>
#include <vector>

namespace stepscope::simulator {

/// What bounds an operation, and so what it draws.
enum class OpClass {
    Convolution, ///< arithmetic: the GPU's rail
    Depthwise,   ///< little arithmetic a byte
    MatMul,
    Memory,    ///< element by element, normalizing, pooling: the memory's rail
    Optimizer, ///< updates of variables
};

/// One forward operation, as TensorFlow names it, and what its gradient consists of.
struct LayerOp
{
    std::string module; ///< "Mixed_3b/Branch_0"; what comes before the first / is the layer
    std::string name;   ///< "Conv2D"
    std::string shapes; ///< of its inputs, with N for the batch: "[N,192,28,28],[1,1,192,64]"
    std::vector<std::string> gradients;
    OpClass opClass = OpClass::Memory;
    double work = 0;       ///< forward, a sample: relative time
    double parameters = 0; ///< numbers
};

/// The forward pass of a model.
using Layers = std::vector<LayerOp>;

Layers squeezeNetLayers();
Layers inceptionV1Layers();
Layers resNet50Layers();
Layers denseNet40Layers();
Layers vgg16Layers();
Layers mobileNetLayers();
Layers charRnnLayers();
Layers seq2seqLayers();
Layers vaeLayers();
Layers dqnLayers();

} // namespace stepscope::simulator
