#include "analysis/import/tensorflow/stepstats.h"

#include "analysis/import/plaintext.h"
#include "analysis/import/tensorflow/protowalk.h"

#include <algorithm>
#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/text_format.h>
#include <limits>
#include <map>
#include <profile.pb.h>
#include <string>
#include <utility>
#include <vector>

namespace stepscope::analysis {
namespace {

/// The parser reports to it instead of printing.
class SilentErrors : public google::protobuf::io::ErrorCollector
{
public:
    void AddError(int /*line*/, google::protobuf::io::ColumnNumber /*column*/, const std::string& /*text*/) override {}
};

/// Microseconds, or ns where the file states them.
std::optional<std::int64_t> nanoseconds(std::int64_t micros, std::int64_t nanos)
{
    if (nanos != 0)
        return std::abs(nanos) <= kMaxTime ? std::optional(nanos) : std::nullopt;
    return micros >= -kMaxTime / 1000 && micros <= kMaxTime / 1000 ? std::optional(micros * 1000) : std::nullopt;
}

/// "layer1/MatMul = MatMul(x, w)": the op of a node.
std::string_view opOf(std::string_view label, std::string_view node)
{
    const std::size_t equals = label.find(" = ");
    const std::size_t open = label.find('(', equals == std::string_view::npos ? 0 : equals);
    if (equals == std::string_view::npos || open == std::string_view::npos || open < equals + 4)
        return node;
    return label.substr(equals + 3, open - equals - 3);
}

class StepStatsReader
{
public:
    explicit StepStatsReader(Collection& into)
        : m_into(into)
    {}

    bool readBinary(std::string_view bytes)
    {
        // RunMetadata has StepStats as its first field, StepStats has devices, whose first field is a name.
        const std::string_view first = firstBytes(bytes, 1);
        const bool isRunMetadata = !firstBytes(firstBytes(first, 1), 1).empty();
        bool isIntact = true;
        const auto devices = [&](std::string_view stats) {
            return walkMessage(stats, [&](const ProtoField& field) {
                if (field.number == 1 && field.isBytes)
                    isIntact = readDevice(field.bytes) && isIntact;
                return true;
            });
        };
        if (!isRunMetadata)
            return devices(bytes) && isIntact;
        const bool isComplete = walkMessage(bytes, [&](const ProtoField& field) {
            if (field.number == 1 && field.isBytes)
                isIntact = devices(field.bytes) && isIntact;
            return true;
        });
        return isComplete && isIntact;
    }

    bool readText(std::string_view text)
    {
        namespace pb = google::protobuf;
        pb::TextFormat::Parser parser;
        SilentErrors errors;
        parser.RecordErrorsTo(&errors);
        parser.AllowUnknownField(true);
        parser.AllowPartialMessage(true);
        parser.SetRecursionLimit(50);
        pb::io::ArrayInputStream input(text.data(), static_cast<int>(text.size()));
        tensorflow::RunMetadata metadata;
        tensorflow::StepStats& stats = *metadata.mutable_step_stats();
        const std::size_t begin = text.find_first_not_of(" \t\r\n");
        const bool isRunMetadata = text.substr(std::min(begin, text.size())).starts_with("step_stats");
        const bool isIntact = isRunMetadata ? parser.Parse(&input, &metadata) : parser.Parse(&input, &stats);
        for (const tensorflow::DeviceStepStats& device : metadata.step_stats().dev_stats()) {
            m_device = device.device();
            for (const tensorflow::NodeExecStats& node : device.node_stats())
                takeNode(node);
            for (const auto& [thread, name] : device.thread_names())
                m_threadNames[{m_device, thread}] = name;
            finishDevice();
        }
        return isIntact;
    }

    void finish()
    {
        if (m_hasNode)
            m_into.steps.push_back({.index = m_into.steps.size(),
                                    .start = m_begin,
                                    .end = m_end,
                                    .samples = 0,
                                    .flags = format::Step::kTraced,
                                    .process = 0});
        for (const auto& [name, values] : m_memory)
            m_into.addGroup(values, {.name = "in use by " + name, .quantity = "memory", .unit = "B"});
    }

private:
    struct Node
    {
        std::int64_t start = 0;
        std::int64_t end = 0;
        std::uint32_t op = 0;
    };

    bool readDevice(std::string_view bytes)
    {
        m_device = firstBytes(bytes, 1);
        tensorflow::NodeExecStats node;
        tensorflow::ThreadName thread;
        const bool isComplete = walkMessage(bytes, [&](const ProtoField& field) {
            if (!field.isBytes || field.isCut)
                return true;
            const int size = static_cast<int>(field.bytes.size());
            if (field.number == 2 && node.ParseFromArray(field.bytes.data(), size))
                takeNode(node);
            else if (field.number == 2)
                m_into.losses.add("spans", "whose bytes are damaged");
            else if (field.number == 3 && thread.ParseFromArray(field.bytes.data(), size))
                m_threadNames[{m_device, thread.key()}] = thread.value();
            return true;
        });
        finishDevice();
        return isComplete;
    }

