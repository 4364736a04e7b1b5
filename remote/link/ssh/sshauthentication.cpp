#include "remote/link/ssh/sshauthentication.h"

#include "remote/link/ssh/sshsecrets.h"
#include "remote/link/ssh/sshsession.h"
#include "remote/link/transport/plainline.h"

#include <libssh/callbacks.h>

#include <algorithm>
#include <cstring>
#include <memory>

namespace stepscope::link {

using format::Error;
using format::Result;

namespace {

/// Timeout of one answer of the server; longer than the delay of PAM after a wrong password.
constexpr std::chrono::seconds kLoginAnswerTime{30};

/// Result of one login method.
enum class Outcome { LoggedIn, NotYet };

struct Login
{
    SshSession& session;
    SshSecrets secrets;
    int methods = 0;        ///< SSH_AUTH_METHOD_* that the server still offers
    std::string refusedKey; ///< the key file for which the user gave no passphrase
};

Error tooMany(const Login& login)
{
    return format::failure(Error::Code::Denied,
                           login.secrets.targetName() +
                               ": the server ended the login after too many attempts; name the right key with "
                               "--identity, or remove keys from the SSH agent");
}

/// One request to the server; its status is one of SSH_AUTH_*.
template <typename Step>
Result<int> request(Login& login, Step step)
{
    const int status = TRY(login.session.repeat(step, SSH_AUTH_AGAIN, SshSession::Clock::now() + kLoginAnswerTime));
    if (status != SSH_AUTH_ERROR)
        return status;
    const std::string reason = ssh_get_error(login.session.handle());
    if (reason.find("authentication failures") != std::string::npos)
        return tooMany(login);
    if (!login.session.connected())
        return login.session.broken();
    return SSH_AUTH_DENIED;
}

/// After a partial success, the server requires a further method; this reads which ones it accepts.
Outcome outcomeOf(Login& login, int status)
{
    if (status == SSH_AUTH_PARTIAL)
        login.methods = ssh_userauth_list(login.session.handle(), nullptr);
    return status == SSH_AUTH_SUCCESS ? Outcome::LoggedIn : Outcome::NotYet;
}

Result<Outcome> tryNone(Login& login)
{
    const ssh_session handle = login.session.handle();
    const int status = TRY(request(login, [handle] { return ssh_userauth_none(handle, nullptr); }));
    login.methods = ssh_userauth_list(handle, nullptr);
    return outcomeOf(login, status);
}

/// Tried first, because the other keys of an SSH agent can use up the attempts that the server allows.
Result<Outcome> tryNamedKey(Login& login, const std::string& identityFile)
{
    ssh_key key = nullptr;
    const std::string path = expandHome(identityFile);
    if (path.empty() || ssh_pki_import_privkey_file(path.c_str(), nullptr, nullptr, nullptr, &key) != SSH_OK)
        return Outcome::NotYet;
    const std::unique_ptr<ssh_key_struct, void (*)(ssh_key)> owner(key, ssh_key_free);
    const ssh_session handle = login.session.handle();
    return outcomeOf(login, TRY(request(login, [=] { return ssh_userauth_publickey(handle, nullptr, key); })));
}

std::string currentKeyFile(ssh_session session)
{
    char* value = nullptr;
    if (ssh_userauth_publickey_auto_get_current_identity(session, &value) != SSH_OK || value == nullptr)
        return {};
    std::string path = value;
    ssh_string_free_char(value);
    return path;
}

int givePassphrase(const char* /*prompt*/, char* buffer, std::size_t size, int /*echo*/, int /*verify*/, void* data)
{
    auto& login = *static_cast<Login*>(data);
    const std::string file = currentKeyFile(login.session.handle());
    const auto passphrase = login.secrets.passphraseFor(file);
    if (!passphrase || passphrase->size() >= size) {
        login.refusedKey = file;
        return -1;
    }
    std::memcpy(buffer, passphrase->c_str(), passphrase->size() + 1);
    return 0;
}

/// libssh tries the SSH agent's keys, then key files.
Result<Outcome> tryKeys(Login& login)
{
    const ssh_session handle = login.session.handle();
    ssh_callbacks_struct callbacks{};
    callbacks.userdata = &login;
    callbacks.auth_function = givePassphrase;
    ssh_callbacks_init(&callbacks);
    ssh_set_callbacks(handle, &callbacks);
    const auto status = request(login, [handle] { return ssh_userauth_publickey_auto(handle, nullptr, nullptr); });
    ssh_set_callbacks(handle, nullptr);
    if (!status.ok())
        return status.error();
    return outcomeOf(login, status.value());
}

/// Answers one round of questions; false = the user did not answer.
bool answerQuestions(Login& login)
{
    const ssh_session handle = login.session.handle();
    const auto count = static_cast<unsigned>(std::max(0, ssh_userauth_kbdint_getnprompts(handle)));
    for (unsigned i = 0; i < count; ++i) {
        char echo = 0;
        const char* text = ssh_userauth_kbdint_getprompt(handle, i, &echo);
        const std::string question = login.secrets.targetName() + ": " + plainLine(text == nullptr ? "" : text) + ' ';
        const auto answer =
            login.secrets.ask(question, echo != 0 ? Prompter::SecretKind::Visible : Prompter::SecretKind::Hidden);
        if (!answer || ssh_userauth_kbdint_setanswer(handle, i, answer->c_str()) < 0)
            return false;
    }
    return true;
}

Result<Outcome> tryQuestions(Login& login)
{
    const ssh_session handle = login.session.handle();
    const auto step = [handle] { return ssh_userauth_kbdint(handle, nullptr, nullptr); };
    for (int before = -1; before < login.secrets.wrongAnswers();) {
        before = login.secrets.wrongAnswers();
        int status = TRY(request(login, step));
        while (status == SSH_AUTH_INFO) {
            if (!answerQuestions(login))
                return Outcome::NotYet;
            status = TRY(request(login, step));
        }
        login.secrets.settle(status != SSH_AUTH_DENIED);
        if (status != SSH_AUTH_DENIED)
            return outcomeOf(login, status);
    }
    return Outcome::NotYet;
}

Result<Outcome> tryPassword(Login& login)
{
    const ssh_session handle = login.session.handle();
    const std::string question = "Password of " + login.secrets.targetName() + ": ";
    while (const auto password = login.secrets.ask(question, Prompter::SecretKind::Password)) {
        const int status =
            TRY(request(login, [&] { return ssh_userauth_password(handle, nullptr, password->c_str()); }));
        login.secrets.settle(status != SSH_AUTH_DENIED);
        if (status != SSH_AUTH_DENIED)
            return outcomeOf(login, status);
    }
    return Outcome::NotYet;
}

bool offers(const Login& login, int method)
{
    return (login.methods & method) != 0;
}

Error denied(const Login& login)
{
    std::string text = login.secrets.targetName() + ": ";
    const bool takesSecret = offers(login, SSH_AUTH_METHOD_PASSWORD) || offers(login, SSH_AUTH_METHOD_INTERACTIVE);
    if (const int wrong = login.secrets.wrongAnswers(); wrong > 0)
        text += "wrong password (" + std::to_string(wrong) + (wrong == 1 ? " try" : " tries") +
                "); check user name and password, or log in with a key: --identity FILE";
    else if (!login.refusedKey.empty())
        text += "the key " + login.refusedKey +
                " was not used: its passphrase was not given; add it to the SSH agent "
                "with ssh-add, or try again";
    else if (takesSecret && !login.secrets.canAsk())
        text += "no key was accepted, and there is no terminal to ask for the password; install a key with ssh-copy-id";
    else if (takesSecret)
        text += "no key was accepted and no password was given; install a key with ssh-copy-id, or try again";
    else
        text += "no key was accepted, and the server accepts no password; name the right key with --identity FILE";
    return format::failure(Error::Code::Denied, std::move(text));
}

} // namespace

Result<void> authenticate(SshSession& session, const SshOptions& options, Prompter* prompter)
{
    Login login{session, SshSecrets(session.endpoint().name, options.secrets, prompter), 0, {}};
    if (TRY(tryNone(login)) == Outcome::LoggedIn)
        return {};
    if (offers(login, SSH_AUTH_METHOD_PUBLICKEY) && TRY(tryNamedKey(login, options.identityFile)) == Outcome::LoggedIn)
        return {};
    if (offers(login, SSH_AUTH_METHOD_PUBLICKEY) && TRY(tryKeys(login)) == Outcome::LoggedIn)
        return {};
    if (offers(login, SSH_AUTH_METHOD_INTERACTIVE) && TRY(tryQuestions(login)) == Outcome::LoggedIn)
        return {};
    // A server with PAM asks for the same password with both methods; SshSecrets limits the attempts to three in all.
    if (offers(login, SSH_AUTH_METHOD_PASSWORD) && TRY(tryPassword(login)) == Outcome::LoggedIn)
        return {};
    return denied(login);
}

} // namespace stepscope::link
