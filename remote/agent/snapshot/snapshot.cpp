#include "remote/agent/snapshot/snapshot.h"

#include "remote/agent/recording/recorder.h"
#include "remote/agent/sampling/samplingplan.h"
#include "remote/agent/snapshot/redaction.h"
#include "remote/agent/system/board.h"
#include "remote/agent/system/systemtree.h"
#include "remote/agent/system/training.h"
#include "remote/format/clock.h"
#include "remote/format/version.h"
#include "remote/json/utf8.h"
#include "remote/json/writer.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <set>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace stepscope::agent {
namespace {

constexpr std::size_t kMostSnapshotEntries = 8192;
constexpr std::size_t kMostSnapshotBytes = std::size_t{4} << 20U;
constexpr std::size_t kMostOfSnapshotFile = 65536;

struct Entry
{
    const char* kind = "folder";
    unsigned mode = 0;
    std::string content;
    std::int64_t readNs = 0;
    const char* error = nullptr;
};

/// Entries by path, in the order in which folders come before their contents.
class Collection
{
public:
    Collection(const SystemTree& tree, const PrivateNames& names)
        : m_tree(tree)
        , m_names(names)
    {}

    void add(const std::string& path);
    /// A folder without its contents.
    void addFolder(const std::string& path) { insert(path, {.kind = "folder", .mode = 0555, .content = {}}); }
    void write(json::Writer& json) const;

private:
    void addFile(const std::string& path, Entry& entry);
    void addNames(const std::string& path);
    void insert(const std::string& path, Entry entry);

    const SystemTree& m_tree;
    const PrivateNames& m_names;
    std::map<std::string, Entry> m_entries;
    std::size_t m_bytes = 0;
    std::int64_t m_leftOut = 0;
};

bool isOfSystem(std::string_view path)
{
    constexpr std::array<std::string_view, 3> kFiles{"/etc/nv_tegra_release", "/etc/nvpmodel.conf",
                                                     "/var/lib/nvpmodel/status"};
    if (std::find(kFiles.begin(), kFiles.end(), path) != kFiles.end())
        return true;
    // Folders of processes have numbers as names.
    return path.starts_with("/sys/") || (path.starts_with("/proc/") && path.size() > 6 &&
                                         (path[6] < '0' || path[6] > '9') && !path.starts_with("/proc/self"));
}

/// Without double slashes and without one at the end.
std::string normal(std::string_view path)
{
    std::string result;
    for (const char c : path) {
        if (c != '/' || result.empty() || result.back() != '/')
            result += c;
    }
    if (result.size() > 1 && result.back() == '/')
        result.pop_back();
    return result;
}

const char* errorName(int error)
{
    static const std::map<int, const char*> kNames{{EACCES, "EACCES"}, {EPERM, "EPERM"},   {EIO, "EIO"},
                                                   {EAGAIN, "EAGAIN"}, {ENODEV, "ENODEV"}, {ENXIO, "ENXIO"},
                                                   {EINVAL, "EINVAL"}, {EBUSY, "EBUSY"},   {ENOENT, "ENOENT"}};
    const auto name = kNames.find(error);
    return name == kNames.end() ? "failed" : name->second;
}

/// Reads the beginning of a file; returns an errno or 0.
int readOnce(const std::string& path, std::string& content)
{
    const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0)
        return errno;
    content.assign(kMostOfSnapshotFile, '\0');
    std::size_t size = 0;
    int error = 0;
    while (size < content.size()) {
        const ssize_t got = read(descriptor, content.data() + size, content.size() - size);
        if (got < 0)
            error = errno;
        if (got <= 0)
            break;
        size += static_cast<std::size_t>(got);
    }
    close(descriptor);
    content.resize(size);
    return error;
}

void Collection::add(const std::string& path)
{
    struct stat status
    {};
    if (!isOfSystem(path) || stat(m_tree.path(path).c_str(), &status) != 0)
        return;
    Entry entry;
    entry.mode = status.st_mode & 0777U;
    if (S_ISDIR(status.st_mode))
        addNames(path);
    else if (S_ISREG(status.st_mode))
        addFile(path, entry);
    else
        return;
    insert(path, std::move(entry));
}

void Collection::addFile(const std::string& path, Entry& entry)
{
    constexpr std::size_t kReads = 3;
    std::array<std::int64_t, kReads> durations{};
    int error = 0;
    for (std::int64_t& duration : durations) {
        const std::int64_t begin = format::monotonicNs();
        error = readOnce(m_tree.path(path), entry.content);
        duration = format::monotonicNs() - begin;
    }
    std::sort(durations.begin(), durations.end());
    entry.kind = "file";
    entry.readNs = durations[kReads / 2];
    entry.error = error == 0 ? nullptr : errorName(error);
    entry.content = redacted(path, entry.content, m_names);
}

