#include "analysis/export/csvexport.h"
#include "analysis/trace/tracestore.h"
#include "app/commands/command.h"
#include "app/commands/figurefile.h"
#include "app/terminal/terminal.h"

#include <CLI/CLI.hpp>

#include <cstdio>

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
        auto* const figure = options.add_option("--figure", m_figure, "timeline, or fold: all steps over each other")
                                 ->check(CLI::IsMember({"timeline", "fold"}));
        options.add_option("-o,--output", m_request.path, "The figure's file: .png, .svg or .pdf")->needs(figure);
        options.add_option("--size-mm", m_size, "Size on paper: WIDTHxHEIGHT or WIDTH, in mm")
            ->type_name("WxH")
            ->needs(figure);
        options.add_option("--dpi", m_request.dpi, "Dots an inch of a PNG (96 by default)")
            ->check(CLI::Range(24.0, 2400.0))
            ->needs(figure);
        options.add_option("--font", m_request.fontFamily, "Font of names and figures")->needs(figure);
        options.add_option("--font-size", m_request.fontPoints, "Its size on paper, in points")
            ->check(CLI::Range(3.0, 72.0))
            ->needs(figure);
        options.add_option("--data-csv", m_request.dataPath, "CSV of exactly what the figure shows")
            ->type_name("FILE")
            ->needs(figure);
        options.add_option("--channel", m_fold.channel, "Of a fold: the rail or channel (the first rail by default)")
            ->needs(figure);
        options.add_option("--single-steps", m_fold.singleSteps, "Of a fold: so many steps drawn one by one as well")
            ->check(CLI::Range(0, 100))
            ->needs(figure);
        options.add_option("--csv", m_tables, "Folder for one CSV file a kind of data; nothing is thinned")
            ->type_name("DIR");
    }

    int run(const std::vector<std::string>& /*trailing*/) override
    {
        using format::Error;
        if (m_figure.empty() && m_tables.empty())
            return printError(
                format::failure(Error::Code::Usage, "export: say what: --figure timeline -o FILE.png, or --csv DIR."));
        if (!m_figure.empty() && m_request.path.empty())
            return printError(
                format::failure(Error::Code::Usage, "export: the figure needs a file: -o FILE.png, .svg or .pdf."));
        if (m_figure != "fold" && (!m_fold.channel.empty() || m_fold.singleSteps > 0))
            return printError(format::failure(
                Error::Code::Usage, "export: --channel and --single-steps are of a fold: say --figure fold."));
        if (!readSize())
            return printError(format::failure(Error::Code::Usage, "export: --size-mm " + m_size +
                                                                      " is no size; say for example 180x120, or 180."));
        const auto done = work();
        return done.ok() ? kDone : printError(done.error());
    }

private:
    [[nodiscard]] bool readSize()
    {
        if (m_size.empty())
            return true;
        int read = 0;
        const int fields = std::sscanf(m_size.c_str(), "%lfx%lf%n", &m_request.widthMm, &m_request.heightMm, &read);
        const bool isComplete = fields == 2 ? read == static_cast<int>(m_size.size())
                                            : m_size.find_first_not_of("0123456789.") == std::string::npos;
        return fields >= 1 && isComplete && m_request.widthMm > 0 && m_request.heightMm >= 0;
    }

    format::Result<void> work()
    {
        ProgressBar bar("Exporting " + m_file);
        const auto reading = [&bar](double share) {
            bar.update(share, "reading");
            return true;
        };
        const auto view = TRY(trace::loadRecording(m_file, reading));
        if (m_figure == "timeline")
            TRY(writeTimelineFigure(view, m_request));
        if (m_figure == "fold") {
            bar.update(0, "laying the steps over each other");
            TRY(writeFoldFigure(view, m_fold, m_request));
        }
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
    FigureRequest m_request;
    FoldRequest m_fold;
    std::string m_size;
    std::string m_tables;
};

} // namespace

std::unique_ptr<Command> makeExportCommand()
{
    return std::make_unique<ExportCommand>();
}

} // namespace stepscope::app
