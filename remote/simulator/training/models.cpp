#include "remote/simulator/training/models.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace stepscope::simulator {
namespace {

constexpr std::array kModels{
    Model{"squeezenet",
          "SqueezeNet",
          squeezeNetLayers,
          {24, 66},
          {0.714, 0.845},
          {2.3, 5.7},
          {0.86, 0.93},
          0.42,
          "DecodeJpeg"},
    Model{"inception_v1",
          "Inception V1",
          inceptionV1Layers,
          {14, 52},
          {0.78, 0.91},
          {2.4, 5.2},
          {0.88, 0.97},
          0.38,
          "DecodeJpeg"},
    Model{
        "resnet50", "ResNet50", resNet50Layers, {9, 55}, {0.856, 0.956}, {2.6, 5.8}, {0.85, 0.98}, 0.34, "DecodeJpeg"},
    Model{"densenet40",
          "DenseNet40",
          denseNet40Layers,
          {22, 37.4},
          {0.80, 0.90},
          {2.2, 5.9},
          {0.90, 0.94},
          0.34,
          "DecodeRaw"},
    Model{"vgg16", "VGG16", vgg16Layers, {4.2, 12}, {0.88, 0.955}, {3.4, 6.3}, {0.94, 1.02}, 0.36, "DecodeJpeg"},
    Model{"mobilenet",
          "MobileNet",
          mobileNetLayers,
          {22, 70},
          {0.73, 0.87},
          {2.2, 4.9},
          {0.84, 0.92},
          0.42,
          "DecodeJpeg"},
    Model{
        "char_rnn", "Char-RNN", charRnnLayers, {60, 400}, {0.42, 0.58}, {1.8, 2.4}, {0.55, 0.68}, 0.30, "StringSplit"},
    Model{"seq2seq",
          "Seq2seq",
          seq2seqLayers,
          {30, 230},
          {0.50, 0.68},
          {2.0, 3.6},
          {0.60, 0.76},
          0.32,
          "LookupTableFind"},
    Model{"vae", "VAE", vaeLayers, {400, 2600}, {0.45, 0.66}, {1.8, 2.1}, {0.58, 0.74}, 0.32, "DecodeRaw"},
    Model{"dqn", "Deep RL", dqnLayers, {889, 13618}, {0.24, 0.80}, {1.9, 2.6}, {0.40, 1.08}, 0.35, "ReplaySample"},
};

double along(const Range& range, int batch)
{
    return range.at4 + (range.at64 - range.at4) * (batch - 4) / 60.0;
}

} // namespace

std::span<const Model> models()
{
    return kModels;
}

format::Result<const Model*> findModel(std::string_view name)
{
    const auto match = std::find_if(kModels.begin(), kModels.end(), [&](const Model& m) { return m.name == name; });
    if (match != kModels.end())
        return &*match;
    std::string text = "there is no model '" + std::string(name) + "' on a virtual board; choose one of";
    for (const Model& model : kModels)
        text.append(&model == kModels.begin() ? " " : ", ").append(model.name);
    return format::failure(format::Error::Code::Usage, text);
}

double stepSeconds(const Model& model, int batch)
{
    return along({4 / model.samplesPerSecond.at4, 64 / model.samplesPerSecond.at64}, batch);
}

double gpuSeconds(const Model& model, int batch)
{
    return along({model.gpuUtilization.at4 * stepSeconds(model, 4), model.gpuUtilization.at64 * stepSeconds(model, 64)},
                 batch);
}

double gigabytes(const Model& model, int batch)
{
    return along(model.gigabytes, batch);
}

double kernelPower(const Model& model, int batch)
{
    return model.kernelPower.at4 + (model.kernelPower.at64 - model.kernelPower.at4) * std::log2(batch / 4.0) / 4;
}

} // namespace stepscope::simulator