/// The names in a folder, which a source may have listed, without their contents.
void Collection::addNames(const std::string& path)
{
    for (const std::string& name : m_tree.list(path)) {
        const std::string child = std::string(path).append("/").append(name);
        struct stat status
        {};
        if (!isOfSystem(child) || stat(m_tree.path(child).c_str(), &status) != 0)
            continue;
        insert(child,
               {.kind = S_ISDIR(status.st_mode) ? "folder" : "file", .mode = status.st_mode & 0777U, .content = {}});
    }
}

void Collection::insert(const std::string& path, Entry entry)
{
    const std::string name = withoutAddresses(path);
    const auto known = m_entries.find(name);
    const std::size_t size = name.size() + entry.content.size();
    if (known != m_entries.end()) {
        // A name of a list whose content follows.
        if (known->second.content.empty() && m_bytes + size <= kMostSnapshotBytes) {
            m_bytes += size;
            known->second = std::move(entry);
        }
        return;
    }
    if (m_entries.size() >= kMostSnapshotEntries || m_bytes + size > kMostSnapshotBytes) {
        ++m_leftOut;
        return;
    }
    m_bytes += size;
    m_entries.emplace(name, std::move(entry));
}

std::string hexOf(std::string_view bytes)
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    for (const char c : bytes) {
        text += kDigits[static_cast<unsigned char>(c) >> 4U];
        text += kDigits[static_cast<unsigned char>(c) & 15U];
    }
    return text;
}

void Collection::write(json::Writer& json) const
{
    json.key("left_out").integer(m_leftOut).key("entries").beginArray();
    for (const auto& [path, entry] : m_entries) {
        std::array<char, 8> mode{};
        std::snprintf(mode.data(), mode.size(), "%04o", entry.mode);
        json.beginObject().key("path").text(path).key("kind").text(entry.kind).key("mode").text(mode.data());
        if (entry.readNs > 0)
            json.key("read_ns").integer(entry.readNs);
        if (entry.error != nullptr)
            json.key("error").text(entry.error);
        if (!entry.content.empty()) {
            if (json::isUtf8(entry.content))
                json.key("text").text(entry.content);
            else
                json.key("hex").text(hexOf(entry.content));
        }
        json.endObject();
    }
}

bool isProgram(const SystemTree& tree, const std::string& path)
{
    return path.ends_with("/tegrastats") && access(tree.path(path).c_str(), X_OK) == 0;
}

void writeProgram(json::Writer& json)
{
    json.beginObject().key("path").text("/usr/bin/tegrastats").key("kind").text("program").key("mode").text("0755");
    json.endObject();
}

} // namespace

format::Result<std::string> takeSnapshot(const std::string& sysroot)
{
    std::set<std::string> asked;
    const SystemTree tree(sysroot, asked);
    Board board = identifyBoard(tree);
    const PrivateNames names = privateNames(board.hostname);
    board.hostname = "board";
    board.kernel = redacted("/proc/sys/kernel/osrelease", board.kernel, names);
    Training training;
    const SamplingPlan plan = planSampling(SourceContext{tree, board, training, 10 * format::kMillisecond});
    std::set<std::string> paths;
    for (const std::string& path : asked)
        paths.insert(normal(path));

    const SystemTree plain(sysroot);
    Collection collection(plain, names);
    for (const std::string& path : paths)
        collection.add(path);
    // The processor time of processes can be measured where a board has them.
    if (!plain.isDescribed() || plain.exists("/proc/self"))
        collection.addFolder("/proc/self");

    std::string text;
    json::Writer json(text);
    json.beginObject().key("board_bundle").integer(1).key("agent").beginObject();
    json.key("version").text(format::version()).key("architecture").text(agentArchitecture()).endObject();
    std::string probe = TRY(boardText(board, plan));
    // Reasons name files of a described board with its folder.
    const std::string root = plain.path({});
    for (std::size_t at = probe.find(root); !root.empty() && at != std::string::npos; at = probe.find(root, at))
        probe.erase(at, root.size());
    json.key("probe").raw(withoutAddresses(probe));
    collection.write(json);
    if (std::any_of(paths.begin(), paths.end(), [&](const std::string& path) { return isProgram(plain, path); }))
        writeProgram(json);
    json.endArray().endObject();
    return text;
}

} // namespace stepscope::agent
