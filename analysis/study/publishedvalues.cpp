#include "analysis/study/studyfigures.h"

#include <algorithm>
#include <array>
#include <cctype>

// Liu, Liu, Du, Li: "Performance Analysis and Characterization of Training Deep Learning Models on Mobile Devices"
// (2019). Only numbers that its text or tables print; those of its diagrams are not readable.
namespace stepscope::analysis {
namespace {

constexpr std::array kPublished{
    PublishedValue{"figure-4", "squeezenet", "GPU", 4, 71.4},
    PublishedValue{"figure-4", "squeezenet", "GPU", 64, 84.5},
    PublishedValue{"figure-4", "resnet50", "GPU", 4, 85.6},
    PublishedValue{"figure-4", "resnet50", "GPU", 64, 95.6},
    PublishedValue{"figure-8", "resnet50", "throughput", 4, 9},
    PublishedValue{"figure-8", "resnet50", "throughput", 64, 55},
    PublishedValue{"figure-8", "dqn", "throughput", 4, 889},
    PublishedValue{"figure-8", "dqn", "throughput", 64, 13'618},
    PublishedValue{"figure-8", "densenet40", "throughput", 4, 20},
    PublishedValue{"figure-9", "densenet40", "intermediate", 4, 2.2},
    PublishedValue{"figure-9", "densenet40", "intermediate", 64, 5.9},
    PublishedValue{"figure-10", "densenet40", "accuracy", 0, 60.65},
    PublishedValue{"figure-10", "densenet40", "accuracy", 17, 61.32},
};

constexpr std::string_view kVision = "computer vision";
constexpr std::array kModels{
    PublishedModel{"DenseNet40_12", "40", "CONV", "30M", "1M", "CIFAR-10", kVision, "yes", "densenet40 densenet4012"},
    PublishedModel{"ResNet50", "50", "CONV", "4G", "98M", "CIFAR-10", kVision, "yes", "resnet50"},
    PublishedModel{"SqueezeNet", "40", "CONV", "837M", "5M", "CIFAR-10", kVision, "yes", "squeezenet"},
    PublishedModel{"VGG16", "16", "CONV", "4G", "134M", "CIFAR-10", kVision, "yes", "vgg16"},
    PublishedModel{"XceptionNet", "39", "CONV", "N/A", "23M", "CIFAR-10", kVision, "yes", "xception xceptionnet"},
    PublishedModel{"InceptionV1", "22", "CONV", "30M", "5M", "CIFAR-10", kVision, "yes",
                   "inceptionv1 inception googlenet"},
    PublishedModel{"Char-CNN", "2", "LSTM+CONV", "23M", "1M", "Shakespeare", "NLP", "yes", "charcnn"},
    PublishedModel{"DCGAN", "40", "CONV", "30M", "1M", "CIFAR-10", "image generation", "yes", "dcgan"},
    PublishedModel{"Deep RL", "4", "CONV", "-", "-", "Atari 2600", "robotics control", "yes", "dqn deeprl"},
    PublishedModel{"AlexNet", "8", "CONV", "727M", "60M", "CIFAR-10", kVision, "yes", "alexnet"},
    PublishedModel{"VGG19", "19", "CONV", "20G", "548M", "CIFAR-10", kVision, "no", "vgg19"},
    PublishedModel{"BERT", "12", "Embedding", "-", "110M", "SQuAD", "NLP", "no", "bert bertbase"},
    PublishedModel{"ResNet101", "101", "CONV", "8G", "155M", "CIFAR-10", kVision, "no", "resnet101"},
    PublishedModel{"ResNet152", "152", "CONV", "11G", "220M", "CIFAR-10", kVision, "no", "resnet152"},
    PublishedModel{"DenseNet100", "100", "CONV", "31M", "7M", "CIFAR-10", kVision, "no", "densenet100"},
    PublishedModel{"seq2seq (NMT)", "2", "LSTM", "28G", "348M", "IWSLT15", "NLP", "no", "seq2seq nmt seq2seqnmt"},
};

} // namespace

std::span<const PublishedValue> publishedValues()
{
    return kPublished;
}

std::span<const PublishedModel> publishedModels()
{
    return kModels;
}

const PublishedModel* publishedModel(std::string_view model)
{
    std::string name = " ";
    for (const char c : model) {
        if (c != '_' && c != '-')
            name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    name += ' ';
    const auto found = std::find_if(kModels.begin(), kModels.end(), [&](const PublishedModel& published) {
        return (' ' + std::string(published.names) + ' ').find(name) != std::string::npos;
    });
    return found != kModels.end() ? &*found : nullptr;
}

} // namespace stepscope::analysis
