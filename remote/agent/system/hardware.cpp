#include "remote/agent/system/hardware.h"

#include "remote/agent/system/persistentfile.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string_view>

namespace stepscope::agent {
namespace {

void append(std::string& text, const std::string& part)
{
    if (!part.empty())
        text += (text.empty() ? "" : ", ") + part;
}

/// "2048K" becomes "2 MB".
std::string cacheSize(std::string_view size)
{
    constexpr std::int64_t kKilo = 1024;
    const std::int64_t kib = leadingNumber(size).value_or(0);
    return kib % kKilo == 0 ? std::to_string(kib / kKilo) + " MB" : std::to_string(kib) + " KB";
}

/// What a block device is; null = not a disk: a partition for booting, memory, a file or a part of other disks.
const char* kindOf(const SystemTree& tree, const std::string& name)
{
    if (name.starts_with("mmcblk")) {
        if (name.find("boot") != std::string::npos || name.find("rpmb") != std::string::npos)
            return nullptr;
        return tree.readText("/sys/block/" + name + "/device/type").value_or("MMC") == "SD" ? "SD card" : "eMMC";
    }
    if (name.starts_with("nvme"))
        return "NVMe";
    constexpr std::array kDisks{"sd", "hd", "vd", "xvd"};
    for (const char* prefix : kDisks) {
        if (name.starts_with(prefix))
            return "disk";
    }
    return nullptr;
}

} // namespace

std::string cachesOf(const SystemTree& tree, int core)
{
    const std::string folder = "/sys/devices/system/cpu/cpu" + std::to_string(core) + "/cache";
    std::string text;
    for (const std::string& index : tree.list(folder)) {
        const std::string place = std::string(folder).append("/").append(index);
        const auto level = tree.readText(place + "/level");
        const auto size = tree.readText(place + "/size");
        if (!level || !size)
            continue;
        const std::string type = tree.readText(place + "/type").value_or("");
        append(text, "L" + *level + (type == "Instruction" ? "i " : type == "Data" ? "d " : " ") + cacheSize(*size));
    }
    return text;
}

std::string storageOf(const SystemTree& tree)
{
    constexpr double kSector = 512; // of this file, for all disks
    constexpr double kGiga = 1e9;
    std::string text;
    for (const std::string& name : tree.list("/sys/block")) {
        const char* kind = kindOf(tree, name);
        const auto sectors = leadingNumber(tree.readText("/sys/block/" + name + "/size").value_or(""));
        if (kind == nullptr || !sectors || *sectors <= 0)
            continue;
        std::array<char, 48> size{};
        const double gigabytes = static_cast<double>(*sectors) * kSector / kGiga;
        std::snprintf(size.data(), size.size(), "%.*f GB %s", gigabytes < 100 ? 1 : 0, gigabytes, kind);
        append(text, size.data());
    }
    return text;
}

std::string graphicsCardsOf(const SystemTree& tree)
{
    const std::string folder = "/proc/driver/nvidia/gpus";
    std::string text;
    for (const std::string& card : tree.list(folder)) {
        const std::string facts =
            tree.readText(std::string(folder).append("/").append(card).append("/information")).value_or("");
        const std::string_view key = "Model:";
        const std::size_t at = facts.find(key);
        const std::size_t begin = at == std::string::npos ? at : facts.find_first_not_of(" \t", at + key.size());
        if (begin != std::string::npos)
            append(text, facts.substr(begin, facts.find('\n', begin) - begin));
    }
    return text;
}

} // namespace stepscope::agent