    void takeNode(const tensorflow::NodeExecStats& node)
    {
        const auto start = nanoseconds(node.all_start_micros(), node.all_start_nanos());
        const auto duration = nanoseconds(node.all_end_rel_micros(), node.all_end_rel_nanos());
        if (!start || *start == 0 || !duration || *duration < 0)
            return m_into.losses.add("spans", "without a valid time");
        const bool isOfGpu = isGpu();
        const std::string_view name = opOf(node.timeline_label(), node.node_name());
        const bool isCopy = name.starts_with("MEMCPY") || node.node_name().starts_with("MEMCPY");
        const std::uint32_t op = m_into.ops.find({.name = name,
                                                  .module = node.node_name(),
                                                  .category = isCopy    ? "memcpy"
                                                              : isOfGpu ? "kernel"
                                                                        : "op"});
        m_nodes[node.thread_id()].push_back({*start, *start + *duration, op});
        m_begin = m_hasNode ? std::min(m_begin, *start) : *start;
        m_end = m_hasNode ? std::max(m_end, *start + *duration) : *start + *duration;
        m_hasNode = true;
        for (const tensorflow::AllocatorMemoryUsed& memory : node.memory()) {
            if (memory.allocator_bytes_in_use() > 0)
                m_memory[memory.allocator_name()].emplace_back(*start, memory.allocator_bytes_in_use());
        }
    }

    [[nodiscard]] bool isGpu() const
    {
        return m_device.find("/stream:") != std::string::npos || m_device.find("/memcpy") != std::string::npos;
    }

    /// Ops of one thread are nested. Without threads, ops that run at the same time go to separate lanes.
    void finishDevice()
    {
        for (auto& [thread, nodes] : m_nodes) {
            std::stable_sort(nodes.begin(), nodes.end(),
                             [](const Node& a, const Node& b) { return a.start < b.start; });
            std::vector<std::int64_t> ends;
            for (const Node& node : nodes) {
                std::size_t row = 0;
                while (thread == 0 && row < ends.size() && ends[row] > node.start)
                    ++row;
                if (row >= ends.size())
                    ends.push_back(node.end);
                ends[row] = std::max(ends[row], node.end);
                if (const auto lane = laneOf(thread, row))
                    m_into.addSpan(*lane, node.start, node.end - node.start, node.op);
            }
        }
        m_nodes.clear();
    }

    std::optional<std::size_t> laneOf(std::uint32_t thread, std::size_t row)
    {
        const std::pair key(m_device, thread);
        std::string name = m_device;
        if (const auto known = m_threadNames.find(key); known != m_threadNames.end())
            name += " " + known->second;
        else if (thread != 0)
            name += " thread " + std::to_string(thread);
        else if (row > 0)
            name += " " + std::to_string(row + 1);
        const auto known = std::find_if(m_into.lanes.begin(), m_into.lanes.end(),
                                        [&](const Collection::Lane& lane) { return lane.name == name; });
        if (known != m_into.lanes.end())
            return static_cast<std::size_t>(known - m_into.lanes.begin());
        const auto lane = m_into.addLane({.kind = isGpu() ? format::Lane::Kind::GpuStream : format::Lane::Kind::Thread,
                                          .thread = thread,
                                          .name = name});
        if (!lane)
            m_into.losses.add("spans", "of threads and streams beyond the first 16384");
        return lane;
    }

    Collection& m_into;
    std::string m_device;
    std::map<std::uint32_t, std::vector<Node>> m_nodes; ///< of the device, by thread
    std::map<std::pair<std::string, std::uint32_t>, std::string> m_threadNames;
    std::map<std::string, std::vector<std::pair<std::int64_t, double>>> m_memory; ///< by allocator
    std::int64_t m_begin = 0;
    std::int64_t m_end = 0;
    bool m_hasNode = false;
};

} // namespace

TensorFlowFile kindOfTensorFlow(std::string_view beginning)
{
    const std::size_t first = beginning.find_first_not_of(" \t\r\n");
    const std::string_view text = beginning.substr(std::min(first, beginning.size()));
    if (text.starts_with("dev_stats {") || text.starts_with("step_stats {"))
        return TensorFlowFile::StepStatsText;
    if (text.starts_with("node {") && text.find("op: \"") != std::string_view::npos)
        return TensorFlowFile::GraphText;
    // A message in a message, down to the name of a device.
    std::string_view inner = firstBytes(beginning, 1);
    for (int depth = 0; depth < 3 && !inner.empty(); ++depth) {
        if (inner.starts_with("/job:") || inner.starts_with("/device:") || inner.starts_with("/gpu:") ||
            inner.starts_with("/cpu:") || inner.starts_with("/host:"))
            return depth > 0 ? TensorFlowFile::StepStats : TensorFlowFile::None;
        // XPlane: an optional id, then the name of the plane.
        std::string_view plane;
        if (depth == 0)
            walkMessage(inner, [&](const ProtoField& field) {
                plane = field.number == 2 && field.isBytes ? field.bytes : plane;
                return plane.empty() && field.number < 3;
            });
        if (plane.starts_with("/host:") || plane.starts_with("/device:") || plane.starts_with("Task Environment"))
            return TensorFlowFile::XSpace;
        inner = firstBytes(inner, 1);
    }
    return TensorFlowFile::None;
}

bool readStepStats(std::string_view bytes, bool isText, Collection& into)
{
    StepStatsReader reader(into);
    const bool isIntact = isText ? reader.readText(bytes) : reader.readBinary(bytes);
    reader.finish();
    return isIntact;
}

} // namespace stepscope::analysis
