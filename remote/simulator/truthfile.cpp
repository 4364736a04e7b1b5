#include "remote/simulator/truthfile.h"

#include "remote/simulator/jsontext.h"

#include <cerrno>
#include <cstring>

namespace stepscope::simulator {
namespace {

std::string sensorJson(const SensorFacts& sensor)
{
    return "\"window_ns\":" + std::to_string(sensor.windowNs) + ",\"update_ns\":" + std::to_string(sensor.updateNs) +
           ",\"lag_ns\":" + std::to_string(sensor.lagNs) + ",\"read_ns\":" + std::to_string(sensor.readNs);
}

double watts(const Rail& rail, const Joules& joules)
{
    return rail.gpu * joules.gpu + rail.cpu * joules.cpu + rail.soc * joules.soc + rail.ddr * joules.ddr;
}

} // namespace

format::Result<TruthFile> TruthFile::create(const std::string& path, const Board& board, const Training& training)
{
    std::FILE* file = std::fopen(path.c_str(), "we");
    if (file == nullptr)
        return format::failure("the ground truth cannot be written to " + path + ": " + std::strerror(errno));
    TruthFile truth(file, board);
    truth.begin(training);
    return truth;
}

TruthFile::TruthFile(std::FILE* file, const Board& board)
    : m_file(file)
    , m_board(board)
{}

void TruthFile::begin(const Training& training)
{
    const TrainingWords& words = training.words();
    std::string line = "{\"format\":1,\"virtual\":true,\"variant\":" + jsonText(m_board.variant) +
                       ",\"model\":" + jsonText(words.model) + ",\"batch\":" + std::to_string(words.batch) +
                       ",\"steps\":" + std::to_string(words.steps) + ",\"seed\":" + std::to_string(words.seed) +
                       ",\"start_ns\":" + std::to_string(words.start) +
                       ",\"first_step_ns\":" + std::to_string(training.firstStepBegin()) +
                       ",\"tracing_slowdown\":" + jsonNumber(kTracingSlowdown) + ",\"rails\":[";
    const char* separator = "";
    for (const Rail& rail : m_board.rails) {
        line += separator + ("{\"label\":" + jsonText(rail.label)) +
                ",\"idle_watts\":" + jsonNumber(railSum(rail, m_board.idle) + rail.constantWatts) +
                ",\"step_watts\":" + jsonNumber(40e-6 / rail.shuntOhm * rail.volts) + "," +
                sensorJson(m_board.railSensor) + "}";
        separator = ",";
    }
    line += "],\"gpu_load\":{" + sensorJson(m_board.gpuSensor) + "},\"kinds\":[";
    separator = "";
    for (const OpKind& kind : training.plan().kinds) {
        line += separator + ("[" + jsonText(kind.name)) + "," + jsonText(kind.shapes) + "," + jsonText(kind.module) +
                "," + jsonText(kind.category) + "]";
        separator = ",";
    }
    line += "]}\n";
    std::fputs(line.c_str(), m_file.get());
}

void TruthFile::add(const PlayedStep& step)
{
    const std::int64_t begin = step.pieces.begin();
    const std::int64_t end = step.pieces.end();
    const Signals sum = step.pieces.integral(end);
    std::string line = "{\"step\":" + std::to_string(step.index) + ",\"start_ns\":" + std::to_string(begin) +
                       ",\"end_ns\":" + std::to_string(end) + ",\"traced\":" + (step.traced ? "true" : "false") +
                       ",\"gpu_busy_ns\":" + jsonNumber(sum[GpuBusy]) + ",\"joules\":[";
    const char* separator = "";
    for (const Rail& rail : m_board.rails) {
        const double constant = railSum(rail, m_board.idle) + rail.constantWatts;
        line += separator + jsonNumber((railSum(rail, sum) + constant * static_cast<double>(end - begin)) * 1e-9);
        separator = ",";
    }
    line += "],\"ops\":[";
    separator = "";
    for (const OpInstance& op : step.ops) {
        if (op.lane == OpInstance::Main && op.depth < 2)
            continue;
        line += separator + ("[" + std::to_string(op.kind)) + "," + std::to_string(op.lane) + "," +
                std::to_string(op.start) + "," + std::to_string(op.duration);
        for (const Rail& rail : m_board.rails)
            line += "," + jsonNumber(watts(rail, op.own));
        line += "]";
        separator = ",";
    }
    line += "]}\n";
    std::fputs(line.c_str(), m_file.get());
}

} // namespace stepscope::simulator
