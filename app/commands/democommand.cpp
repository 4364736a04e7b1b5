#include "analysis/export/csvexport.h"
#include "analysis/export/textfile.h"
#include "analysis/report/report.h"
#include "app/capture/connection.h"
#include "app/commands/capturecommand.h"
#include "app/commands/command.h"
#include "app/commands/figurefile.h"
#include "app/terminal/terminal.h"

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

/// A Python on this computer that has PyTorch: the one on the PATH can differ from the system's.
Result<std::string> findPythonWithTorch()
{
    for (const char* const python : {"python3", "/usr/bin/python3"}) {
        const std::string command = std::string(python) + " -c 'import torch' >/dev/null 2>&1";
        // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing else runs yet
        if (std::system(command.c_str()) == 0)
            return std::string(python);
    }
    return format::failure(format::Error::Code::NotFound,
                           "The demo needs PyTorch, and no python3 on this computer can import torch: install it "
                           "(Debian: apt-get install python3-torch), or start it with ./run demo.");
}

Result<void> writeTraining(const fs::path& path)
{
    initializeModels();
    QFile training(QStringLiteral(":/benchmarks/models/smallcnn.py"));
    if (!training.open(QIODevice::ReadOnly))
        return format::failure("This build does not contain the demo training: build it again with ./run.");
    QFile copy(QString::fromStdString(path.string()));
    if (!copy.open(QIODevice::WriteOnly) || copy.write(training.readAll()) < 0)
        return format::failure("Writing " + path.string() + " failed (" + copy.errorString().toStdString() +
                               "): choose another folder with --dir.");
    return {};
}

/// Profiles a small training, prints its report, writes a figure and CSV tables, and opens the window with it.
class DemoCommand : public Command
{
public:
    [[nodiscard]] std::string name() const override { return "demo"; }
    [[nodiscard]] std::string summary() const override
    {
        return "Profile a real training of a small CNN on this computer";
    }

    [[nodiscard]] std::vector<Option> options() override
    {
        return {
            {.names = "--dir",
             .value = &m_folder,
             .help = "Folder for the results; those of an earlier demo are replaced",
             .showsDefault = true},
            {.names = "--steps",
             .value = &m_steps,
             .help = "Training steps; default 120, with --virtual 40",
             .limits = {{1, 1'000'000}}},
            {.names = "--virtual",
             .value = &m_virtual,
             .help = "Profile a training of Inception V1 on a simulated Jetson TX2 instead"},
            {.names = "--no-window", .value = &m_noWindow, .help = "Do not open the window at the end"},
        };
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
        std::printf(m_virtual ? "Profiling %d steps of Inception V1 on a simulated Jetson TX2: no value is measured on "
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
        printText("\n" + analysis::toText(analysis::makeReport(outcome.view)) + "\n");
        if (const auto written = writeResults(outcome); !written.ok())
            return printError(written.error());
        return openWindow();
    }

private:
    [[nodiscard]] fs::path recording() const { return fs::path(m_folder) / "recording.stepscope"; }
    [[nodiscard]] fs::path training() const { return fs::path(m_folder) / "smallcnn.py"; }
    [[nodiscard]] fs::path figure() const { return fs::path(m_folder) / "timeline.png"; }
    [[nodiscard]] fs::path tables() const { return fs::path(m_folder) / "csv"; }

    /// Chooses the training and creates the folder for its results.
    Result<void> prepare(CaptureOptions& options)
    {
        if (m_virtual)
            options.model = {"inception_v1", 32, m_steps};
        else
            options.start.command = {TRY(findPythonWithTorch()), (fs::path(TRY(currentFolder())) / training()).string(),
                                     "--steps", std::to_string(m_steps)};
        std::error_code error;
        fs::create_directories(m_folder, error);
        if (error)
            return format::failure("The folder " + m_folder + " cannot be created (" + error.message() +
                                   "): choose another with --dir.");
        const fs::path mark = fs::path(m_folder) / ".stepscope-demo";
        for (const fs::path& result : {recording(), training(), figure(), tables()}) {
            if (fs::exists(result, error) && !fs::exists(mark, error))
                return format::failure(result.string() + " exists already and may not be of a demo: remove it, or "
                                                         "choose another folder with --dir.");
        }
        TRY(analysis::writeTextFile(mark, "stepscope demo replaces its results in this folder.\n"));
        fs::remove(recording(), error);
        return m_virtual ? Result<void>() : writeTraining(training());
    }

    Result<void> writeResults(const CaptureOutcome& outcome)
    {
        TRY(writeTimelineFigure(outcome.view, {}, {.path = figure().string()}));
        TRY(analysis::exportCsv(outcome.view, tables(), {}));
        // The file holds the complete recording, so the copy on the target can go.
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
                        m_noWindow ? "off (--no-window)"
                                   : "there is no display; `./run FILE` opens the recording where there is one");
            return kDone;
        }
        // A new process, since a QApplication of the offscreen platform cannot open a window.
        const std::string file = recording().string();
        std::fflush(stdout);
        ::execl("/proc/self/exe", "stepscope", file.c_str(), nullptr);
        return printError(format::failure("The window could not be started; `stepscope " + file + "` opens it."));
    }

    std::string m_folder = "demo";
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
