#include "analysis/observations/observation.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

namespace stepscope::analysis {
namespace {

struct ObservationRow
{
    Message title;
    Message study;
    ObservationFunction test;
};

/// Claims and figures of the paper, section IV, in order of their numbers.
const std::array<ObservationRow, 12> kObservations{{
    {translatable(
         "Observations",
         "GPU utilization is much higher than CPU utilization, and when one is high, the other tends to be low"),
     translatable("Observations", "Inception V1: the GPU close to 100 % most of the time, each core from 0 to 60 %; "
                                  "also DCGAN, ResNet50, Xception"),
     observeGpuAgainstCpu},
    {translatable("Observations",
                  "The utilization of the GPU and of each core is predictable: it repeats in each step"),
     translatable("Observations",
                  "Inception V1: the same pattern in each of three steps, on every core and on the GPU"),
     observeRepeatingUse},
    {translatable("Observations", "GPU utilization is sensitive to the batch size, CPU utilization is not"),
     translatable("Observations", "batch 4 to 64: GPU of SqueezeNet 71.4 to 84.5 %, of ResNet50 85.6 to 95.6 %; the "
                                  "CPU differs by 2.1 % on average"),
     observeUseByBatch},
    {translatable("Observations", "Cores are used differently: they change differently with the batch size, without "
                                  "correlation, and the Denver 2 cores are idle most"),
     translatable("Observations", "the two Denver 2 cores have the highest idle ratio, up to 65 %"), observeCores},
    {translatable("Observations", "GPU utilization differs between application domains"),
     translatable(
         "Observations",
         "computer vision (ResNet) 95 %; language processing (LSTM) low, because its ops depend on each other"),
     observeGpuByDomain},
    {translatable("Observations", "The GPU draws the most power, but for some models the memory draws more"),
     translatable("Observations",
                  "the GPU for computer vision (ResNet50, VGG16); the memory for the LSTM, whose data locality is bad"),
     observePowerRanks},
    {translatable("Observations", "Power is predictable: it repeats in each step"),
     translatable("Observations", "the power of GPU, CPU and memory has the same pattern in each of three steps"),
     observeRepeatingPower},
    {translatable(
         "Observations",
         "The energy of a step rises with the batch size, but less than in proportion, and differs between models"),
     translatable("Observations", "16 times the batch takes 2.2 to 10.5 times the energy; DenseNet40 needs the most "
                                  "energy, SqueezeNet the least"),
     observeEnergyByBatch},
    {translatable("Observations",
                  "The batch size decides whether a model can be trained: only intermediate data grow with it"),
     translatable("Observations",
                  "intermediate data of DenseNet40 grow from 2.2 to 5.9 GB (batch 4 to 64); parameters, gradients and "
                  "input stay; with batch 128 and 256 every model runs out of memory"),
     observeMemoryByBatch},
    {translatable("Observations", "Throughput rises with the batch size"),
     translatable("Observations", "batch 4 to 64: ResNet50 9 to 55 samples/s"), observeThroughputByBatch},
    {translatable("Observations", "Throughput changes differently from model to model with the batch size"),
     translatable("Observations",
                  "batch 4 to 64: Deep RL x15.3 (889 to 13,618 samples/s), ResNet50 x6.1, DenseNet40 x1.7"),
     observeGainByModel},
    {translatable("Observations", "Training on the device slowly increases the accuracy"),
     translatable("Observations",
                  "DenseNet40, trained before and then with 64 new images a day: 60.65 to 61.32 % in 17 days"),
     observeAccuracy},
}};

struct Family
{
    std::string_view part; ///< of the name, in lower case
    Domain domain;
    bool isRecurrent = false;
};

/// The models of the paper's Table II and other common families. The first part that a name contains decides, so
/// "char_cnn" comes before "cnn".
constexpr auto kFamilies = std::to_array<Family>({
    {"char", Domain::LanguageProcessing, true},
    {"lstm", Domain::LanguageProcessing, true},
    {"gru", Domain::LanguageProcessing, true},
    {"rnn", Domain::LanguageProcessing, true},
    {"seq2seq", Domain::LanguageProcessing, true},
    {"nmt", Domain::LanguageProcessing, true},
    {"bert", Domain::LanguageProcessing},
    {"gpt", Domain::LanguageProcessing},
    {"gan", Domain::ImageGeneration},
    {"vae", Domain::ImageGeneration},
    {"diffusion", Domain::ImageGeneration},
    {"dqn", Domain::RoboticsControl},
    {"deeprl", Domain::RoboticsControl},
    {"deep_rl", Domain::RoboticsControl},
    {"atari", Domain::RoboticsControl},
    {"ppo", Domain::RoboticsControl},
    {"resnet", Domain::ComputerVision},
    {"densenet", Domain::ComputerVision},
    {"squeezenet", Domain::ComputerVision},
    {"vgg", Domain::ComputerVision},
    {"xception", Domain::ComputerVision},
    {"inception", Domain::ComputerVision},
    {"alexnet", Domain::ComputerVision},
    {"mobilenet", Domain::ComputerVision},
    {"efficientnet", Domain::ComputerVision},
    {"yolo", Domain::ComputerVision},
    {"cnn", Domain::ComputerVision},
});

const Family* familyOf(std::string_view model)
{
    std::string name(model);
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const auto family = std::find_if(kFamilies.begin(), kFamilies.end(),
                                     [&](const Family& f) { return name.find(f.part) != std::string::npos; });
    return family == kFamilies.end() ? nullptr : &*family;
}

} // namespace

std::vector<Observation> observe(std::span<const RunFacts> runs)
{
    std::vector<Observation> observations;
    for (std::size_t i = 0; i < kObservations.size() && !runs.empty(); ++i) {
        const ObservationRow& row = kObservations[i];
        Observation& observation = observations.emplace_back(
            Observation{.number = static_cast<int>(i) + 1, .title = row.title, .study = row.study});
        row.test(runs, observation);
        if (observation.verdict == Observation::Verdict::Undecided)
            observation.advice.clear();
    }
    return observations;
}

const char* verdictName(Observation::Verdict verdict)
{
    constexpr std::array kNames{"holds", "does not hold", "undecided"};
    return kNames.at(static_cast<std::size_t>(verdict));
}

Domain domainOf(std::string_view model)
{
    const Family* family = familyOf(model);
    return family == nullptr ? Domain::Unknown : family->domain;
}

bool isRecurrent(std::string_view model)
{
    const Family* family = familyOf(model);
    return family != nullptr && family->isRecurrent;
}

Message domainName(Domain domain)
{
    const std::array names{
        translatable("Observations", "unknown domain"), translatable("Observations", "computer vision"),
        translatable("Observations", "language processing"), translatable("Observations", "image generation"),
        translatable("Observations", "robotics control")};
    return names.at(static_cast<std::size_t>(domain));
}

const RailSummary* railOf(const RunFacts& run, std::string_view role)
{
    const RailSummary* most = nullptr;
    for (const RailSummary& rail : run.rails) {
        if (rail.role == role && rail.coveredSeconds > 0 && (most == nullptr || rail.meanWatts > most->meanWatts))
            most = &rail;
    }
    return most;
}

std::vector<double> valuesOf(const RunFacts& run, double StepFigures::*field)
{
    std::vector<double> values;
    for (const StepFigures& group : run.groups) {
        if (std::isfinite(group.*field))
            values.push_back(group.*field);
    }
    return values;
}

} // namespace stepscope::analysis
