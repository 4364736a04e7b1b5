#pragma once

#include <cstdint>
#include <string>

namespace stepscope::analysis {

/// Names of calls of CUDA by the numbers of CUPTI ("cupti_runtime_cbid.h", "cupti_driver_cbid.h"), without the suffixes
/// of versions. Calls that are not in the table get their number: "CUDA runtime call 201".
std::string runtimeCallName(std::int64_t number);
std::string driverCallName(std::int64_t number);

} // namespace stepscope::analysis
