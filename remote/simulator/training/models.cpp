#include "remote/simulator/training/models.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace stepscope::simulator {
namespace {

constexpr std::string_view kVision = "computer vision";
constexpr double kPhoto = 224.0 * 224 * 3 * 4;   ///< bytes of a sample
constexpr double kThumbnail = 32.0 * 32 * 3 * 4; ///< CIFAR-10
constexpr double kCharacters = 25.0 * 4;         ///< of Shakespeare's works
constexpr double kScreens = 84.0 * 84 * 4 * 4;   ///< of an Atari game

constexpr std::array kModels{
    Model{"densenet40",
          "DenseNet40",
          kVision,
          denseNet40Layers,
          {20, 34},
          {0.80, 0.90},
          {2.2, 5.9},
          {0.98, 1.02},
          1,
          kThumbnail,
          0.34,
          "DecodeRaw"},
    Model{"resnet50",
          "ResNet50",
          kVision,
          resNet50Layers,
          {9, 55},
          {0.856, 0.956},
          {1.2, 4.28},
          {0.85, 0.98},
          1,
          kPhoto,
          0.34,
          "DecodeJpeg"},
    Model{"squeezenet",
          "SqueezeNet",
          kVision,
          squeezeNetLayers,
          {24, 66},
          {0.714, 0.845},
          {1.15, 4.49},
          {0.80, 0.84},
          1,
          kPhoto,
          0.40,
          "DecodeJpeg"},
    Model{"vgg16",
          "VGG16",
          kVision,
          vgg16Layers,
          {9, 41},
          {0.88, 0.955},
          {0.9, 3.45},
          {0.94, 1.02},
          1,
          kPhoto,
          0.36,
          "DecodeJpeg"},
    Model{"xception",
          "Xception",
          kVision,
          xceptionLayers,
          {10, 44},
          {0.82, 0.93},
          {1.4, 4.4},
          {0.88, 0.97},
          1,
          kPhoto,
          0.36,
          "DecodeJpeg"},
    Model{"inception_v1",
          "Inception V1",
          kVision,
          inceptionV1Layers,
          {14, 52},
          {0.78, 0.91},
          {1.2, 4.1},
          {0.88, 0.97},
          1,
          kPhoto,
          0.38,
          "DecodeJpeg"},
    Model{"char_cnn",
          "Char-CNN (LSTM)",
          "natural language processing",
          charCnnLayers,
          {60, 400},
          {0.22, 0.36},
          {1.0, 4.1},
          {0.55, 0.68},
          3.2,
          kCharacters,
          0.30,
          "StringSplit"},
    Model{"dcgan",
          "DCGAN",
          "image generation",
          dcganLayers,
          {46, 190},
          {0.74, 0.88},
          {1.1, 4.1},
          {0.86, 0.95},
          1,
          kThumbnail,
          0.34,
          "DecodeRaw"},
    Model{"dqn",
          "Deep RL",
          "robotics control",
          dqnLayers,
          {889, 13618},
          {0.62, 0.82},
          {0.9, 4.0},
          {0.84, 1.98},
          1,
          kScreens,
          0.35,
          "ReplaySample"},
    Model{"alexnet",
          "AlexNet",
          kVision,
          alexNetLayers,
          {19, 63},
          {0.75, 0.88},
          {0.9, 3.9},
          {0.90, 0.96},
          1,
          kPhoto,
          0.42,
          "DecodeJpeg"},
};

/// The models of Table II that the paper could not train on a TX2.
struct Untrainable
{
    std::string_view name;
    bool starts; ///< fails after a few steps by a segmentation fault; else it does not start
};
constexpr std::array kUntrainable{Untrainable{"vgg19", false},      Untrainable{"bert", false},
                                  Untrainable{"resnet101", false},  Untrainable{"resnet152", false},
                                  Untrainable{"densenet100", true}, Untrainable{"seq2seq", true}};

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
    for (const Untrainable& model : kUntrainable) {
        if (model.name == name)
            return format::failure(format::Error::Code::Usage,
                                   std::string(name) + " cannot be trained on a TX2: in the study its training " +
                                       (model.starts ? "fails after a few steps" : "does not start") +
                                       " for lack of memory");
    }
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

MemoryParts memoryParts(const Model& model, int batch, double parameters)
{
    const double bytes = 4 * parameters;
    return {bytes, bytes, bytes, model.sampleBytes * batch, 1e9 * along(model.intermediateGigabytes, batch)};
}

double kernelPower(const Model& model, int batch)
{
    return model.kernelPower.at4 + (model.kernelPower.at64 - model.kernelPower.at4) * std::log2(batch / 4.0) / 4;
}

} // namespace stepscope::simulator
