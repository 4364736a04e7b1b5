// Arbitrary bundles of boards: accepted paths stay inside the folder, and no file is executable.

#include "remote/format/plaintext.h"
#include "remote/link/bundle/boardbundle.h"

#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>

using namespace stepscope;

namespace {

void require(bool holds)
{
    if (!holds)
        std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto bundle = link::readBundle({reinterpret_cast<const char*>(data), size});
    if (!bundle.ok()) {
        const std::string& text = bundle.error().text;
        require(!text.empty() && text.find('\n') == std::string::npos && format::plainText(text) == text);
        return 0;
    }
    std::set<std::string> paths;
    for (const link::BundleEntry& entry : bundle->entries) {
        const std::string lexical = std::filesystem::path(entry.path).lexically_normal().string();
        require(lexical == entry.path && entry.path.front() == '/' && entry.path.find('\0') == std::string::npos);
        require(entry.path.starts_with("/proc/") || entry.path.starts_with("/sys/") ||
                entry.path.starts_with("/etc/nv") || entry.path == "/var/lib/nvpmodel/status" ||
                entry.path == "/usr/bin/tegrastats");
        require((entry.mode & ~0555U) == 0 &&
                (entry.kind == link::BundleEntry::Kind::Folder || (entry.mode & 0111U) == 0));
        require(entry.content.size() <= 65536 && paths.insert(entry.path).second);
    }
    return 0;
}
