#pragma once

#include "tests/faults/scene.h"

#include <span>

namespace stepscope::tests {

/// What has to hold after the run.
enum class Promise {
    Whole,     ///< the program ends with the status of the training, and its file equals the spool
    Named,     ///< as Whole; what was lost is named in the recording
    Failed,    ///< as Whole, with the status that the fault gave to the training
    Continued, ///< the program ends with an error that names the run; after the repair `attach` fetches the rest. If
               ///< the fault came after the last bytes: as Whole
    Ended,     ///< the recording ends early, which the program says; the training continues and can be stopped
    Gone,      ///< the recording ends with the training, which the program says; no other process is taken for it
};

/// A fault, in four steps. To add one: a row in kFaults, with a function for each step that does something.
struct Fault
{
    const char* name;
    bool (*prepare)(Scene& scene, Moment moment); ///< before the training; false = not possible here
    void (*strike)(Scene& scene);
    void (*repair)(Scene& scene);
    Promise promise;
};

std::span<const Fault> faults();

} // namespace stepscope::tests
