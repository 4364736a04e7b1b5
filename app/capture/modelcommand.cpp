#include "app/capture/modelcommand.h"

#include "remote/link/transport/plainline.h"

#include <QByteArray>
#include <QDir>
#include <QFile>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <span>
#include <sstream>

static void initializeModels()
{
    Q_INIT_RESOURCE(files);
}

namespace stepscope::app {

using format::Error;
using format::Result;

namespace {

constexpr std::chrono::seconds kPatience{20};
constexpr const char* kFolder = ".stepscope/models";

Result<void> checkListed(const std::string& target, const std::vector<std::string>& models, const std::string& model)
{
    if (std::find(models.begin(), models.end(), model) != models.end())
        return {};
    std::string text = "There is no model '" + model + "' for " + target + "; there is";
    for (const std::string& known : models)
        text += (&known == &models.front() ? " " : ", ") + known;
    return format::failure(Error::Code::Usage, text + ".");
}

std::vector<std::string> argumentsOf(const ModelRun& run)
{
    return {"--batch", std::to_string(run.batch), "--steps", std::to_string(run.steps)};
}

Result<std::vector<std::string>> playedCommand(link::Transport& transport, const ModelRun& run)
{
    std::string listing;
    for (const std::string& word : transport.played({"models"}))
        listing += link::shellQuoted(word) + ' ';
    std::istringstream lines(TRY(transport.run(listing, kPatience)).standardOutput);
    std::vector<std::string> names;
    for (std::string line; std::getline(lines, line);)
        names.push_back(line);
    TRY(checkListed(transport.name(), names, run.model));
    std::vector<std::string> words = {"train", "--model", run.model};
    for (std::string& word : argumentsOf(run))
        words.push_back(std::move(word));
    return transport.played(std::move(words));
}

std::vector<std::string> carriedModels()
{
    initializeModels();
    std::vector<std::string> names;
    for (const QString& file : QDir(QStringLiteral(":/benchmarks/models")).entryList({QStringLiteral("*.py")})) {
        if (!file.startsWith('_'))
            names.push_back(file.chopped(3).toStdString());
    }
    return names;
}

} // namespace

Result<std::vector<std::string>> modelCommand(Connection& connection, const ModelRun& run)
{
    link::Transport& transport = connection.transport();
    if (!transport.played({"models"}).empty())
        return playedCommand(transport, run);
    TRY(checkListed(transport.name(), carriedModels(), run.model));
    QFile script(QStringLiteral(":/benchmarks/models/") + QString::fromStdString(run.model) + QStringLiteral(".py"));
    if (!script.open(QIODevice::ReadOnly))
        return format::failure("This build does not contain the models: build it again with ./run.");
    const QByteArray bytes = script.readAll();
    // Commands start in the home folder, but the training may run elsewhere: its script needs an absolute path.
    auto home = TRY(transport.run(std::string("mkdir -p ") + kFolder + " && pwd", kPatience)).standardOutput;
    home.resize(std::min(home.find('\n'), home.size()));
    const std::string path = home + '/' + kFolder + '/' + run.model + ".py";
    TRY(transport.upload(path, std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size()))),
                         0600, {}));
    std::vector<std::string> words = {"python3", path};
    for (std::string& word : argumentsOf(run))
        words.push_back(std::move(word));
    return words;
}

std::string virtualBoardProgram()
{
    namespace fs = std::filesystem;
    constexpr const char* kName = "stepscope-virtual-tx2";
    if (const char* configured = std::getenv("STEPSCOPE_VIRTUAL_BOARD"); configured != nullptr && *configured != '\0')
        return configured;
    std::error_code error;
    const fs::path here = fs::read_symlink("/proc/self/exe", error).parent_path();
    for (const char* folder : {"../remote/simulator", "../libexec/stepscope", "."}) {
        fs::path program = here / folder / kName;
        if (fs::exists(program, error))
            return program.lexically_normal().string();
    }
    return {};
}

} // namespace stepscope::app
