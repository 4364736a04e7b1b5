#include "analysis/export/csvexport.h"
#include "analysis/trace/tracestore.h"
#include "app/commands/command.h"
#include "app/commands/figurefile.h"
#include "app/terminal/terminal.h"

#include <CLI/CLI.hpp>

namespace stepscope::app {
namespace {

class ExportCommand : public Command
{
public:
    [[nodiscard]] std::string name() const override { return "export"; }
    [[nodiscard]] std::string summary() const override { return "A figure or CSV tables of a recording"; }

    void describe(CLI::App& options) override
    {
        options.add_option("FILE", m_file, "The recording")->required();
        auto* const figure = options.add_option("--figure", m_figure, "timeline")->check(CLI::IsMember({"timeline"}));
        options.add_option("-o,--output", m_output, "The figure's file: .png, .svg or .pdf")->needs(figure);
        options.add_option("--csv", m_tables, "Folder for one CSV file a kind of data; nothing is thinned")
            ->type_name("DIR");
    }

    int run(const std::vector<std::string>& /*trailing*/) override
    {
        using format::Error;
        if (m_figure.empty() && m_tables.empty())
            return printError(
                format::failure(Error::Code::Usage, "export: say what: --figure timeline -o FILE.png, or --csv DIR."));
        if (!m_figure.empty() && m_output.empty())
            return printError(
                format::failure(Error::Code::Usage, "export: the figure needs a file: -o FILE.png, .svg or .pdf."));
        const auto done = work();
        return done.ok() ? kDone : printError(done.error());
    }

private:
    format::Result<void> work()
    {
        ProgressBar bar("Exporting " + m_file);
        const auto reading = [&bar](double share) {
            bar.update(share, "reading");
            return true;
        };
        const auto view = TRY(trace::loadRecording(m_file, reading));
        if (!m_figure.empty())
            TRY(writeTimelineFigure(view, m_output));
        const auto writing = [&bar](double share) {
            bar.update(share, "writing");
            return true;
        };
        if (!m_tables.empty())
            TRY(analysis::exportCsv(view, m_tables, writing));
        return {};
    }

    std::string m_file;
    std::string m_figure;
    std::string m_output;
    std::string m_tables;
};

} // namespace

std::unique_ptr<Command> makeExportCommand()
{
    return std::make_unique<ExportCommand>();
}

} // namespace stepscope::app
