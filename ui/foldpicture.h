#pragma once

#include "analysis/algorithms/foldchannel.h"
#include "analysis/algorithms/outliersteps.h"
#include "widgets/foldplot.h"

#include <QString>

#include <cstddef>

namespace stepscope::ui {

/// Steps of a recording laid over each other, in one channel.
struct FoldedSteps
{
    analysis::FoldedSteps steps;
    analysis::FoldedChannel channel;
    std::size_t channelIndex = 0;
};

/// A channel as a person calls it: a rail by its name, a cluster's with the cluster.
QString foldName(const trace::Channel& info);

/// The waveform over the ops of the mean step, with so many single steps, and one that is lit (nullptr = none).
widgets::FoldPicture foldPicture(const trace::TraceView& view, const FoldedSteps& folded, std::size_t singles,
                                 const analysis::OutlierStep* lit);

} // namespace stepscope::ui
