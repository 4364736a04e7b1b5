#pragma once

#include <string>
#include <vector>

namespace stepscope::simulator {

/// The resource that limits an operation, which determines its power.
enum class OpClass {
    Convolution, ///< arithmetic: the GPU's rail
    Depthwise,   ///< little arithmetic per byte
    MatMul,
    Memory,    ///< element-wise ops, normalization, pooling: the memory's rail
    Optimizer, ///< updates of variables
};

/// One forward operation, as named by TensorFlow, with the operations of its gradient.
struct LayerOp
{
    std::string module; ///< "Mixed_3b/Branch_0"; the part before the first / is the layer
    std::string name;   ///< "Conv2D"
    std::string shapes; ///< of its inputs, with N for the batch size: "[N,192,28,28],[1,1,192,64]"
    std::vector<std::string> gradients;
    OpClass opClass = OpClass::Memory;
    double work = 0;       ///< relative time of the forward operation per sample
    double parameters = 0; ///< number of parameters
};

/// The forward pass of a model.
using Layers = std::vector<LayerOp>;

Layers squeezeNetLayers();
Layers inceptionV1Layers();
Layers resNet50Layers();
Layers denseNet40Layers();
Layers vgg16Layers();
Layers xceptionLayers();
Layers charCnnLayers();
Layers dcganLayers();
Layers alexNetLayers();
Layers dqnLayers();

} // namespace stepscope::simulator
