#pragma once

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTimer>

#include <functional>

namespace stepscope::soak {

inline void handleEvents(int milliseconds)
{
    QEventLoop loop;
    QTimer::singleShot(milliseconds, &loop, &QEventLoop::quit);
    loop.exec();
    // What a gesture outside of any event loop has released; in a program its own loop deletes it.
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
}

/// Handles events until the condition holds; false if it does not hold in time.
inline bool waitFor(const std::function<bool()>& holds, int seconds)
{
    QElapsedTimer timer;
    timer.start();
    while (!holds() && timer.elapsed() < seconds * 1000)
        handleEvents(20);
    return holds();
}

} // namespace stepscope::soak
