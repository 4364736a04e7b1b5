#pragma once

#include "remote/agent/sources/source.h"
#include "remote/agent/system/keptfile.h"

#include <cstdint>
#include <string>
#include <vector>

namespace stepscope::agent {

/// Whether a device sleeps (its power/runtime_status), which asking does not change.
class DeviceSleep
{
public:
    enum class State { Awake, Asleep, Changing, Unknown };

    /// folder: that of the device, within the tree.
    void open(const SystemTree& tree, const std::string& folder);
    [[nodiscard]] bool isTold() const { return m_isTold; }
    State state(std::int64_t now);

private:
    KeptFile m_file;
    bool m_isTold = false;
};

/// Folders in which the driver of a Jetson's GPU shows what it does, those that there are.
std::vector<std::string> gpuFolders(const SystemTree& tree);

} // namespace stepscope::agent
