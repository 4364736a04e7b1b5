#pragma once

#include "remote/link/prompter.h"

#include <QPointer>
#include <QWidget>

#include <condition_variable>
#include <functional>
#include <mutex>

namespace stepscope::app {

/// Asks in dialogs over the window: the link's thread waits here while the GUI thread shows one.
class DialogPrompter : public link::Prompter
{
public:
    explicit DialogPrompter(QWidget* window);

    bool askHostKey(const std::string& host, const std::string& type, const std::string& fingerprint) override;
    std::optional<std::string> askSecret(const std::string& prompt, SecretKind kind) override;

    /// From now on every question is answered with no, also one that waits: the GUI thread is about to wait for the
    /// link's.
    void dismiss();

private:
    /// Runs `show` on the GUI thread and waits until it returned or dismiss() was called.
    void showAndWait(std::function<void(QWidget*)> show);

    QPointer<QWidget> m_window;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_dismissed = false;
};

} // namespace stepscope::app
