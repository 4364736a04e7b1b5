#include "analysis/import/sqlite/cudacalls.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

namespace stepscope::analysis {
namespace {

struct Call
{
    std::int64_t number;
    std::string_view name;
};

// In the order of numbers.
constexpr std::array kRuntimeCalls{Call{1, "cudaDriverGetVersion"},
                                   Call{2, "cudaRuntimeGetVersion"},
                                   Call{3, "cudaGetDeviceCount"},
                                   Call{4, "cudaGetDeviceProperties"},
                                   Call{10, "cudaGetLastError"},
                                   Call{11, "cudaPeekAtLastError"},
                                   Call{13, "cudaLaunch"},
                                   Call{16, "cudaSetDevice"},
                                   Call{17, "cudaGetDevice"},
                                   Call{20, "cudaMalloc"},
                                   Call{22, "cudaFree"},
                                   Call{27, "cudaHostAlloc"},
                                   Call{28, "cudaHostGetDevicePointer"},
                                   Call{30, "cudaMemGetInfo"},
                                   Call{31, "cudaMemcpy"},
                                   Call{32, "cudaMemcpy2D"},
                                   Call{33, "cudaMemcpyToArray"},
                                   Call{34, "cudaMemcpy2DToArray"},
                                   Call{35, "cudaMemcpyFromArray"},
                                   Call{36, "cudaMemcpy2DFromArray"},
                                   Call{39, "cudaMemcpyToSymbol"},
                                   Call{40, "cudaMemcpyFromSymbol"},
                                   Call{41, "cudaMemcpyAsync"},
                                   Call{44, "cudaMemcpy2DAsync"},
                                   Call{47, "cudaMemcpyToSymbolAsync"},
                                   Call{48, "cudaMemcpyFromSymbolAsync"},
                                   Call{49, "cudaMemset"},
                                   Call{50, "cudaMemset2D"},
                                   Call{51, "cudaMemsetAsync"},
                                   Call{52, "cudaMemset2DAsync"},
                                   Call{53, "cudaGetSymbolAddress"},
                                   Call{126, "cudaThreadSynchronize"},
                                   Call{129, "cudaStreamCreate"},
                                   Call{131, "cudaStreamSynchronize"},
                                   Call{134, "cudaEventCreateWithFlags"},
                                   Call{135, "cudaEventRecord"},
                                   Call{136, "cudaEventDestroy"},
                                   Call{137, "cudaEventSynchronize"},
                                   Call{138, "cudaEventQuery"},
                                   Call{139, "cudaEventElapsedTime"},
                                   Call{142, "cudaMemset3D"},
                                   Call{143, "cudaMemset3DAsync"},
                                   Call{144, "cudaMemcpy3D"},
                                   Call{145, "cudaMemcpy3DAsync"},
                                   Call{147, "cudaStreamWaitEvent"},
                                   Call{152, "cudaHostRegister"},
                                   Call{160, "cudaMemcpyPeer"},
                                   Call{161, "cudaMemcpyPeerAsync"},
                                   Call{165, "cudaDeviceSynchronize"},
                                   Call{171, "cudaProfilerStart"},
                                   Call{172, "cudaProfilerStop"},
                                   Call{198, "cudaStreamCreateWithFlags"},
                                   Call{200, "cudaDeviceGetAttribute"},
                                   Call{203, "cudaStreamGetPriority"},
                                   Call{205, "cudaDeviceGetStreamPriorityRange"},
                                   Call{210, "cudaOccupancyMaxActiveBlocksPerMultiprocessor"},
                                   Call{211, "cudaLaunchKernel"},
                                   Call{212, "cudaGetDeviceFlags"},
                                   Call{214, "cudaLaunchKernel"},
                                   Call{225, "cudaMemcpyAsync"},
                                   Call{235, "cudaMemsetAsync"},
                                   Call{239, "cudaStreamSynchronize"},
                                   Call{247, "cudaStreamWaitEvent"},
                                   Call{251, "cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags"},
                                   Call{269, "cudaLaunchCooperativeKernel"},
                                   Call{273, "cudaFuncSetAttribute"},
                                   Call{284, "cudaLaunchHostFunc"},
                                   Call{310, "cudaGraphInstantiate"},
                                   Call{311, "cudaGraphLaunch"},
                                   Call{317, "cudaStreamIsCapturing"},
                                   Call{409, "cudaStreamGetCaptureInfo"}};
constexpr std::array kDriverCalls{Call{1, "cuInit"},
                                  Call{2, "cuDriverGetVersion"},
                                  Call{3, "cuDeviceGet"},
                                  Call{4, "cuDeviceGetCount"},
                                  Call{5, "cuDeviceGetName"},
                                  Call{9, "cuDeviceGetAttribute"},
                                  Call{17, "cuCtxSynchronize"},
                                  Call{115, "cuLaunch"},
                                  Call{116, "cuLaunchGrid"},
                                  Call{117, "cuLaunchGridAsync"},
                                  Call{121, "cuEventSynchronize"},
                                  Call{126, "cuStreamSynchronize"},
                                  Call{216, "cuMemsetD8Async"},
                                  Call{218, "cuMemsetD16Async"},
                                  Call{220, "cuMemsetD32Async"},
                                  Call{249, "cuMemsetD8"},
                                  Call{250, "cuMemsetD16"},
                                  Call{251, "cuMemsetD32"},
                                  Call{276, "cuMemcpyHtoD"},
                                  Call{277, "cuMemcpyHtoDAsync"},
                                  Call{278, "cuMemcpyDtoH"},
                                  Call{279, "cuMemcpyDtoHAsync"},
                                  Call{280, "cuMemcpyDtoD"},
                                  Call{281, "cuMemcpyDtoDAsync"},
                                  Call{287, "cuMemcpy2D"},
                                  Call{289, "cuMemcpy2DAsync"},
                                  Call{290, "cuMemcpy3D"},
                                  Call{291, "cuMemcpy3DAsync"},
                                  Call{295, "cuStreamWaitEvent"},
                                  Call{304, "cuCtxGetCurrent"},
                                  Call{305, "cuMemcpy"},
                                  Call{306, "cuMemcpyAsync"},
                                  Call{307, "cuLaunchKernel"},
                                  Call{310, "cuPointerGetAttribute"},
                                  Call{318, "cuMemcpyPeer"},
                                  Call{319, "cuMemcpyPeerAsync"},
                                  Call{477, "cuLaunchCooperativeKernel"},
                                  Call{514, "cuGraphLaunch"},
                                  Call{527, "cuLaunchHostFunc"}};

std::string nameOf(std::span<const Call> calls, std::int64_t number, const char* api)
{
    const auto entry = std::lower_bound(calls.begin(), calls.end(), number,
                                        [](const Call& call, std::int64_t other) { return call.number < other; });
    return entry != calls.end() && entry->number == number
               ? std::string(entry->name)
               : "CUDA " + std::string(api) + " call " + std::to_string(number);
}

} // namespace

std::string runtimeCallName(std::int64_t number)
{
    return nameOf(kRuntimeCalls, number, "runtime");
}

std::string driverCallName(std::int64_t number)
{
    return nameOf(kDriverCalls, number, "driver");
}

} // namespace stepscope::analysis
