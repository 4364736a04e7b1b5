#include "remote/agent/power/powerchange.h"

#include "remote/agent/system/persistentfile.h"
#include "remote/format/clock.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace stepscope::agent {

using format::Error;
using format::Result;

namespace {

constexpr std::string_view kFirstLine = "stepscope power 1";
/// How long a lock is waited for: an agent that restores holds it for a few seconds.
constexpr std::int64_t kLockTime = 3 * format::kSecond;

std::string recordFile(const std::string& folder)
{
    return folder + "/before";
}

struct flock wholeFile(short type)
{
    struct flock lock
    {};
    lock.l_type = type;
    lock.l_whence = SEEK_SET;
    return lock;
}

/// The descriptor of the locked file; -1 if another process has the lock. The lock ends with the process.
int takeLock(const std::string& folder)
{
    const int file = open((folder + "/lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    struct flock lock = wholeFile(F_WRLCK);
    if (file >= 0 && fcntl(file, F_SETLK, &lock) == 0)
        return file;
    if (file >= 0)
        close(file);
    return -1;
}

bool isLocked(const std::string& folder)
{
    const int file = open((folder + "/lock").c_str(), O_RDWR | O_CLOEXEC);
    struct flock lock = wholeFile(F_WRLCK);
    const bool locked = file >= 0 && fcntl(file, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
    if (file >= 0)
        close(file);
    return locked;
}

std::optional<PowerRecord> readRecord(const std::string& folder)
{
    return parsePowerRecord(SystemTree().readText(recordFile(folder)).value_or(""));
}

Error busyError(const std::string& folder)
{
    const auto record = readRecord(folder);
    return format::failure(Error::Code::Denied,
                           "power setting: another run on this device has set one (" +
                               (record ? "run " + record->run + ", " + record->setting : std::string("unchanged")) +
                               "); wait until it has ended, then continue");
}

Result<std::string> madeFolder()
{
    std::string folder = TRY(powerFolder());
    for (const std::size_t slash : {folder.rfind('/'), folder.size()}) {
        if (mkdir(folder.substr(0, slash).c_str(), 0700) != 0 && errno != EEXIST)
            return format::failure(Error::Code::Denied, "power setting: Permission denied: the folder " + folder +
                                                            " cannot be created: " + std::strerror(errno));
    }
    return folder;
}

/// Writes a new file, flushes it and its folder, and gives it its name.
bool writeDurably(const std::string& folder, const std::string& text)
{
    const std::string file = recordFile(folder);
    const int descriptor = open((file + ".new").c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (descriptor < 0)
        return false;
    bool good = write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    good = good && fsync(descriptor) == 0;
    good = close(descriptor) == 0 && good && rename((file + ".new").c_str(), file.c_str()) == 0;
    const int directory = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory >= 0) {
        good = fsync(directory) == 0 && good;
        close(directory);
    }
    return good;
}

/// The text behind "KEY "; nullopt for a line of another key.
std::optional<std::string> valueOf(const std::string& line, std::string_view key)
{
    if (line.size() > key.size() && line.starts_with(key) && line[key.size()] == ' ')
        return line.substr(key.size() + 1);
    return std::nullopt;
}

bool isLimitFile(const std::string& path, const std::string& sysroot)
{
    return path.starts_with(sysroot + "/sys/") && path.find("/..") == std::string::npos && (path.ends_with("_freq"));
}

/// "LEAST MOST LOWEST|HIGHEST"
std::optional<PowerRecord::Limits> parseLimits(std::string_view value, const std::string& sysroot)
{
    const auto least = takeNumber(value);
    const auto most = takeNumber(value);
    const std::size_t bar = value.find('|');
    if (!least || !most || value.empty() || bar == std::string_view::npos)
        return std::nullopt;
    PowerRecord::Limits limits{std::string(value.substr(1, bar - 1)), std::string(value.substr(bar + 1)), *least,
                               *most};
    if (!isLimitFile(limits.lowest, sysroot) || !isLimitFile(limits.highest, sysroot))
        return std::nullopt;
    return limits;
}

/// Limits whose files do not exist belong to cores that are offline in this mode.
void writeRecorded(const PowerRecord& record)
{
    for (const PowerRecord::Limits& limits : record.limits) {
        if (limitIn(limits.lowest) && limitIn(limits.highest))
            writeLimits({limits.lowest, limits.highest, "", false}, limits.least, limits.most);
    }
}

std::string differenceFrom(const PowerRecord& record, const PowerTools& tools)
{
    if (record.mode && tools.currentMode() != record.mode)
        return "the power mode is not " + std::to_string(*record.mode) + " as before";
    for (const PowerRecord::Limits& limits : record.limits) {
        const auto least = limitIn(limits.lowest);
        const auto most = limitIn(limits.highest);
        if (least && most && (*least != limits.least || *most != limits.most))
            return limits.highest + " and its lowest frequency are not " + std::to_string(limits.most) + " and " +
                   std::to_string(limits.least) + " as before";
    }
    return {};
}

Result<void> restoreRecord(const PowerRecord& record, const std::string& folder)
{
    const SystemTree tree(record.sysroot);
    const PowerTools tools(tree);
    std::string fault;
    const auto putBack = [&] {
        if (!record.clocksFile.empty()) {
            if (const auto restored = tools.runJetsonClocks("--restore", record.clocksFile); !restored)
                fault = restored.error().text;
        }
        writeRecorded(record);
    };
    // Clocks that are fixed above the limits of the earlier mode would hinder its nvpmodel, and nvpmodel writes limits.
    putBack();
    if (record.mode && tools.currentMode() != record.mode) {
        if (const auto set = tools.setMode(*record.mode); !set)
            fault = set.error().text;
        else
            putBack();
    }
    if (const std::string difference = differenceFrom(record, tools); !difference.empty())
        fault = difference + (fault.empty() ? "" : ": " + fault);
    if (!fault.empty())
        return format::failure("power setting " + record.setting + " of run " + record.run +
                               ": the state before it cannot be restored: " + fault +
                               "; restore it by hand, then "
                               "delete " +
                               recordFile(folder));
    unlink(recordFile(folder).c_str());
    if (!record.clocksFile.empty())
        unlink(record.clocksFile.c_str());
    return {};
}

/// With the lock held.
Result<void> restoreLeft(const std::string& folder)
{
    if (access(recordFile(folder).c_str(), F_OK) != 0)
        return {};
    const auto record = readRecord(folder);
    if (!record)
        return format::failure("power setting: " + recordFile(folder) +
                               " is damaged, so that the state before an earlier run cannot be restored; check the "
                               "device's power mode, then delete the file");
    return restoreRecord(*record, folder);
}

} // namespace

std::string powerRecordText(const PowerRecord& record)
{
    std::string text = std::string(kFirstLine) + "\nrun " + record.run + "\nsetting " + record.setting + "\n";
    if (!record.sysroot.empty())
        text += "sysroot " + record.sysroot + "\n";
    if (record.mode)
        text += "mode " + std::to_string(*record.mode) + "\n";
    if (!record.clocksFile.empty())
        text += "clocks " + record.clocksFile + "\n";
    for (const PowerRecord::Limits& limits : record.limits)
        text += "limits " + std::to_string(limits.least) + " " + std::to_string(limits.most) + " " + limits.lowest +
                "|" + limits.highest + "\n";
    return text + "end\n";
}

std::optional<PowerRecord> parsePowerRecord(const std::string& text)
{
    PowerRecord record;
    bool hasEnd = false;
    bool isFirst = true;
    for (std::size_t begin = 0; begin < text.size() && !hasEnd; isFirst = false) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string line = text.substr(begin, end - begin);
        begin = end + 1;
        if (isFirst != (line == kFirstLine))
            return std::nullopt;
        hasEnd = line == "end";
        if (isFirst || hasEnd)
            continue;
        if (const auto run = valueOf(line, "run"))
            record.run = *run;
        else if (const auto setting = valueOf(line, "setting"))
            record.setting = *setting;
        else if (const auto sysroot = valueOf(line, "sysroot"))
            record.sysroot = *sysroot;
        else if (const auto clocks = valueOf(line, "clocks"))
            record.clocksFile = *clocks;
        else if (const auto mode = leadingNumber(valueOf(line, "mode").value_or("")))
            record.mode = static_cast<int>(*mode);
        else if (const auto limits = parseLimits(valueOf(line, "limits").value_or(""), record.sysroot))
            record.limits.push_back(*limits);
        else
            return std::nullopt;
    }
    return hasEnd ? std::optional(record) : std::nullopt;
}

Result<std::string> powerFolder()
{
    const char* home = std::getenv("HOME");
    if (home == nullptr || *home != '/')
        return format::failure(Error::Code::Usage, "power setting: HOME is not set, so that the state before it cannot "
                                                   "be stored; set HOME");
    return std::string(home) + "/.stepscope/power";
}

PowerChange::~PowerChange()
{
    (void)restore();
    if (m_lock >= 0)
        close(m_lock);
}

Result<void> PowerChange::apply(const PowerSetting& setting, const std::string& sysroot, const std::string& run)
{
    m_folder = TRY(madeFolder());
    const std::int64_t deadline = format::monotonicNs() + kLockTime;
    for (m_lock = takeLock(m_folder); m_lock < 0 && format::monotonicNs() < deadline; m_lock = takeLock(m_folder)) {
        format::sleepUntil(format::monotonicNs() + 50 * format::kMillisecond);
    }
    if (m_lock < 0)
        return busyError(m_folder);
    if (auto restored = restoreLeft(m_folder); !restored)
        return restored;
    const SystemTree tree(sysroot);
    const PowerTools tools(tree);
    if (auto settable = tools.check(setting); !settable)
        return settable;
    if (setting.changesNothing())
        return {};
    const PowerRecord record = TRY(found(setting, tree, tools, run));
    if (!writeDurably(m_folder, powerRecordText(record)))
        return powerError(Error::Code::NoSpace, setting.text,
                          "the state before it cannot be written to " + m_folder + ": " + std::strerror(errno));
    m_record = record;
    if (auto applied = applyLocked(setting, tree, tools); !applied) {
        const Error error = powerError(applied.error().code, setting.text, applied.error().text);
        (void)restore();
        return error;
    }
    return {};
}

/// What the device has now.
Result<PowerRecord> PowerChange::found(const PowerSetting& setting, const SystemTree& tree, const PowerTools& tools,
                                       const std::string& run) const
{
    PowerRecord record{.run = run, .setting = setting.text, .sysroot = tree.path("")};
    record.mode = tools.currentMode();
    if (!setting.mode.empty() && !record.mode)
        return powerError(Error::Code::Failed, setting.text,
                          "nvpmodel does not tell the present mode, which could not be restored; run `nvpmodel -q`");
    if (tools.canWriteLimits()) {
        for (const ClockLimits& clock : clockLimits(tree)) {
            if (const auto least = limitIn(clock.lowest), most = limitIn(clock.highest); least && most)
                record.limits.push_back({clock.lowest, clock.highest, *least, *most});
        }
    }
    if (tools.hasJetsonClocks() && (setting.isLocked || record.limits.empty())) {
        record.clocksFile = m_folder + "/clocks";
        // jetson_clocks would ask whether to overwrite it.
        unlink(record.clocksFile.c_str());
        if (const auto stored = tools.runJetsonClocks("--store", record.clocksFile); !stored)
            return powerError(Error::Code::Failed, setting.text, stored.error().text);
    }
    return record;
}

/// A limit does not exceed that of the mode.
Result<void> PowerChange::applyLocked(const PowerSetting& setting, const SystemTree& tree, const PowerTools& tools)
{
    if (!setting.mode.empty())
        if (auto set = tools.setMode(TRY(modeIdOf(setting, tree))); !set)
            return set;
    // The cores that are online, and with them the clocks, differ between modes.
    for (const WantedLimit& limit : TRY(limitsOf(setting, tree))) {
        const auto least = limitIn(limit.clock.lowest);
        const auto most = limitIn(limit.clock.highest);
        if (!least || !most)
            continue;
        const std::int64_t highest = std::min(limit.highest, *most);
        if (!writeLimits(limit.clock, std::min(*least, highest), highest))
            m_notes.push_back("The limits in " + limit.clock.highest + " are not those of the power setting " +
                              setting.text + ".");
    }
    if (!setting.isLocked)
        return {};
    if (tools.hasJetsonClocks()) {
        if (auto locked = tools.runJetsonClocks("", ""); !locked)
            return locked;
    } else {
        for (const ClockLimits& clock : clockLimits(tree)) {
            if (const auto most = limitIn(clock.highest))
                writeLimits(clock, *most, *most);
        }
    }
    if (clocksAreLocked(tree) != true)
        m_notes.push_back("Not all clocks are locked as the power setting " + setting.text + " asks for.");
    return {};
}

Result<void> PowerChange::restore()
{
    if (!m_record)
        return {};
    const PowerRecord record = std::move(*m_record);
    m_record.reset();
    return restoreRecord(record, m_folder);
}

Result<void> restoreLeftPower()
{
    const auto folder = powerFolder();
    if (!folder || access(recordFile(*folder).c_str(), F_OK) != 0)
        return {};
    const int lock = takeLock(*folder);
    if (lock < 0)
        return {};
    auto restored = restoreLeft(*folder);
    close(lock);
    return restored;
}

Result<void> checkPowerFree()
{
    const std::string folder = TRY(powerFolder());
    return isLocked(folder) ? Result<void>(busyError(folder)) : Result<void>();
}

} // namespace stepscope::agent
