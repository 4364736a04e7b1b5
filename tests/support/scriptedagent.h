#pragma once

#include <QByteArray>

namespace stepscope::tests {

/// A shell script that acts as the agent, for tests of the link. Its only run is "run-1", with the recording
/// ~/recording, which ends once ~/ended exists. `list` prints ~/list.json; `start` writes its arguments, each
/// terminated by a NUL, to ~/arguments; `attach` writes its process number to ~/attach-process.
inline QByteArray scriptedAgent()
{
    return R"sh(#!/bin/sh
follow() {
    at=$1
    while :; do
        [ -e "$HOME/ended" ] && last=1
        size=$(stat -c %s "$HOME/recording")
        [ "$size" -gt "$at" ] && tail -c +$((at + 1)) "$HOME/recording" | head -c $((size - at))
        at=$size
        [ -n "$last" ] && exit 0
        sleep 0.02
    done
}
case $1 in
--version) echo "stepscope-agent 9.9 (scripted)" ;;
probe) printf '{"device":{"model":"scripted"},"sysroot":"%s"}\n' "$3" ;;
start)
    shift
    printf '%s\0' "$@" >"$HOME/arguments"
    echo '{"run":"run-1","spool":"/spool/recording.stepscope","pid":123}'
    ;;
list) cat "$HOME/list.json" ;;
attach)
    [ "$2" = run-1 ] || { echo "no such run: $2" >&2; exit 1; }
    echo $$ >"$HOME/attach-process"
    follow "$4"
    ;;
stop) echo "{\"run\":\"$2\",\"state\":\"ended\"}" ;;
remove) echo '{"error":"the run is still going; stop it first"}'; exit 1 ;;
*) echo "usage: stepscope-agent COMMAND" >&2; exit 2 ;;
esac
)sh";
}

} // namespace stepscope::tests
