#include "app/commandline.h"

#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>
#include <system_error>
#include <unistd.h>

namespace {

/// Nothing can be allocated here, so the text is constant.
[[noreturn]] void endWithoutMemory()
{
    constexpr std::string_view kText =
        "stepscope: there is no more memory for this program, which has ended. Runs on targets are not affected: "
        "`stepscope runs TARGET` lists them, and `stepscope attach TARGET RUN -o FILE` records the rest.\n";
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, kText.data(), kText.size());
    _exit(1);
}

/// Errors of this program are values. What is thrown and not caught is a lack of memory, or of a thread for want of it.
[[noreturn]] void endAfterException()
{
    try {
        if (const std::exception_ptr thrown = std::current_exception())
            std::rethrow_exception(thrown);
    } catch (const std::bad_alloc&) {
        endWithoutMemory();
    } catch (const std::system_error& error) {
        if (error.code() == std::errc::resource_unavailable_try_again || error.code() == std::errc::not_enough_memory)
            endWithoutMemory();
    } catch (...) {
    }
    std::abort();
}

} // namespace

int main(int argc, char** argv)
{
    std::set_terminate(endAfterException);
    return stepscope::app::runCommandLine(argc, argv);
}
