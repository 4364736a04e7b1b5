#pragma once

#include "remote/format/result.h"
#include "remote/link/ssh/sshsettings.h"
#include "remote/link/transport/target.h"
#include "remote/link/transport/transport.h"

#include <memory>
#include <span>
#include <string>

namespace stepscope::link {

/// Settings for the creation of a transport.
struct TransportContext
{
    SshOptions ssh;
    Prompter* prompter = nullptr; ///< null: every question is answered with no; must outlive the transport
    std::string virtualBoard;     ///< path of stepscope-virtual-tx2; empty = this build does not have it
};

/// A kind of target and the function that creates its transport.
struct TransportRow
{
    Target::Kind kind;
    std::unique_ptr<Transport> (*make)(const Target& target, const TransportContext& context);
};

/// All transports. transport.h describes how to add one.
std::span<const TransportRow> transportTable();

/// Creates the transport for a target, without connecting. Error Usage if this build has none for it.
Result<std::unique_ptr<Transport>> makeTransport(const Target& target, const TransportContext& context);

} // namespace stepscope::link
