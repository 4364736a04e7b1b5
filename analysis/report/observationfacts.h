#pragma once

#include "analysis/observations/observation.h"
#include "analysis/report/report.h"

#include <stop_token>
#include <string>
#include <vector>

namespace stepscope::analysis {

/// The accuracy that the training reports most often as a metric, else the one that it prints most often ("accuracy:
/// 0.61", "acc 61.3 %"), in order of time.
std::vector<RunFacts::Accuracy> accuraciesOf(const trace::TraceView& view, const std::stop_token& stop = {});

/// The model that a command trains: the value of --model or the model of the benchmark suite, else the name of the
/// script, else of the program; empty without a command.
std::string modelOf(const std::vector<std::string>& command);

/// The figures of one recording that the observations test. Incomplete after a stop request.
RunFacts runFacts(const trace::TraceView& view, const Report& report, const std::stop_token& stop = {});

} // namespace stepscope::analysis
