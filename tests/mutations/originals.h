#pragma once

#include "tests/mutations/frames.h"

#include <QString>

#include <string>
#include <vector>

namespace stepscope::mutations {

/// The files that are mutated.
struct Originals
{
    std::vector<Frames> recordings;
    std::vector<std::string> traces;
    QString names; ///< of their kinds, for the output
};

/// Makes them with the program and the agent of this build, in a folder of the test. `all`: also trainings on a virtual
/// board and with PyTorch, where these are available; they take some seconds.
Originals makeOriginals(const QString& folder, bool all);

} // namespace stepscope::mutations
