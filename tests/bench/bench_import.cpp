// Time and memory from the file of a trace to its spans grouped by name, as a user gets them: `stepscope import` writes
// the recording, and the table of ops is computed from it. Compared with a Python script that loads the same file
// with json and sums the durations in a dict. The totals of all names are compared with exact ones of another script.
//
//   bench_import                      traces written by this program
//   STEPSCOPE_TRACE_GENERATOR=PROGRAM bench_import    by `PROGRAM SPANS FILE`
//   bench_import group RECORDING      prints name, count and total time (ns), separated by tabs

#include "analysis/metrics/optable.h"
#include "analysis/trace/tracestore.h"
#include "tests/bench/figures.h"

#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace {

using namespace stepscope;

struct Run
{
    double seconds = 0;
    double megabytes = 0; ///< peak memory
};

/// Runs a program with its output in a file; both are negative after a failure.
Run timed(const std::vector<std::string>& command, const std::string& output)
{
    std::vector<char*> arguments;
    for (const std::string& argument : command)
        arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    const auto begin = std::chrono::steady_clock::now();
    const pid_t child = fork();
    if (child == 0) {
        const int file = open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        dup2(file, STDOUT_FILENO);
        execv(arguments.front(), arguments.data());
        _exit(127);
    }
    int status = 0;
    rusage used{};
    if (child < 0 || wait4(child, &status, 0, &used) != child || status != 0)
        return {-1, -1};
    return {std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(),
            static_cast<double>(used.ru_maxrss) / 1024};
}

int printGroups(const char* recording)
{
    const auto view = trace::loadRecording(recording);
    if (!view.ok())
        return 1;
    // Means are those of all instances; totals leave out instances that are nested in others of the same name.
    for (const analysis::OpTotals& op :
         analysis::opTable(*view, view->extent(), {.grouping = analysis::OpGrouping::Name}))
        std::printf("%s\t%" PRIu64 "\t%lld\n", op.name.c_str(), op.count,
                    std::llround(op.meanSeconds * static_cast<double>(op.count) * 1e9));
    return 0;
}

/// Spans of four threads, nested in steps, with the args of PyTorch.
void writeTrace(std::size_t spans, const std::string& path)
{
    constexpr std::size_t kInStep = 250;
    std::FILE* const file = std::fopen(path.c_str(), "w");
    if (!file)
        return;
    std::mt19937_64 random(7);
    std::fputs("{\"schemaVersion\": 1, \"deviceProperties\": [], \"traceEvents\": [", file);
    std::int64_t time = 1'000'000'000; // ns
    for (std::size_t i = 0; i < spans; ++i) {
        const std::int64_t duration = 2000 + static_cast<std::int64_t>(random() % 100'000);
        const auto op = static_cast<unsigned>(random() % 300);
        const bool isStep = i % kInStep == 0;
        const std::string name =
            isStep ? "ProfilerStep#" + std::to_string(i / kInStep) : "aten::operation_" + std::to_string(op);
        const std::int64_t length = isStep ? std::int64_t{kInStep} * 60'000 : duration;
        std::fprintf(
            file,
            "%s\n{\"ph\": \"X\", \"cat\": \"%s\", \"name\": \"%s\", \"pid\": 100, \"tid\": %u, \"ts\": %" PRId64
            ".%03d, \"dur\": %" PRId64 ".%03d, \"args\": {\"External id\": %zu, \"Sequence number\": %u, "
            "\"Input Dims\": [[32, %u, 56, 56], [64, 64, 3, 3], [], []], \"Ev Idx\": %zu}}",
            i > 0 ? "," : "", isStep ? "user_annotation" : "cpu_op", name.c_str(), isStep ? 100 : 100 + op % 4,
            time / 1000, static_cast<int>(time % 1000), length / 1000, static_cast<int>(length % 1000), i, op,
            op % 7 * 32, i);
        time += isStep ? 10 : duration / 2 + 1000;
    }
    std::fputs("\n]}\n", file);
    std::fclose(file);
}

std::map<std::string, std::string> linesByName(const std::string& path)
{
    std::map<std::string, std::string> lines;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);)
        lines[line.substr(0, line.find('\t'))] = line.substr(std::min(line.find('\t'), line.size()));
    return lines;
}

