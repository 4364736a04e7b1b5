#pragma once

#include <string>
#include <string_view>

namespace stepscope::testing {

/// A new folder that the destructor removes.
class TemporaryFolder
{
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    [[nodiscard]] const std::string& path() const { return m_path; }

private:
    std::string m_path;
};

/// A described board for --sysroot: the files of /proc, /sys and /etc that the agent reads, in a temporary folder.
class BoardTree
{
public:
    /// Writes a file. An existing file is changed in place, as a driver's value.
    void write(std::string_view path, std::string_view text);
    [[nodiscard]] std::string read(std::string_view path) const;
    /// Removes a file, or a folder with its contents.
    void remove(std::string_view path);
    void denyReading(std::string_view path);
    [[nodiscard]] const std::string& root() const { return m_folder.path(); }

    /// A Jetson TX2 with all six cores online. L4T 32 calls the rails' folders iio:deviceN and the rails VDD_SYS_*, L4T
    /// 28 iio_device and VDD_*.
    void makeTx2(int l4t = 32);
    /// Sets the online cores ("0,3-5"). As in Linux, the folders of offline cores are removed.
    void setOnline(std::string_view list);
    /// CPU time of each of the six cores, ns.
    void setUsage(const std::string& perCore) { write("/sys/fs/cgroup/cpuacct/cpuacct.usage_percpu", perCore + " \n"); }

private:
    void makeCore(int core);
    void makeChip(std::string_view address, int number, int l4t, const char* const (&labels)[3],
                  const int (&milliwatts)[3]);

    TemporaryFolder m_folder;
};

} // namespace stepscope::testing
