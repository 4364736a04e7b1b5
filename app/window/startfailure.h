#pragma once

#include <QtGlobal>

namespace stepscope::app {

/// While it lives, a fatal message of Qt ends the process with one line and status 1: a QApplication that cannot reach
/// its display, or has no such platform, prints several lines and aborts. Warnings and remarks are dropped meanwhile:
/// those before a fatal message say the same. Only one may live.
class StartFailure
{
public:
    StartFailure();
    ~StartFailure();
    StartFailure(const StartFailure&) = delete;
    StartFailure& operator=(const StartFailure&) = delete;

private:
    QtMessageHandler m_former;
};

} // namespace stepscope::app
