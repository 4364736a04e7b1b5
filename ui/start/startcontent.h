#pragma once

#include <QDateTime>
#include <QImage>
#include <QString>

#include <optional>

/// Values of the start page.
namespace stepscope::ui {

inline constexpr int kStartButtonHeight = 32; ///< px, of the button of each way to start

/// A recent recording. Until it has been read, only its path is known.
struct RecentRecording
{
    QString path;
    QString problem{}; ///< one line: why it cannot be opened; empty = it can, or it has not been read yet
    QString device{};
    QString training{}; ///< the model, else the command
    QDateTime started{};
    double seconds = 0;
    std::optional<double> joules{}; ///< of the whole system; none without a rail
    bool isVirtual = false;
    bool isRead = false;
    QImage lightPicture{};
    QImage darkPicture{};

    bool operator==(const RecentRecording&) const = default;
};

} // namespace stepscope::ui
