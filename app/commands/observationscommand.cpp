#include "analysis/export/textfile.h"
#include "analysis/study/studyobservations.h"
#include "app/commands/command.h"
#include "app/commands/openedstudy.h"
#include "app/terminal/terminal.h"

#include <cstdio>

namespace stepscope::app {
namespace {

using format::Result;

class ObservationsCommand : public Command
{
public:
    [[nodiscard]] std::string name() const override { return "observations"; }
    [[nodiscard]] std::string summary() const override
    {
        return "Test the paper's twelve observations on a study: all models, each domain, each model";
    }

    [[nodiscard]] std::vector<Option> options() override
    {
        return {
            {.names = "STUDY", .value = &m_study, .help = "The folder of a study", .isRequired = true},
            {.names = "--json", .value = &m_json, .help = "Print JSON"},
            {.names = "--csv",
             .value = &m_csv,
             .help = "File for a table with a row for each group of trainings and observation",
             .valueName = "FILE"},
            {.names = "--force", .value = &m_force, .help = "Replace a file that exists", .needs = "--csv"},
        };
    }

    [[nodiscard]] std::string footer() const override
    {
        return "The recordings of all trainings that succeeded are read, which takes as long as a report of each. An\n"
               "observation is undecided where its 95 % intervals contain the bound, or the study lacks the data.";
    }

    int run(const std::vector<std::string>& /*trailing*/) override
    {
        const auto done = work();
        return done.ok() ? kDone : printError(done.error());
    }

private:
    Result<void> work()
    {
        TRY(analysis::mayReplace(m_csv, m_force));
        const OpenedStudy opened = TRY(openStudy(m_study));
        analysis::StudyObservations observations;
        {
            ProgressBar bar("Observations of " + m_study);
            observations = analysis::readStudyObservations(opened.study, opened.reader,
                                                           [&bar](double share) { bar.update(share, ""); });
        }
        if (observations.groups.empty() && observations.unread.empty())
            return nothingToTest(opened);
        if (!m_csv.empty())
            TRY(analysis::writeTextFile(m_csv, analysis::observationsCsv(observations)));
        const std::string text = m_json ? analysis::toJson(observations) + "\n" : analysis::toText(observations);
        printText(text);
        return {};
    }

    [[nodiscard]] format::Error nothingToTest(const OpenedStudy& opened) const
    {
        const std::string text = "The study in " + m_study + " has no training that succeeded: ";
        if (opened.results < opened.study.cells.size())
            return format::failure(text + "continue it with `stepscope sweep --resume " + m_study + "`.");
        return format::failure(text + "`stepscope export " + m_study + " --csv DIR` writes why each of them failed.");
    }

    std::string m_study;
    std::string m_csv;
    bool m_json = false;
    bool m_force = false;
};

} // namespace

std::unique_ptr<Command> makeObservationsCommand()
{
    return std::make_unique<ObservationsCommand>();
}

} // namespace stepscope::app
