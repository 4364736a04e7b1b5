#pragma once

#include "remote/agent/sources/reading/source.h"
#include "remote/agent/system/persistentfile.h"

#include <cstdint>
#include <string>
#include <vector>

namespace stepscope::agent {

/// The power state of a device (power/runtime_status). Reading it does not wake the device.
class DeviceSleep
{
public:
    enum class State { Awake, Asleep, Changing, Unknown };

    /// `folder` is the device's folder within the tree.
    void open(const SystemTree& tree, const std::string& folder);
    [[nodiscard]] bool isReadable() const { return m_isReadable; }
    State state(std::int64_t now);

private:
    PersistentFile m_file;
    bool m_isReadable = false;
};

/// The existing folders with the state of a Jetson's GPU.
std::vector<std::string> gpuFolders(const SystemTree& tree);

} // namespace stepscope::agent
