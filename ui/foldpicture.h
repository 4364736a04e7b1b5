#pragma once

#include "analysis/algorithms/foldchannel.h"
#include "analysis/algorithms/outliersteps.h"
#include "widgets/foldplot.h"

#include <QString>

#include <cstddef>
#include <optional>

namespace stepscope::ui {

/// Steps of a recording laid over each other, in one channel.
struct FoldedSteps
{
    analysis::FoldedSteps steps;
    analysis::FoldedChannel channel;
    std::size_t channelIndex = 0;
};

/// The channel that is folded unless somebody asks for another: what the whole board draws says most, then the GPU,
/// then what the training itself has of the processor. None without any but the agent's own.
std::optional<std::size_t> channelToFold(const trace::TraceView& view);

/// A channel as a person calls it: a rail by its name, a cluster's with the cluster.
QString foldName(const trace::Channel& info);

/// The waveform over the ops of the mean step, with so many single steps, and one that is lit (nullptr = none).
widgets::FoldPicture foldPicture(const trace::TraceView& view, const FoldedSteps& folded, std::size_t singles,
                                 const analysis::OutlierStep* lit);

} // namespace stepscope::ui
