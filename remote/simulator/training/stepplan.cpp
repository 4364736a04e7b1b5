#include "remote/simulator/training/stepplan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <unordered_map>

namespace stepscope::simulator {
namespace {

constexpr double kWattsOfCore = 0.55;
constexpr double kWattsOfFastCore = 0.9;
constexpr double kShortestKernelNs = 6'000;

struct ClassRow
{
    OpClass opClass;
    const char* kernel; ///< name of the kernel in cuDNN, cuBLAS or Eigen
    double gpuWatts;
    double ddrWatts;
    double socWatts;
    double emc;
};
constexpr std::array kClasses{
    ClassRow{OpClass::Convolution, "maxwell_scudnn_128x64_relu_interior_nn", 4.6, 0.9, 0.40, 0.36},
    ClassRow{OpClass::Depthwise, "DepthwiseConv2dGPUKernelNCHWSmall", 2.4, 1.7, 0.55, 0.68},
    ClassRow{OpClass::MatMul, "maxwell_sgemm_128x64_nn", 3.6, 1.2, 0.45, 0.50},
    ClassRow{OpClass::Memory, "EigenMetaKernel", 2.3, 2.0, 0.60, 0.80},
    ClassRow{OpClass::Optimizer, "ApplyMomentumKernel", 1.6, 1.9, 0.50, 0.74},
};

const ClassRow& rowOf(OpClass opClass)
{
    return *std::find_if(kClasses.begin(), kClasses.end(), [&](const ClassRow& row) { return row.opClass == opClass; });
}

std::uint64_t hashOf(const std::string& text)
{
    std::uint64_t hash = 0;
    for (const char c : text)
        hash = hashKey(hash, static_cast<unsigned char>(c));
    return hash;
}

std::string withBatch(std::string shapes, int batch)
{
    for (std::size_t at = shapes.find("[N"); at != std::string::npos; at = shapes.find("[N"))
        shapes.replace(at + 1, 1, std::to_string(batch));
    return shapes;
}

class Planner
{
public:
    Planner(const Model& model, int batch, const Machine& machine, std::uint64_t seed)
        : m_model(model)
        , m_batch(batch)
        , m_machine(machine)
        , m_seed(seed)
        , m_layers(model.layers())
    {
        m_plan.kinds.push_back({"train_step", "", "", "step"});
    }

    StepPlan plan()
    {
        host("input", "IteratorGetNext", "input", 0.35);
        forward();
        backward();
        optimize();
        host("session", "_Retval", "input", 0.15);
        scale();
        planInput();
        return std::move(m_plan);
    }

private:
    /// The number of the kind, which is added to the plan at its first use.
    std::uint32_t kind(OpKind opKind)
    {
        const std::uint64_t key =
            hashKey(hashOf(opKind.name), hashOf(opKind.shapes), hashOf(opKind.module + opKind.category));
        const auto [entry, isNew] = m_kinds.try_emplace(key, static_cast<std::uint32_t>(m_plan.kinds.size()));
        if (isNew)
            m_plan.kinds.push_back(std::move(opKind));
        return entry->second;
    }

    /// The share of a core in the work of its group, 1 in the mean. The scheduler places the threads again for each
    /// run, so that cores change differently from batch size to batch size.
    [[nodiscard]] double placement(const std::vector<int>& group, int core) const
    {
        constexpr double kUneven = 0.5;
        const auto weight = [&](int number) {
            return 1 + kUneven * (2 * uniform(hashOf(std::string(m_model.name)),
                                              static_cast<std::uint64_t>(m_batch * 64 + number), m_seed) -
                                  1);
        };
        double sum = 0;
        for (const int member : group)
            sum += weight(member);
        return weight(core) / sum * static_cast<double>(group.size());
    }

    /// Consecutive ops of one layer get one span around them.
    void enterLayer(const std::string& module, const char* category)
    {
        const std::string layer = module.substr(0, module.find('/'));
        if (layer == m_layer && category == m_category)
            return;
        m_layer = layer;
        m_category = category;
        m_plan.layers.push_back({kind({layer, "", layer, category}), m_plan.ops.size(), m_plan.ops.size()});
    }

