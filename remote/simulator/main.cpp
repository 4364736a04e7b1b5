#include "remote/simulator/board/boards.h"
#include "remote/simulator/command.h"
#include "remote/simulator/control.h"
#include "remote/simulator/training/models.h"

#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>

namespace stepscope::simulator {
namespace {

constexpr const char* kUsage =
    R"(stepscope-virtual-tx2: a simulated Jetson board that plays trainings of models, to try Stepscope without hardware

  board --tree FOLDER [--variant NAME] [--sensor-window MS] [--sensor-lag MS] [--sensor-update MS]
        [--read-delay US] [--seed N] [--truth FOLDER]
             shows the files of /proc and /sys of a board at FOLDER, until its standard input is closed and its files
             are not in use
  train [--tree FOLDER] --model NAME --batch N --steps N [--seconds N] [--seed N] [--ops STEPS] [--truth FILE]
             plays a training on that board; FOLDER is "tree" by default. With --seconds, there are more steps where
             they are short, so that the training lasts at least as long
  load  [--tree FOLDER] [--seconds N] [--seed N]
             plays a load of known shape, to measure sensors
  models     lists the models, one per line
  boards     lists the boards, one per line
)";

struct Verb
{
    const char* name;
    std::string options;
    format::Result<void> (*run)(const Command&);
};

format::Result<void> listModels(const Command& /*command*/)
{
    for (const Model& model : models())
        std::printf("%s\n", std::string(model.name).c_str());
    return {};
}

format::Result<void> listBoards(const Command& /*command*/)
{
    for (const std::string& variant : boardVariants())
        std::printf("%s\n", variant.c_str());
    return {};
}

format::Result<void> run(int count, char** arguments)
{
    const Verb verbs[] = {{"board", std::string("tree truth ") + kBoardOptions, runBoard},
                          {"train", "tree model batch steps seconds seed ops truth", runTraining},
                          {"load", "tree seconds seed", runLoad},
                          {"models", "", listModels},
                          {"boards", "", listBoards}};
    for (const Verb& verb : verbs) {
        if (count > 1 && std::strcmp(arguments[1], verb.name) == 0)
            return verb.run(TRY(Command::fromArguments(count, arguments, verb.options)));
    }
    return format::failure(format::Error::Code::Usage,
                           count > 1 ? std::string(arguments[1]) + " is not a command; see --help" : "see --help");
}

} // namespace

} // namespace stepscope::simulator

int main(int count, char** arguments)
{
    using namespace stepscope;
    if (std::string_view(arguments[0]).ends_with("/nvpmodel"))
        return simulator::runNvpmodel(count, arguments);
    if (count > 1 && std::strcmp(arguments[1], "--help") == 0) {
        std::fputs(simulator::kUsage, stdout);
        return 0;
    }
    simulator::installEndHandlers();
    const auto done = simulator::run(count, arguments);
    if (done.ok())
        return 0;
    std::fprintf(stderr, "stepscope-virtual-tx2: %s\n", done.error().text.c_str());
    return done.error().code == format::Error::Code::Usage ? 2 : 1;
}
