#pragma once

#include "remote/format/result.h"
#include "remote/link/prompter.h"
#include "remote/link/sshoptions.h"
#include "remote/link/target.h"
#include "remote/link/transport.h"

#include <memory>
#include <span>
#include <string>

namespace stepscope::link {

/// What a transport may need to be made.
struct TransportContext
{
    SshOptions ssh;
    Prompter* prompter = nullptr; ///< null: nobody can be asked; otherwise it outlives the transport
    std::string virtualBoard;     ///< path of stepscope-virtual-tx2
};

/// One way to reach targets: which kind of target it is for, and how to make it.
struct TransportRow
{
    Target::Kind kind;
    std::unique_ptr<Transport> (*make)(const Target& target, const TransportContext& context);
};

/// All ways to reach a target. To add one, see transport.h.
std::span<const TransportRow> transportTable();

/// The transport for a target, not connected yet. Error Usage when the table has no row for it.
Result<std::unique_ptr<Transport>> makeTransport(const Target& target, const TransportContext& context);

} // namespace stepscope::link
