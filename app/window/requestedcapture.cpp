#include "app/window/requestedcapture.h"

#include "ui/parts/settings.h"

#include <cmath>
#include <utility>

namespace stepscope::app {

link::SshOptions sshOptions(const ui::CaptureRequest& request, link::SshOptions program)
{
    const auto replace = [](std::string& file, const QString& named) {
        if (!named.isEmpty())
            file = named.toStdString();
    };
    replace(program.identityFile, request.identityFile);
    replace(program.configFile, request.configFile);
    replace(program.knownHostsFile, request.knownHostsFile);
    program.acceptNewHostKey = program.acceptNewHostKey || request.acceptsNewHostKey;
    return program;
}

link::SshOptions sshOptionsOf(const QString& target, link::SshOptions program)
{
    return sshOptions(ui::settings::lastCapture(target), std::move(program));
}

CaptureOptions captureOptions(const ui::CaptureRequest& request, link::SshOptions program,
                              const std::filesystem::path& folder)
{
    CaptureOptions options;
    options.target = request.target.toStdString();
    options.ssh = sshOptions(request, std::move(program));
    if (request.model.model.isEmpty()) {
        options.start.command = commandWords(request.command.toStdString());
    } else {
        options.model.model = request.model.model.toStdString();
        options.model.batch = request.model.batch;
        options.model.steps = request.model.steps;
        if (!request.model.python.isEmpty())
            options.model.python = request.model.python.toStdString();
    }
    options.start.workingFolder = request.workingDirectory.toStdString();
    options.start.periodNs = std::llround(request.periodMs * 1e6);
    options.start.ops = request.ops.toStdString();
    options.start.profiler = request.profiler.toStdString();
    options.start.run = request.runName.toStdString();
    options.start.spoolFolder = request.spoolFolder.toStdString();
    options.start.spoolLimitBytes = request.spoolLimitBytes;
    options.start.sysroot = request.sysroot.toStdString();
    options.start.keepsSecrets = request.keepsSecrets;
    options.recording = request.recordingPath.isEmpty() ? newRecordingPath(folder, options.target)
                                                        : std::filesystem::path(request.recordingPath.toStdString());
    return options;
}

} // namespace stepscope::app
