#include "app/capture/modelcommand.h"

#include "remote/format/similarname.h"
#include "remote/link/transport/plainline.h"

#include <QByteArray>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonValue>

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
constexpr const char* kDemo = "smallcnn"; ///< a script; all other models are those of the benchmark suite

Result<void> checkListed(const std::string& target, const std::vector<std::string>& models, const std::string& model)
{
    if (std::find(models.begin(), models.end(), model) != models.end())
        return {};
    const std::string similar = format::similarName(model, models);
    std::string text = "There is no model '" + model + "' for " + target +
                       (similar.empty() ? "" : " (did you mean " + similar + "?)") + "; there is";
    for (const std::string& known : models)
        text += (&known == &models.front() ? " " : ", ") + known;
    return format::failure(Error::Code::Usage, text + ".");
}

std::vector<std::string> argumentsOf(const ModelRun& run)
{
    std::vector<std::string> words{"--batch", std::to_string(run.batch), "--steps", std::to_string(run.steps)};
    if (run.seconds > 0)
        words.insert(words.end(), {"--seconds", std::to_string(run.seconds)});
    return words;
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

/// Uploads the script of the demo and returns the command that runs it.
Result<std::vector<std::string>> demoCommand(link::Transport& transport, const std::string& python)
{
    QFile script(QStringLiteral(":/benchmarks/models/") + QLatin1String(kDemo) + QStringLiteral(".py"));
    if (!script.open(QIODevice::ReadOnly))
        return format::failure("This build does not contain the models: build it again with ./run.");
    const QByteArray bytes = script.readAll();
    // Commands start in the home folder, but the training may run elsewhere: its script needs an absolute path.
    auto home = TRY(transport.run(std::string("mkdir -p ") + kFolder + " && pwd", kPatience)).standardOutput;
    home.resize(std::min(home.find('\n'), home.size()));
    const std::string path = home + '/' + kFolder + '/' + kDemo + ".py";
    TRY(transport.upload(path, std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size()))),
                         0600, {}));
    return std::vector<std::string>{python, path};
}

/// The interpreter on the target: of several Pythons named python3, the first one that has PyTorch.
Result<std::string> pythonWithTorch(link::Transport& transport, const std::string& python)
{
    const std::string usual = ModelRun().python;
    if (python != usual)
        return python; // the user's choice
    const std::string found =
        TRY(transport.run("for p in python3 /usr/bin/python3; do $p -c 'import sys, importlib.util as i; "
                          "sys.exit(i.find_spec(\"torch\") is None)' 2>/dev/null && echo $p && exit 0; done; exit 0",
                          kPatience))
            .standardOutput;
    return found.empty() ? usual : found.substr(0, found.find('\n'));
}

} // namespace

std::vector<std::string> carriedModels()
{
    initializeModels();
    std::vector<std::string> names{kDemo};
    QFile table(QStringLiteral(":/benchmarks/models.json"));
    if (!table.open(QIODevice::ReadOnly))
        return names;
    const QJsonDocument json = QJsonDocument::fromJson(table.readAll());
    for (const QJsonValue& row : json[QLatin1String("models")].toArray())
        names.push_back(row[QLatin1String("name")].toString().toStdString());
    return names;
}

Result<std::vector<std::string>> modelCommand(Connection& connection, const ModelRun& run)
{
    link::Transport& transport = connection.transport();
    if (!transport.played({"models"}).empty())
        return playedCommand(transport, run);
    TRY(checkListed(transport.name(), carriedModels(), run.model));
    const std::string python = TRY(pythonWithTorch(transport, run.python));
    // The agent writes the suite into the run's folder when it sees `-m benchmarks`.
    std::vector<std::string> words = run.model == kDemo
                                         ? TRY(demoCommand(transport, python))
                                         : std::vector<std::string>{python, "-m", "benchmarks", "train", run.model};
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
