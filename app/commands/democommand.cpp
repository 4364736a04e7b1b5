#include "analysis/algorithms/report.h"
#include "analysis/export/csvexport.h"
#include "app/capture/connection.h"
#include "app/commands/capturecommand.h"
#include "app/commands/command.h"
#include "app/commands/figurefile.h"
#include "app/terminal/display.h"
#include "app/terminal/terminal.h"

#include <CLI/CLI.hpp>
#include <QByteArray>
#include <QFile>

#include <cstdio>
#include <cstdlib>
#include <unistd.h>

static void initializeModels()
{
    Q_INIT_RESOURCE(files);
}

namespace stepscope::app {
namespace {

using format::Result;
namespace fs = std::filesystem;

constexpr int kSteps = 120;
constexpr int kVirtualSteps = 40;

/// A Python on this computer that has PyTorch: the one on the PATH may be another than the system's.
Result<std::string> findPythonWithTorch()
{
    for (const char* const python : {"python3", "/usr/bin/python3"}) {
        const std::string command = std::string(python) + " -c 'import torch' >/dev/null 2>&1";
        // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing else runs yet
        if (std::system(command.c_str()) == 0)
            return std::string(python);
    }
    return format::failure(format::Error::Code::NotFound,
                           "The demo trains with PyTorch, and no python3 here can import torch: install it "
                           "(Debian: apt-get install python3-torch), or start it with ./run demo.");
}

Result<void> writeTraining(const fs::path& path)
{
    initializeModels();
    QFile training(QStringLiteral(":/benchmarks/models/smallcnn.py"));
    if (!training.open(QIODevice::ReadOnly))
        return format::failure("This program was built without its demo training: build it again with ./run.");
    QFile copy(QString::fromStdString(path.string()));
    if (!copy.open(QIODevice::WriteOnly) || copy.write(training.readAll()) < 0)
        return format::failure("Writing " + path.string() + " failed (" + copy.errorString().toStdString() +
                               "): choose another folder with --dir.");
    return {};
}

/// The main job on this computer: profile a small training, print its report, draw it, open the window on it.
class DemoCommand : public Command
{
public:
    [[nodiscard]] std::string name() const override { return "demo"; }
    [[nodiscard]] std::string summary() const override
    {
        return "Profile a real training of a small CNN on this computer";
    }

    void describe(CLI::App& options) override
    {
        options.add_option("--dir", m_folder, "Where its results go; those of an earlier demo are replaced")
            ->default_val("demo");
        options.add_option("--steps", m_steps, "Training steps; default 120, of the virtual board 40")
            ->check(CLI::Range(1, 1'000'000));
        options.add_flag("--virtual", m_virtual,
                         "Instead, a training of Inception V1 as a described Jetson TX2 plays it");
        options.add_flag("--no-window", m_noWindow, "Do not open the window at the end");
    }

    int run(const std::vector<std::string>& /*trailing*/) override
    {
        m_steps = m_steps > 0 ? m_steps : m_virtual ? kVirtualSteps : kSteps;
        CaptureOptions options;
        options.target = m_virtual ? "virtual-tx2" : "local";
        options.recording = recording();
        if (const auto prepared = prepare(options); !prepared.ok())
            return printError(prepared.error());
        CaptureOutcome outcome;
        std::printf(m_virtual ? "Profiling %d steps of Inception V1 on a described Jetson TX2: nothing is measured on "
                                "hardware\n"
                              : "Profiling %d steps of a small CNN on this computer\n",
                    m_steps);
        std::fflush(stdout);
        if (const int status = runCaptureInTerminal(
                std::move(options), {.expectedSteps = static_cast<std::size_t>(m_steps), .outcome = &outcome});
            status != kDone)
            return status;
        if (outcome.left)
            return kDone;
        std::printf("\n%s\n", analysis::toText(analysis::makeReport(outcome.view)).c_str());
        if (const auto written = writeResults(outcome); !written.ok())
            return printError(written.error());
        return openWindow();
    }

private:
    [[nodiscard]] fs::path recording() const { return fs::path(m_folder) / "recording.stepscope"; }
    [[nodiscard]] fs::path training() const { return fs::path(m_folder) / "smallcnn.py"; }
    [[nodiscard]] fs::path figure() const { return fs::path(m_folder) / "timeline.png"; }
    [[nodiscard]] fs::path tables() const { return fs::path(m_folder) / "csv"; }

    /// Says what to train, and makes room for what comes of it.
    Result<void> prepare(CaptureOptions& options)
    {
        if (m_virtual)
            options.model = {"inception_v1", 32, m_steps};
        else
            options.start.command = {TRY(findPythonWithTorch()), fs::absolute(training()).string(), "--steps",
                                     std::to_string(m_steps)};
        std::error_code error;
        fs::create_directories(m_folder, error);
        if (error)
            return format::failure("The folder " + m_folder + " cannot be made (" + error.message() +
                                   "): choose another with --dir.");
        fs::remove(recording(), error);
        return m_virtual ? Result<void>() : writeTraining(training());
    }

    Result<void> writeResults(const CaptureOutcome& outcome)
    {
        TRY(writeTimelineFigure(outcome.view, {.path = figure().string()}));
        TRY(analysis::exportCsv(outcome.view, tables(), {}));
        // All of it is in the file: what the agent keeps of it is no longer needed.
        const auto connection = TRY(Connection::make(m_virtual ? "virtual-tx2" : "local", {}, nullptr));
        TRY(connection->connect());
        TRY(connection->deploy({}));
        TRY(connection->runs().remove(outcome.run));
        std::printf("recording  %s\nfigure     %s\ntables     %s\n", recording().c_str(), figure().c_str(),
                    tables().c_str());
        std::fflush(stdout);
        return {};
    }

    int openWindow()
    {
        if (m_noWindow || !hasDisplay()) {
            std::printf("window     %s\n",
                        m_noWindow ? "not asked for"
                                   : "there is no display; `./run demo` with one opens it, or `./run FILE`");
            return kDone;
        }
        // A process of its own: an application that drew figures without a screen cannot turn to one.
        const std::string file = recording().string();
        std::fflush(stdout);
        ::execl("/proc/self/exe", "stepscope", file.c_str(), nullptr);
        return printError(format::failure("The window did not open; `stepscope " + file + "` opens it."));
    }

    std::string m_folder;
    int m_steps = 0;
    bool m_virtual = false;
    bool m_noWindow = false;
};

} // namespace

std::unique_ptr<Command> makeDemoCommand()
{
    return std::make_unique<DemoCommand>();
}

} // namespace stepscope::app
