#pragma once

#include <optional>
#include <string>

namespace stepscope::link {

/// Asks the user for decisions and secrets during the login. Called on the link's thread, which it may block without
/// limit. A refusal (false, nullopt) ends the connection attempt with one clear error.
class Prompter
{
public:
    enum class SecretKind {
        Password,   ///< of the account on the target
        Passphrase, ///< of a private key file
        Hidden,     ///< answer to a question of the server, not shown while typed
        Visible,    ///< answer to a question of the server, shown while typed
    };

    virtual ~Prompter() = default;

    /// Asks whether an unknown host key is right. `type` is e.g. "ssh-ed25519", `fingerprint` e.g. "SHA256:47DE...".
    /// True = connect and store the key. Not called for a *changed* key, which is always refused.
    virtual bool askHostKey(const std::string& host, const std::string& type, const std::string& fingerprint) = 0;
    virtual std::optional<std::string> askSecret(const std::string& prompt, SecretKind kind) = 0;
};

} // namespace stepscope::link
