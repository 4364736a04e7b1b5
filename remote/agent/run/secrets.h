#pragma once

#include <string>
#include <vector>

namespace stepscope::agent {

/// The words of a command line with `***` in place of secrets: the values of options and variables whose name contains
/// the word password, passwd, passphrase, token, secret, credential or credentials, or ends in key (`--password=X`,
/// `--api-key X`, `HF_TOKEN=X`, also within the text of a shell command), and the password of a URL
/// (`https://user:X@host`). A secret without such a sign is not recognized.
std::vector<std::string> withoutSecrets(const std::vector<std::string>& command);

} // namespace stepscope::agent
