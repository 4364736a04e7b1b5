#pragma once

#include "remote/link/transport/transport.h"

#include <QPointer>
#include <QWidget>

#include <condition_variable>
#include <functional>
#include <mutex>

namespace stepscope::app {

/// Asks questions in dialogs over the window. The link's thread blocks while the GUI thread shows a dialog.
class DialogPrompter : public link::Prompter
{
public:
    explicit DialogPrompter(QWidget* window);

    bool askHostKey(const std::string& host, const std::string& type, const std::string& fingerprint) override;
    std::optional<std::string> askSecret(const std::string& prompt, SecretKind kind) override;

    /// Answers the pending question and all later ones with no. Required before the GUI thread waits for the link's
    /// thread.
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