    /// Adds an op that takes a share of the time without a kernel.
    void host(const char* layer, const char* name, const char* category, double share)
    {
        enterLayer(layer, category);
        PlannedOp op;
        op.kind = kind({name, "", layer, category});
        op.hostNs = share;
        // While the GPU waits, the CPU fetches data and does small ops on all cores.
        addBusy(op.hostRates, m_machine, m_machine.mainCore, 0.6);
        for (const int core : m_machine.workers)
            addBusy(op.hostRates, m_machine, core, 0.5 * placement(m_machine.workers, core));
        for (const int core : m_machine.fastCores)
            addBusy(op.hostRates, m_machine, core, 0.3 * placement(m_machine.fastCores, core));
        op.hostRates[DdrWatts] += 0.25 * m_model.memoryPower;
        op.hostRates[EmcBusy] += 0.08;
        m_plan.ops.push_back(op);
        m_plan.layers.back().last = m_plan.ops.size();
    }

    void launch(const LayerOp& layer, const std::string& name, const std::string& prefix, const char* category,
                OpClass opClass, double work)
    {
        enterLayer(layer.module, category);
        const ClassRow& row = rowOf(opClass);
        PlannedOp op;
        op.kind = kind({name, withBatch(layer.shapes, m_batch), prefix + layer.module, category});
        op.kernel = kind({row.kernel, "", prefix + layer.module + "/" + name, "kernel"});
        op.kernelNs = work;
        // The power varies by 10 % between the ops of a class.
        const double own = 1 + 0.2 * (uniform(hashOf(name + layer.shapes), m_seed) - 0.5);
        const double watts = kernelPower(m_model, m_batch) * m_machine.kernelPowerFactor * own;
        op.kernelRates[GpuWatts] = row.gpuWatts * watts * m_machine.gpuPowerFactor;
        op.kernelRates[DdrWatts] = row.ddrWatts * watts * m_model.memoryPower * m_machine.memoryPowerFactor;
        op.kernelRates[SocWatts] = row.socWatts * watts;
        op.kernelRates[EmcBusy] = std::min(row.emc * own * m_model.memoryPower, 0.95);
        op.kernelRates[GpuBusy] = 1;
        addBusy(op.kernelRates, m_machine, m_machine.mainCore, 0.22);
        addBusy(op.hostRates, m_machine, m_machine.mainCore, 0.55);
        op.hostRates[DdrWatts] += 0.35 * (m_model.memoryPower - 1);
        for (const int core : m_machine.workers)
            addBusy(category == std::string_view("forward") ? op.hostRates : op.kernelRates, m_machine, core,
                    core == m_machine.workers.front() ? 0.15 : 0.03);
        m_plan.ops.push_back(op);
        m_plan.layers.back().last = m_plan.ops.size();
    }

    void forward()
    {
        for (const LayerOp& layer : m_layers)
            launch(layer, layer.name, "", "forward", layer.opClass, layer.work * m_batch);
    }

    void backward()
    {
        for (auto layer = m_layers.rbegin(); layer != m_layers.rend(); ++layer) {
            for (const std::string& gradient : layer->gradients)
                launch(*layer, gradient, "gradients/", "backward", layer->opClass, layer->work * m_batch);
        }
    }

    void optimize()
    {
        for (const LayerOp& layer : m_layers) {
            m_plan.parameters += layer.parameters;
            if (layer.parameters <= 0)
                continue;
            constexpr double kBytesPerSecond = 25e9;
            LayerOp update;
            update.module = "Momentum/" + layer.module;
            update.shapes = "[" + std::to_string(static_cast<std::int64_t>(layer.parameters)) + "]";
            launch(update, "ApplyMomentum", "", "optimizer", OpClass::Optimizer,
                   20 * layer.parameters / kBytesPerSecond);
        }
    }

