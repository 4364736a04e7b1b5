#include "analysis/export/reporttables.h"
#include "analysis/observations/observation.h"
#include "analysis/report/observationfacts.h"
#include "analysis/report/report.h"
#include "analysis/report/verify.h"
#include "analysis/trace/tracestore.h"
#include "app/commands/command.h"
#include "app/terminal/terminal.h"

#include <cstdio>

namespace stepscope::app {
namespace {

/// Of the recording. A report reads each sample a few times in order of time, which a file serves as well as memory.
constexpr std::size_t kReportMemory = std::size_t{116} << 20U;

class ReportCommand : public Command
{
public:
    [[nodiscard]] std::string name() const override { return "report"; }
    [[nodiscard]] std::string summary() const override
    {
        return "Metrics of a recording: utilization, energy, memory, throughput, ops";
    }

    [[nodiscard]] std::vector<Option> options() override
    {
        return {
            {.names = "FILE",
             .value = &m_files,
             .help = "The recording; several, of other batch sizes or models, are compared by the observations",
             .isRequired = true},
            {.names = "--json", .value = &m_json, .help = "Print JSON, in SI units"},
            {.names = "--csv",
             .value = &m_tables,
             .help = "Folder for the report as CSV tables: one file of single values, one per list (ops, closure, "
                     "observations, ...)",
             .valueName = "DIR"},
            {.names = "--skip-steps",
             .value = &m_skippedSteps,
             .help = "First steps to leave out of every figure",
             .showsDefault = true},
        };
    }

    int run(const std::vector<std::string>& /*trailing*/) override
    {
        std::vector<analysis::Report> reports;
        std::vector<analysis::RunFacts> facts;
        for (const std::string& file : m_files) {
            ProgressBar bar("Report of " + file);
            const auto showProgress = [&bar](double share) {
                bar.update(share, "");
                return true;
            };
            const trace::StoreOptions store{.memoryLimit = trace::StoreOptions::memoryLimitOr(kReportMemory)};
            auto view = trace::loadRecording(file, trace::LoadOptions{.progress = showProgress, .store = store});
            if (!view.ok())
                return printError(view.error());
            bar.update(-1, "computing");
            reports.push_back(analysis::makeReport(*view, {.skippedSteps = m_skippedSteps, .range = {}}));
            if (m_files.size() > 1)
                facts.push_back(analysis::runFacts(*view, reports.back()));
        }
        if (!m_tables.empty()) {
            const auto written = reports.size() == 1
                                     ? analysis::exportReport(reports.front(), m_tables)
                                     : analysis::exportReports(reports, m_files, analysis::observe(facts), m_tables);
            if (!written.ok())
                return printError(written.error());
        }
        const std::string text = textOf(reports, facts) + (m_json ? "\n" : "");
        printText(text);
        return kDone;
    }

private:
    [[nodiscard]] std::string textOf(const std::vector<analysis::Report>& reports,
                                     const std::vector<analysis::RunFacts>& facts) const
    {
        if (reports.size() == 1)
            return m_json ? analysis::toJson(reports.front()) : analysis::toText(reports.front());
        const std::vector<analysis::Observation> together = analysis::observe(facts);
        return m_json ? analysis::toJson(reports, together) : analysis::toText(reports, m_files, together);
    }

    std::vector<std::string> m_files;
    std::string m_tables;
    bool m_json = false;
    std::size_t m_skippedSteps = 3;
};

} // namespace

std::unique_ptr<Command> makeReportCommand()
{
    return std::make_unique<ReportCommand>();
}

namespace {

class VerifyCommand : public Command
{
public:
    [[nodiscard]] std::string name() const override { return "verify"; }
    [[nodiscard]] std::string summary() const override
    {
        return "Check a recording: frames, gaps, losses. Exit status 1 if it is damaged or incomplete, or if data were "
               "lost";
    }

    [[nodiscard]] std::vector<Option> options() override
    {
        return {{.names = "FILE", .value = &m_file, .help = "The recording", .isRequired = true}};
    }

    int run(const std::vector<std::string>& /*trailing*/) override
    {
        ProgressBar bar("Checking " + m_file);
        const auto verdict = analysis::verifyRecording(m_file, [&bar](double share) {
            bar.update(share, "");
            return true;
        });
        if (!verdict.ok())
            return printError(verdict.error());
        printText(analysis::toText(*verdict));
        return verdict->good && verdict->losses.empty() ? kDone : kFailed;
    }

private:
    std::string m_file;
};

} // namespace

std::unique_ptr<Command> makeVerifyCommand()
{
    return std::make_unique<VerifyCommand>();
}

} // namespace stepscope::app
