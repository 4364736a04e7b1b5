#pragma once

#include "tests/support/boardtree.h"

#include <string>
#include <sys/stat.h>

namespace stepscope::testing {

/// Stands for nvpmodel: sets the state file and the limits of the GPU by the mode, as the real one does. Fails if the
/// tree has a file "broken", and asks for a restart, without setting the mode, if it has a file "restart".
inline constexpr const char* kNvpmodel = R"script(#!/bin/sh
tree=$(cd "$(dirname "$0")/../.." && pwd)
status=$tree/var/lib/nvpmodel/status
gpu=$tree/sys/class/devfreq/17000000.gp10b
case $1 in
-q) id=$(sed 's/pmode:0*\([0-9]\).*/\1/' "$status")
    echo "NV Power Mode: mode $id"; echo "$id"; exit 0;;
-m) [ -e "$tree/broken" ] && { echo "NVPM ERROR: failed to set power mode"; exit 1; }
    [ -e "$tree/restart" ] && { echo "NVPM WARN: Reboot required"; exit 0; }
    case $2 in 0) highest=1300500000;; 1) highest=828750000;; 3) highest=1134750000;; *) exit 2;; esac
    printf 'pmode:000%s fmode:fanNull\n' "$2" > "$status"
    echo 114750000 > "$gpu/min_freq"; echo "$highest" > "$gpu/max_freq"; exit 0;;
esac
exit 2
)script";

/// Stands for jetson_clocks: fixes, stores and restores the limits of the GPU and of the two clocks of the cores.
inline constexpr const char* kJetsonClocks = R"script(#!/bin/sh
tree=$(cd "$(dirname "$0")/../.." && pwd)
echo "$*" >> "$tree/jetson_clocks.log"
files=$(ls "$tree"/sys/devices/system/cpu/cpufreq/policy*/scaling_m??_freq "$tree"/sys/class/devfreq/*/m??_freq)
case $1 in
--show) exit 0;;
--store) [ -e "$2" ] && exit 1
    for file in $files; do echo "$file $(cat "$file")"; done > "$2";;
--restore) while read -r file value; do echo "$value" > "$file"; done < "$2";;
'') for file in $files; do
        case $file in *min_freq) cat "$(echo "$file" | sed 's/min_freq/max_freq/')" > "$file";; esac
    done;;
esac
)script";

/// Stands for `sudo -n`: refuses if the tree has a file "password"; else runs the program with the files writable.
inline constexpr const char* kSudo = R"script(#!/bin/sh
tree=$(cd "$(dirname "$0")/../.." && pwd)
[ "$1" = -n ] || exit 1
shift
[ -e "$tree/password" ] && { echo "sudo: a password is required" >&2; exit 1; }
files="$tree/var/lib/nvpmodel/status $(find "$tree/sys" -name '*_freq')"
chmod u+w $files
"$@"
result=$?
chmod a-w $files
exit $result
)script";

inline void writeProgram(BoardTree& tree, const std::string& path, const char* text)
{
    tree.write(path, text);
    chmod((tree.root() + path).c_str(), 0755);
}

/// A Jetson TX2 in the mode MAXP_CORE_ARM with clocks whose limits can be set, and nvpmodel.
inline void makePowerTx2(BoardTree& tree)
{
    tree.makeTx2();
    tree.write("/etc/nvpmodel.conf", "< POWER_MODEL ID=0 NAME=MAXN >\nCPU_ONLINE CORE_0 1\n"
                                     "< POWER_MODEL ID=1 NAME=MAXQ >\n< POWER_MODEL ID=3 NAME=MAXP_CORE_ARM >\n"
                                     "< PM_CONFIG DEFAULT=3 >\n");
    tree.write("/var/lib/nvpmodel/status", "pmode:0003 fmode:fanNull\n");
    for (const char* policy : {"policy0", "policy1"}) {
        const std::string folder = std::string("/sys/devices/system/cpu/cpufreq/") + policy;
        tree.write(folder + "/scaling_min_freq", "345600\n");
        tree.write(folder + "/scaling_max_freq", "2035200\n");
        tree.write(folder + "/scaling_available_frequencies", "345600 1420800 2035200 \n");
    }
    const std::string gpu = "/sys/class/devfreq/17000000.gp10b";
    tree.write(gpu + "/min_freq", "114750000\n");
    tree.write(gpu + "/max_freq", "1134750000\n");
    tree.write(gpu + "/available_frequencies", "114750000 828750000 1134750000 1300500000\n");
    writeProgram(tree, "/usr/sbin/nvpmodel", kNvpmodel);
}

} // namespace stepscope::testing
