#pragma once

#include <optional>
#include <string>

namespace stepscope::link {

/// Asks a person what only a person can answer while a connection is made. Called on the link's thread, and may block
/// it as long as the person thinks. Saying no (false, nullopt) always ends the connection attempt in one clear error.
class Prompter
{
public:
    enum class SecretKind {
        Password,   ///< of the account on the target
        Passphrase, ///< of a private key file
        Hidden,     ///< an answer the server wants, not to be shown while typed
        Visible,    ///< an answer the server wants, may be shown while typed
    };

    virtual ~Prompter() = default;

    /// The host is met for the first time. `type` is e.g. "ssh-ed25519", `fingerprint` e.g. "SHA256:47DE...".
    /// True = it is the right host: connect and remember the key. A *changed* key is never asked about.
    virtual bool askHostKey(const std::string& host, const std::string& type, const std::string& fingerprint) = 0;
    virtual std::optional<std::string> askSecret(const std::string& prompt, SecretKind kind) = 0;
};

} // namespace stepscope::link
