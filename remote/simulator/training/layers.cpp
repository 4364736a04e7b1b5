#include "remote/simulator/training/layers.h"

#include <array>
#include <utility>

namespace stepscope::simulator {
namespace {

// Relative time per sample, from the rates that a TX2 reaches: about 0.3 TFLOPS and 25 GB/s.
constexpr double kPerFlop = 1 / 0.3e12;
constexpr double kPerByte = 1 / 25e9;

std::string dims(std::initializer_list<int> numbers, bool batch)
{
    std::string text = batch ? "[N" : "[";
    bool first = !batch;
    for (const int number : numbers) {
        text += (first ? "" : ",") + std::to_string(number);
        first = false;
    }
    return text + "]";
}

/// Builds a convolutional network layer by layer and tracks the shape of the activations.
class ImageNet
{
public:
    ImageNet(int channels, int size)
        : m_channels(channels)
        , m_size(size)
    {}

    ImageNet& convolution(const std::string& module, int out, int kernel, int stride = 1)
    {
        const std::string input = shape();
        const int in = m_channels;
        m_size = (m_size + stride - 1) / stride;
        m_channels = out;
        const double flops = 2.0 * kernel * kernel * in * out * m_size * m_size;
        add({module,
             "Conv2D",
             input + "," + dims({kernel, kernel, in, out}, false),
             {"Conv2DBackpropFilter", "Conv2DBackpropInput"},
             OpClass::Convolution,
             flops * kPerFlop + bytes() * kPerByte,
             1.0 * kernel * kernel * in * out});
        return *this;
    }
    /// A transposed convolution that doubles the size.
    ImageNet& transposed(const std::string& module, int out, int kernel)
    {
        const std::string input = shape();
        const int in = m_channels;
        const double flops = 2.0 * kernel * kernel * in * out * m_size * m_size;
        m_size *= 2;
        m_channels = out;
        add({module,
             "Conv2DBackpropInput",
             input + "," + dims({kernel, kernel, out, in}, false),
             {"Conv2DBackpropFilter", "Conv2D"},
             OpClass::Convolution,
             flops * kPerFlop + bytes() * kPerByte,
             1.0 * kernel * kernel * in * out});
        return *this;
    }
    ImageNet& reshape(int channels, int size)
    {
        m_channels = channels;
        m_size = size;
        return *this;
    }
    ImageNet& depthwise(const std::string& module, int stride)
    {
        const std::string input = shape();
        m_size = (m_size + stride - 1) / stride;
        add({module,
             "DepthwiseConv2dNative",
             input + "," + dims({3, 3, m_channels, 1}, false),
             {"DepthwiseConv2dNativeBackpropFilter", "DepthwiseConv2dNativeBackpropInput"},
             OpClass::Depthwise,
             6 * bytes() * kPerByte,
             9.0 * m_channels});
        return *this;
    }
    ImageNet& biasRelu(const std::string& module)
    {
        elementwise(module, "BiasAdd", {"BiasAddGrad"});
        return elementwise(module, "Relu", {"ReluGrad"});
    }
    ImageNet& normRelu(const std::string& module)
    {
        elementwise(module, "FusedBatchNorm", {"FusedBatchNormGrad"}, 3);
        return elementwise(module, "Relu", {"ReluGrad"});
    }
    ImageNet& elementwise(const std::string& module, const std::string& name, std::vector<std::string> gradients,
                          double passes = 2)
    {
        add({module, name, shape(), std::move(gradients), OpClass::Memory, passes * bytes() * kPerByte, 0});
        return *this;
    }
    ImageNet& pool(const std::string& module, const std::string& name, int stride)
    {
        const std::string input = shape();
        const double read = bytes();
        m_size = (m_size + stride - 1) / stride;
        add({module, name, input, {name + "Grad"}, OpClass::Memory, (read + bytes()) * kPerByte, 0});
        return *this;
    }
    /// Joins several branches into `out` channels.
    ImageNet& concat(const std::string& module, int out)
    {
        m_channels = out;
        return elementwise(module, "ConcatV2", {"Slice"});
    }
    ImageNet& dense(const std::string& module, int out)
    {
        const int in = m_channels * m_size * m_size;
        m_channels = out;
        m_size = 1;
        add({module,
             "MatMul",
             dims({in}, true) + "," + dims({in, out}, false),
             {"MatMul", "MatMul"},
             OpClass::MatMul,
             2.0 * in * out * kPerFlop,
             1.0 * in * out});
        return elementwise(module, "BiasAdd", {"BiasAddGrad"});
    }
    ImageNet& average()
    {
        const double read = bytes();
        const std::string input = shape();
        m_size = 1;
        add({"AvgPool", "Mean", input, {"Tile"}, OpClass::Memory, read * kPerByte, 0});
        return *this;
    }
    Layers classify(int classes)
    {
        if (m_channels != classes || m_size != 1)
            dense("Logits", classes);
        return loss("SparseSoftmaxCrossEntropyWithLogits");
    }
    Layers loss(const std::string& name)
    {
        elementwise("Loss", name, {"Mul"});
        return std::move(m_layers);
    }
    /// Starts another branch at an earlier layer with this number of channels.
    ImageNet& branchFrom(int channels)
    {
        m_channels = channels;
        return *this;
    }
    [[nodiscard]] int channels() const { return m_channels; }

private:
    [[nodiscard]] std::string shape() const
    {
        return m_size > 1 ? dims({m_channels, m_size, m_size}, true) : dims({m_channels}, true);
    }
    [[nodiscard]] double bytes() const { return 4.0 * m_channels * m_size * m_size; }
    void add(LayerOp op) { m_layers.push_back(std::move(op)); }

