#include "analysis/import/importer.h"
#include "app/commands/command.h"
#include "app/terminal/terminal.h"

#include <CLI/CLI.hpp>

#include <cstdio>

namespace stepscope::app {
namespace {

class ImportCommand : public Command
{
public:
    [[nodiscard]] std::string name() const override { return "import"; }
    [[nodiscard]] std::string summary() const override { return "Make a recording of what another program logged"; }

    void describe(CLI::App& options) override
    {
        options
            .add_option(
                "FILE", m_files,
                "A trace of PyTorch, TensorFlow or Chrome (JSON), or logs of tegrastats, put together in their order")
            ->required();
        options.add_option("-o,--output", m_output, "The recording")->type_name("FILE")->required();
        options
            .add_option("--interval", m_interval,
                        "Time between lines of a log that prints no times, e.g. 500ms; default 1s")
            ->transform(CLI::AsNumberWithUnit(std::map<std::string, double>{{"us", 1e3}, {"ms", 1e6}, {"s", 1e9}},
                                              CLI::AsNumberWithUnit::UNIT_REQUIRED, "TIME"))
            ->check(CLI::Range(1e3, 1e14));
    }

    int run(const std::vector<std::string>& /*trailing*/) override
    {
        analysis::ImportOptions import;
        import.files.assign(m_files.begin(), m_files.end());
        if (m_interval > 0)
            import.intervalNs = static_cast<std::int64_t>(m_interval);
        ProgressBar bar("Importing " + m_files.front());
        const auto summary = analysis::importFiles(import, m_output, [&bar](double share) {
            bar.update(share, "");
            return true;
        });
        if (!summary.ok())
            return printError(summary.error());
        bar.finish(summary->text);
        return kDone;
    }

private:
    std::vector<std::string> m_files;
    std::string m_output;
    double m_interval = 0;
};

} // namespace

std::unique_ptr<Command> makeImportCommand()
{
    return std::make_unique<ImportCommand>();
}

} // namespace stepscope::app