/// Names with a wrong count or total, or that only one of both has.
double wrongNames(const std::string& found, const std::string& exact)
{
    auto expected = linesByName(exact);
    double wrong = expected.empty() ? 1 : 0;
    for (const auto& [name, line] : linesByName(found)) {
        const auto entry = expected.find(name);
        wrong += entry == expected.end() || entry->second != line ? 1 : 0;
        if (entry != expected.end())
            expected.erase(entry);
    }
    return wrong + static_cast<double>(expected.size());
}

void compare(const std::string& self, std::size_t spans, int repeats, const std::string& folder)
{
    const std::string trace = folder + "/trace.json";
    const std::string recording = folder + "/trace.stepscope";
    const std::string groups = folder + "/groups";
    const std::string ignored = folder + "/ignored";
    const std::string script = std::string(STEPSCOPE_SOURCE_DIR) + "/tests/bench/jsontotals.py";
    if (const char* const generator = std::getenv("STEPSCOPE_TRACE_GENERATOR"))
        timed({generator, std::to_string(spans), trace}, ignored);
    else
        writeTrace(spans, trace);
    std::vector<double> times;
    std::vector<double> reportTimes;
    std::vector<double> memory;
    for (int i = 0; i < repeats; ++i) {
        std::filesystem::remove(recording);
        const Run imported = timed({std::getenv("STEPSCOPE_APP_FILE"), "import", trace, "-o", recording}, ignored);
        const Run grouped = timed({self, "group", recording}, groups);
        const Run reported = timed({std::getenv("STEPSCOPE_APP_FILE"), "report", recording}, ignored);
        const Run python = timed({STEPSCOPE_PYTHON, script, trace}, ignored);
        const bool isDone = imported.seconds >= 0 && grouped.seconds >= 0 && reported.seconds >= 0;
        times.push_back(isDone ? python.seconds / (imported.seconds + grouped.seconds) : -1);
        reportTimes.push_back(isDone ? python.seconds / (imported.seconds + reported.seconds) : -1);
        memory.push_back(isDone ? python.megabytes / std::max(imported.megabytes, grouped.megabytes) : -1);
        std::printf(
            "# %zu spans: import %.2f s, %.0f MB; group %.2f s, %.0f MB; report %.2f s, %.0f MB; Python %.2f s, "
            "%.0f MB\n",
            spans, imported.seconds, imported.megabytes, grouped.seconds, grouped.megabytes, reported.seconds,
            reported.megabytes, python.seconds, python.megabytes);
    }
    timed({STEPSCOPE_PYTHON, script, trace, "--exact"}, ignored);
    const std::string suffix = "_" + std::to_string(spans / 1'000'000) + "M_spans";
    bench::figure(("import_grouped_by_name_faster_than_python" + suffix).c_str(), bench::median(times), "x", 10, true);
    bench::figure(("import_and_report_faster_than_python" + suffix).c_str(), bench::median(reportTimes), "x", 4, true);
    bench::figure(("import_grouped_by_name_less_memory" + suffix).c_str(), bench::median(memory), "x", 8, true);
    bench::figure(("import_wrong_totals" + suffix).c_str(), wrongNames(groups, ignored), "names", 0);
}

} // namespace

int main(int argc, char** argv)
{
    if (argc == 3 && std::string(argv[1]) == "group")
        return printGroups(argv[2]);
    std::string folder = (std::filesystem::temp_directory_path() / "bench_import.XXXXXX").string();
    if (!std::getenv("STEPSCOPE_APP_FILE") || !mkdtemp(folder.data()))
        return 1;
    const std::string self = std::filesystem::canonical("/proc/self/exe").string();
    compare(self, 1'000'000, 3, folder);
    compare(self, 5'000'000, 1, folder);
    std::filesystem::remove_all(folder);
    return 0;
}