    Layers m_layers;
    int m_channels;
    int m_size;
};

/// Adds one time step of a recurrent cell: the product with the recurrent weights, the gates, the new state.
void addCell(Layers& layers, const std::string& module, int units, int gates, const std::vector<std::string>& names)
{
    const std::string weights = dims({2 * units, gates * units}, false);
    layers.push_back({module,
                      "ConcatV2",
                      dims({units}, true) + "," + dims({units}, true),
                      {"Slice"},
                      OpClass::Memory,
                      12.0 * units * kPerByte,
                      0});
    // With a small batch, reading the weights takes longer than the arithmetic.
    layers.push_back({module,
                      "MatMul",
                      dims({2 * units}, true) + "," + weights,
                      {"MatMul", "MatMul"},
                      OpClass::MatMul,
                      4.0 * units * gates * units * kPerFlop,
                      0});
    layers.push_back({module,
                      "BiasAdd",
                      dims({gates * units}, true),
                      {"BiasAddGrad"},
                      OpClass::Memory,
                      8.0 * gates * units * kPerByte,
                      0});
    for (const std::string& name : names) {
        layers.push_back({module,
                          name,
                          dims({units}, true),
                          {name == "Mul" ? "Mul" : name + "Grad"},
                          OpClass::Memory,
                          8.0 * units * kPerByte,
                          0});
    }
}

std::string numbered(const std::string& name, int number)
{
    return name + std::to_string(number);
}

} // namespace

Layers squeezeNetLayers()
{
    ImageNet net(3, 224);
    net.convolution("conv1", 64, 3, 2).biasRelu("conv1").pool("pool1", "MaxPool", 2);
    constexpr std::array kFires = {16, 16, 32, 32, 48, 48, 64, 64};
    for (int i = 0; i < 8; ++i) {
        const int squeeze = kFires[static_cast<std::size_t>(i)];
        const std::string fire = numbered("fire", i + 2);
        if (i == 2 || i == 4)
            net.pool(numbered("pool", i + 1), "MaxPool", 2);
        net.convolution(fire + "/squeeze1x1", squeeze, 1).biasRelu(fire + "/squeeze1x1");
        net.convolution(fire + "/expand1x1", 4 * squeeze, 1).biasRelu(fire + "/expand1x1");
        net.branchFrom(squeeze).convolution(fire + "/expand3x3", 4 * squeeze, 3).biasRelu(fire + "/expand3x3");
        net.concat(fire + "/concat", 8 * squeeze);
    }
    return net.convolution("conv10", 1000, 1).biasRelu("conv10").average().classify(1000);
}

Layers inceptionV1Layers()
{
    ImageNet net(3, 224);
    net.convolution("Conv2d_1a_7x7", 64, 7, 2).biasRelu("Conv2d_1a_7x7").pool("MaxPool_2a_3x3", "MaxPool", 2);
    net.convolution("Conv2d_2b_1x1", 64, 1).biasRelu("Conv2d_2b_1x1");
    net.convolution("Conv2d_2c_3x3", 192, 3).biasRelu("Conv2d_2c_3x3").pool("MaxPool_3a_3x3", "MaxPool", 2);
    struct Mixed
    {
        const char* name;
        std::array<int, 6> widths; // 1x1 | reduce, 3x3 | reduce, 5x5 | pool projection
    };
    // Szegedy et al., "Going deeper with convolutions", table 1.
    constexpr std::array kMixed = {
        Mixed{"Mixed_3b", {64, 96, 128, 16, 32, 32}},     Mixed{"Mixed_3c", {128, 128, 192, 32, 96, 64}},
        Mixed{"Mixed_4b", {192, 96, 208, 16, 48, 64}},    Mixed{"Mixed_4c", {160, 112, 224, 24, 64, 64}},
        Mixed{"Mixed_4d", {128, 128, 256, 24, 64, 64}},   Mixed{"Mixed_4e", {112, 144, 288, 32, 64, 64}},
        Mixed{"Mixed_4f", {256, 160, 320, 32, 128, 128}}, Mixed{"Mixed_5b", {256, 160, 320, 32, 128, 128}},
        Mixed{"Mixed_5c", {384, 192, 384, 48, 128, 128}},
    };
    for (const Mixed& mixed : kMixed) {
        const std::string name = mixed.name;
        if (name == "Mixed_4b" || name == "Mixed_5b")
            net.pool("MaxPool_" + name.substr(6, 1) + "a", "MaxPool", 2);
        const int in = net.channels();
        const auto& w = mixed.widths;
        const auto branch = [&](const char* where, int out, int kernel) {
            net.convolution(name + where, out, kernel).biasRelu(name + where);
        };
        branch("/Branch_0", w[0], 1);
        net.branchFrom(in);
        branch("/Branch_1", w[1], 1);
        branch("/Branch_1", w[2], 3);
        net.branchFrom(in);
        branch("/Branch_2", w[3], 1);
        branch("/Branch_2", w[4], 3);
        net.branchFrom(in).pool(name + "/Branch_3", "MaxPool", 1);
        branch("/Branch_3", w[5], 1);
        net.concat(name + "/concat", w[0] + w[2] + w[4] + w[5]);
    }
    return net.average().classify(1000);
}

Layers resNet50Layers()
{
    ImageNet net(3, 224);
    net.convolution("conv1", 64, 7, 2).normRelu("conv1").pool("pool1", "MaxPool", 2);
    constexpr std::array kUnits = {3, 4, 6, 3};
    for (int block = 0; block < 4; ++block) {
        const int width = 64 << block;
        for (int unit = 0; unit < kUnits[static_cast<std::size_t>(block)]; ++unit) {
            const std::string name = numbered("block", block + 1) + numbered("_unit", unit + 1);
            const int in = net.channels();
            const int stride = block > 0 && unit == 0 ? 2 : 1;
            net.convolution(name + "/conv1", width, 1, stride).normRelu(name + "/conv1");
            net.convolution(name + "/conv2", width, 3).normRelu(name + "/conv2");
            net.convolution(name + "/conv3", 4 * width, 1)
                .elementwise(name + "/conv3", "FusedBatchNorm", {"FusedBatchNormGrad"}, 3);
            if (unit == 0)
                net.branchFrom(in).convolution(name + "/shortcut", 4 * width, 1);
            net.elementwise(name + "/add", "Add", {}, 3).elementwise(name + "/add", "Relu", {"ReluGrad"});
        }
    }
    return net.average().classify(1000);
}

Layers denseNet40Layers()
{
    constexpr int kGrowth = 12;
    ImageNet net(3, 32);
    net.convolution("conv0", 16, 3);
    for (int block = 1; block <= 3; ++block) {
        for (int layer = 1; layer <= 12; ++layer) {
            const std::string name = numbered("block", block) + numbered("/layer", layer);
            const int in = net.channels();
            net.normRelu(name).convolution(name, kGrowth, 3).concat(name, in + kGrowth);
        }
        const std::string name = numbered("transition", block);
        net.normRelu(name);
        if (block < 3)
            net.convolution(name, net.channels(), 1).pool(name, "AvgPool", 2);
    }
    return net.average().classify(10);
}

Layers vgg16Layers()
{
    ImageNet net(3, 224);
    constexpr std::array kBlocks = {std::pair{2, 64}, std::pair{2, 128}, std::pair{3, 256}, std::pair{3, 512},
                                    std::pair{3, 512}};
    for (int block = 0; block < 5; ++block) {
        const auto [count, width] = kBlocks[static_cast<std::size_t>(block)];
        for (int i = 1; i <= count; ++i) {
            const std::string name = numbered("conv", block + 1) + numbered("_", i);
            net.convolution(name, width, 3).biasRelu(name);
        }
        net.pool(numbered("pool", block + 1), "MaxPool", 2);
    }
    net.dense("fc6", 4096).elementwise("fc6", "Relu", {"ReluGrad"});
    net.dense("fc7", 4096).elementwise("fc7", "Relu", {"ReluGrad"});
    return net.dense("fc8", 1000).classify(1000);
}

Layers xceptionLayers()
{
    ImageNet net(3, 224);
    net.convolution("block1_conv1", 32, 3, 2).normRelu("block1_conv1");
    net.convolution("block1_conv2", 64, 3).normRelu("block1_conv2");
    const auto separable = [&net](const std::string& name, int width) {
        net.depthwise(name + "_depthwise", 1).convolution(name + "_pointwise", width, 1).normRelu(name + "_pointwise");
    };
    // Chollet, "Xception", figure 5: entry flow, middle flow of eight equal blocks, exit flow.
    struct Block
    {
        std::array<int, 2> widths;
        bool isHalved;
    };
    constexpr std::array kBlocks = {Block{{128, 128}, true},  Block{{256, 256}, true},  Block{{728, 728}, true},
                                    Block{{728, 728}, false}, Block{{728, 728}, false}, Block{{728, 728}, false},
                                    Block{{728, 728}, false}, Block{{728, 728}, false}, Block{{728, 728}, false},
                                    Block{{728, 728}, false}, Block{{728, 728}, false}, Block{{728, 1024}, true}};
    for (std::size_t i = 0; i < kBlocks.size(); ++i) {
        const Block& block = kBlocks[i];
        const std::string name = numbered("block", static_cast<int>(i) + 2);
        separable(name + "/sepconv1", block.widths[0]);
        if (!block.isHalved)
            separable(name + "/sepconv2", block.widths[0]);
        separable(name + (block.isHalved ? "/sepconv2" : "/sepconv3"), block.widths[1]);
        if (block.isHalved)
            net.pool(name + "/pool", "MaxPool", 2);
        net.elementwise(name + "/add", "Add", {}, 3);
    }
    separable("block14/sepconv1", 1536);
    separable("block14/sepconv2", 2048);
    return net.average().classify(1000);
}

/// An embedding of 25 characters, a convolution over them, and two layers of LSTM.
Layers charCnnLayers()
{
    constexpr int kUnits = 256;
    Layers layers;
    layers.push_back({"embedding", "GatherV2", "[65,128],[N,25]", {"UnsortedSegmentSum"}, OpClass::Memory, 1e-6, 8320});
    layers.push_back({"conv1d",
                      "Conv2D",
                      "[N,128,1,25],[1,7,128,256]",
                      {"Conv2DBackpropFilter", "Conv2DBackpropInput"},
                      OpClass::Convolution,
                      2.0 * 7 * 128 * 256 * 25 * kPerFlop,
                      7.0 * 128 * 256});
    layers.push_back({"conv1d", "MaxPool", "[N,256,1,25]", {"MaxPoolGrad"}, OpClass::Memory, 2e-6, 0});
    for (int time = 0; time < 25; ++time) {
        for (int level = 0; level < 2; ++level) {
            addCell(layers, numbered("rnn_t", time) + numbered("/lstm_cell_", level), kUnits, 4,
                    {"Sigmoid", "Sigmoid", "Tanh", "Mul", "Mul", "Tanh", "Mul"});
        }
    }
    layers.push_back({"softmax", "MatMul", "[N,256],[256,65]", {"MatMul", "MatMul"}, OpClass::MatMul, 2e-6, 16640});
    layers.push_back({"loss", "SparseSoftmaxCrossEntropyWithLogits", "[N,65]", {"Mul"}, OpClass::Memory, 1e-6, 0});
    layers.front().parameters += 2 * 4 * 2.0 * kUnits * kUnits; // the weights that all time steps share
    return layers;
}

/// Radford et al., "DCGAN", with the number of parameters of Table II: the generator, then the discriminator on its
/// images.
Layers dcganLayers()
{
    ImageNet net(100, 1);
    net.dense("generator/project", 128 * 4 * 4).reshape(128, 4).normRelu("generator/project");
    net.transposed("generator/deconv1", 64, 5).normRelu("generator/deconv1");
    net.transposed("generator/deconv2", 32, 5).normRelu("generator/deconv2");
    net.transposed("generator/deconv3", 3, 5).elementwise("generator/deconv3", "Tanh", {"TanhGrad"});
    net.convolution("discriminator/conv1", 32, 5, 2).elementwise("discriminator/conv1", "LeakyRelu", {"LeakyReluGrad"});
    constexpr std::array kWidths = {64, 128, 128};
    for (int i = 0; i < 3; ++i) {
        const std::string name = numbered("discriminator/conv", i + 2);
        net.convolution(name, kWidths[static_cast<std::size_t>(i)], 5, 2)
            .elementwise(name, "FusedBatchNorm", {"FusedBatchNormGrad"}, 3)
            .elementwise(name, "LeakyRelu", {"LeakyReluGrad"});
    }
    return net.dense("discriminator/logit", 1).loss("SigmoidCrossEntropyWithLogits");
}

Layers alexNetLayers()
{
    // The convolutions here are padded: this size gives the 6 x 6 feature maps before the first dense layer.
    ImageNet net(3, 192);
    net.convolution("conv1", 96, 11, 4).biasRelu("conv1").elementwise("norm1", "LRN", {"LRNGrad"}, 4);
    net.pool("pool1", "MaxPool", 2).convolution("conv2", 256, 5).biasRelu("conv2");
    net.elementwise("norm2", "LRN", {"LRNGrad"}, 4).pool("pool2", "MaxPool", 2);
    net.convolution("conv3", 384, 3).biasRelu("conv3");
    net.convolution("conv4", 384, 3).biasRelu("conv4");
    net.convolution("conv5", 256, 3).biasRelu("conv5").pool("pool5", "MaxPool", 2);
    net.dense("fc6", 4096).elementwise("fc6", "Relu", {"ReluGrad"});
    net.dense("fc7", 4096).elementwise("fc7", "Relu", {"ReluGrad"});
    return net.dense("fc8", 1000).classify(1000);
}

Layers dqnLayers()
{
    ImageNet net(4, 84);
    net.convolution("conv1", 32, 8, 4).biasRelu("conv1");
    net.convolution("conv2", 64, 4, 2).biasRelu("conv2");
    net.convolution("conv3", 64, 3, 1).biasRelu("conv3");
    net.dense("fc4", 512).elementwise("fc4", "Relu", {"ReluGrad"});
    return net.dense("q", 6).loss("Huber");
}

} // namespace stepscope::simulator
