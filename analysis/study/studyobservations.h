#pragma once

#include "analysis/observations/observation.h"
#include "analysis/study/studyfigures.h"

#include <cstddef>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

/// The twelve observations of the paper, tested on the trainings of a study.
namespace stepscope::analysis {

/// The observations over some trainings of one target.
struct ObservationGroup
{
    enum class Kind { All, Domain, Model };
    Kind kind = Kind::All;
    std::string target;
    Message name;                            ///< of the domain or the model; empty for all
    std::size_t trainings = 0;               ///< that the observations were tested on
    std::vector<Observation> observations{}; ///< all twelve; empty without a training
    std::string power{};                     ///< the only power setting of the group; empty where the study has one

    /// "all models", "domain computer vision", "resnet50 in MAXN"; with `withTarget` also ", on tx2".
    [[nodiscard]] Message title(bool withTarget) const;
};

struct StudyObservations
{
    /// For each target: all models, then each domain, then each model, in the order of the plan. A domain or a model
    /// with all trainings of the target is left out. Only trainings in the first power setting count.
    std::vector<ObservationGroup> groups;
    std::vector<std::string> unread; ///< why a recording could not be read, one line each
};

/// The figures of a cell's recording that the observations test, under the model and the batch size of the plan. Takes
/// about as long as `stepscope report`; the period of the steps is detected only if no steps are marked.
RunFacts cellFacts(const StudyCell& cell, const trace::TraceView& view, std::size_t skippedSteps,
                   const std::stop_token& stop = {});

/// The trainings of one study, as pairs of a cell's index and its facts. Failed trainings do not count. Repeats of a
/// model and batch size count as one training with all their steps, and their scatter is part of the intervals.
StudyObservations studyObservations(const Study& study, std::span<const std::pair<std::size_t, RunFacts>> facts);

/// Reads the recordings of all trainings that succeeded. `progress`: 0..1. After a stop request the result is empty.
StudyObservations readStudyObservations(const Study& study, const CellReader& reader,
                                        const std::function<void(double)>& progress = {},
                                        const std::stop_token& stop = {});

/// For a terminal, at most 100 columns; as JSON, see resources/schemas/observations.json; one row for each group and
/// observation (RFC 4180).
std::string toText(const StudyObservations& observations);
std::string toJson(const StudyObservations& observations);
std::string observationsCsv(const StudyObservations& observations);

} // namespace stepscope::analysis
