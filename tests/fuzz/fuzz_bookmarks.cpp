// Arbitrary bytes as the bookmarks of a recording. What was read is the same after writing and reading it again.

#include "app/window/bookmarkfile.h"

#include <QFile>
#include <QTemporaryDir>

#include <cstdint>
#include <cstdlib>

using namespace stepscope;

namespace {

void require(bool holds)
{
    if (!holds)
        std::abort();
}

} // namespace

/// Qt keeps memory for later, so a search for leaks would follow each input.
extern "C" const char* __asan_default_options()
{
    return "detect_leaks=0";
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const QTemporaryDir folder;
    const QString recording = folder.filePath("r.stepscope");
    QFile file(app::bookmarkPath(recording));
    require(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write(reinterpret_cast<const char*>(data), static_cast<qint64>(size));
    file.close();
    const app::ReadBookmarks read = app::readBookmarks(recording);
    require(!read.remark.contains('\n'));
    // Damage is reported, and the file is copied before it is replaced.
    if (!read.remark.isEmpty()) {
        QFile copy(app::bookmarkPath(recording) + ".bad");
        require(copy.size() == static_cast<qint64>(size) && copy.remove());
    }
    for (qsizetype i = 0; i < read.bookmarks.size(); ++i) {
        require(read.bookmarks[i].range.begin <= read.bookmarks[i].range.end);
        require(i == 0 || read.bookmarks[i - 1].range.begin <= read.bookmarks[i].range.begin);
    }
    require(app::writeBookmarks(recording, read.bookmarks).ok());
    const app::ReadBookmarks again = app::readBookmarks(recording);
    require(again.remark.isEmpty() && again.bookmarks == read.bookmarks);
    return 0;
}
