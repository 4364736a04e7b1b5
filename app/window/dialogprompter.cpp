#include "app/window/dialogprompter.h"

#include "ui/devices/signindialogs.h"

#include <QMetaObject>

#include <memory>
#include <utility>

namespace stepscope::app {

DialogPrompter::DialogPrompter(QWidget* window)
    : m_window(window)
{}

void DialogPrompter::showAndWait(std::function<void(QWidget*)> show)
{
    QWidget* const window = m_window.data();
    if (window == nullptr)
        return;
    const auto answered = std::make_shared<bool>(false);
    std::unique_lock lock(m_mutex);
    if (m_dismissed)
        return;
    // A blocking queued call would deadlock at shutdown, when the GUI thread waits for this one.
    QMetaObject::invokeMethod(
        window,
        [this, window, answered, action = std::move(show)] {
            {
                const std::lock_guard inner(m_mutex);
                if (m_dismissed)
                    return;
            }
            action(window);
            const std::lock_guard inner(m_mutex);
            *answered = true;
            m_changed.notify_all();
        },
        Qt::QueuedConnection);
    m_changed.wait(lock, [&] { return *answered || m_dismissed; });
}

bool DialogPrompter::askHostKey(const std::string& host, const std::string& type, const std::string& fingerprint)
{
    const auto answer = std::make_shared<bool>(false);
    showAndWait([=](QWidget* window) {
        *answer = ui::HostKeyDialog::ask(window, QString::fromStdString(host), QString::fromStdString(type),
                                         QString::fromStdString(fingerprint));
    });
    const std::lock_guard lock(m_mutex);
    return *answer && !m_dismissed;
}

std::optional<std::string> DialogPrompter::askSecret(const std::string& prompt, SecretKind kind)
{
    const auto answer = std::make_shared<std::optional<std::string>>();
    showAndWait([=](QWidget* window) {
        if (const auto secret =
                ui::SecretDialog::ask(window, QString::fromStdString(prompt), kind == SecretKind::Visible))
            *answer = secret->toStdString();
    });
    const std::lock_guard lock(m_mutex);
    return m_dismissed ? std::nullopt : *answer;
}

void DialogPrompter::dismiss()
{
    const std::lock_guard lock(m_mutex);
    m_dismissed = true;
    m_changed.notify_all();
}

} // namespace stepscope::app