    /// Scales relative times to the model's: kernels fill the GPU's share of the step, CPU work the rest.
    void scale()
    {
        double kernels = 0;
        double launches = 0;
        for (const PlannedOp& op : m_plan.ops) {
            kernels += op.kernelNs;
            launches += op.kernelNs > 0 ? 1 : 0;
        }
        const double unscaled = gpuSeconds(m_model, m_batch) * m_machine.stepTimeFactor * 1e9;
        const double waiting = stepSeconds(m_model, m_batch) * m_machine.stepTimeFactor * 1e9 - unscaled;
        const double busy = unscaled * m_machine.kernelTimeFactor;
        const double step = busy + waiting * m_machine.hostTimeFactor;
        for (PlannedOp& op : m_plan.ops) {
            const bool launched = op.kernelNs > 0;
            op.hostNs = launched ? 0.5 * (step - busy) / launches : op.hostNs * (step - busy);
            if (launched)
                op.kernelNs = std::max(op.kernelNs * busy / kernels, kShortestKernelNs * m_machine.stepTimeFactor);
            m_plan.kernelNs += op.kernelNs;
            m_plan.hostNs += op.hostNs;
        }
        // The minimum duration of kernels has increased the sum.
        for (PlannedOp& op : m_plan.ops)
            op.kernelNs *= busy / m_plan.kernelNs;
        m_plan.kernelNs = busy;
    }

    void planInput()
    {
        struct Part
        {
            const char* name;
            double share;
            double worker; ///< mean busy share of the second and third worker
            double fast;   ///< mean busy share of the fast cores
        };
        const std::array parts{Part{m_model.inputOp, 0.5, 0.38, 0.34}, Part{"ResizeBilinear", 0.35, 0.34, 0.19},
                               Part{"BatchDataset", 0.15, 0.19, 0.22}};
        // A larger batch needs slightly more time for each sample.
        const double load = 1 + 0.03 * std::log2(m_batch / 16.0);
        double at = 0.06;
        for (const Part& part : parts) {
            PlannedInput input;
            input.kind = kind({part.name, "[" + std::to_string(m_batch) + "]", "input_pipeline", "input"});
            input.from = at;
            at += part.share * m_model.inputShare;
            input.to = at;
            for (std::size_t i = 1; i < std::min<std::size_t>(m_machine.workers.size(), 3); ++i)
                addBusy(input.rates, m_machine, m_machine.workers[i],
                        load * part.worker * placement(m_machine.workers, m_machine.workers[i]));
            for (const int core : m_machine.fastCores)
                addBusy(input.rates, m_machine, core, load * part.fast * placement(m_machine.fastCores, core));
            input.rates[DdrWatts] += 0.2;
            input.rates[EmcBusy] += 0.05;
            m_plan.inputs.push_back(input);
        }
    }

    const Model& m_model;
    int m_batch;
    const Machine& m_machine;
    std::uint64_t m_seed;
    Layers m_layers;
    StepPlan m_plan;
    std::unordered_map<std::uint64_t, std::uint32_t> m_kinds;
    std::string m_layer;
    std::string m_category;
};

} // namespace

void addBusy(Signals& rates, const Machine& machine, int core, double share)
{
    const bool fast = std::find(machine.fastCores.begin(), machine.fastCores.end(), core) != machine.fastCores.end();
    rates[FirstCore + static_cast<std::size_t>(core)] += share;
    rates[CpuWatts] += share * (fast ? kWattsOfFastCore : kWattsOfCore) * machine.corePowerFactor;
}

Machine atClocks(Machine machine, const Clocks& clocks)
{
    if (clocks == Clocks{})
        return machine;
    // Dynamic power is proportional to the frequency and the square of the voltage, which falls with it.
    constexpr double kPowerExponent = 2.2;
    constexpr double kMemoryBound = 0.25;     // share of a kernel's time that depends on the memory's clock
    constexpr double kClockIndependent = 0.2; // share of the CPU work's time
    constexpr double kLockedTime = 0.96;      // the governor needs time to raise a clock
    constexpr double kLockedPower = 1.15;     // waiting at the highest clock
    machine.kernelTimeFactor = (1 - kMemoryBound) / clocks.gpu + kMemoryBound / clocks.memory;
    machine.hostTimeFactor =
        ((1 - kClockIndependent) / clocks.core + kClockIndependent) * (clocks.isLocked ? kLockedTime : 1);
    machine.gpuPowerFactor = std::pow(clocks.gpu, kPowerExponent);
    machine.corePowerFactor = std::pow(clocks.core, kPowerExponent) * (clocks.isLocked ? kLockedPower : 1);
    machine.memoryPowerFactor = clocks.memory;
    if (!clocks.hasFastCores)
        machine.fastCores.clear();
    return machine;
}

StepPlan planStep(const Model& model, int batch, const Machine& machine, std::uint64_t seed)
{
    return Planner(model, batch, machine, seed).plan();
}

} // namespace stepscope::simulator
