#pragma once

#include <string_view>

namespace stepscope::analysis {

/// The label of an op where there is no room for its whole name. CUPTI, nvprof and Nsight Systems name a kernel by its
/// demangled signature, "void at::native::reduce_kernel<512, 1, ...>(at::native::ReduceOp<...>)"; the label is the
/// function with its template arguments, "reduce_kernel<512, 1, ...>". A signature may be cut at its end. Other names
/// are their own labels. The label is a part of `name`. Different kernels may have one label: it is not a key. Cost:
/// one pass over the name.
[[nodiscard]] std::string_view opLabel(std::string_view name);

} // namespace stepscope::analysis
