#include "analysis/query/queryexamples.h"

namespace stepscope::analysis {

const std::vector<QueryExample>& queryExamples()
{
    static const std::vector<QueryExample> kExamples = {
        {"Slowest instances of the op with the most self time",
         R"(SELECT op, shapes, step, duration_ns, start_ns, end_ns, lane FROM spans
WHERE op = (SELECT op FROM ops GROUP BY op ORDER BY sum(self_ns) DESC LIMIT 1)
ORDER BY duration_ns DESC LIMIT 20)"},
        {"Joules per step of each rail",
         R"(SELECT step, rail, energy(rail, start_ns, end_ns) AS joules, start_ns, end_ns
FROM steps, rails ORDER BY step, joules DESC)"},
        {"Mean power of the GPU while an op runs",
         R"(SELECT op, count(*) AS count,
  sum(energy((SELECT rail FROM rails WHERE role = 'gpu'), start_ns, end_ns)) * 1e9 / sum(duration_ns) AS watts
FROM spans GROUP BY op ORDER BY watts DESC)"},
        {"Time between steps",
         R"(SELECT step, start_ns - lag(end_ns) OVER before AS gap_ns, lag(end_ns) OVER before AS start_ns, start_ns AS end_ns
FROM steps WINDOW before AS (ORDER BY steps.start_ns) ORDER BY gap_ns DESC LIMIT 20)"},
        {"Ops of each layer",
         R"(SELECT module, count(DISTINCT op) AS ops, sum(count) AS count, sum(self_ns) / 1e6 AS self_ms
FROM ops GROUP BY module ORDER BY self_ms DESC)"},
        {"Utilization of each core in steps with and without tracing",
         R"(SELECT channel, traced, count(*) AS steps, avg(mean(channel_id, start_ns, end_ns)) AS utilization
FROM channels, steps WHERE quantity = 'cpu.utilization' GROUP BY channel, traced)"},
        {"Delay from a launch to its kernel",
         R"(SELECT to_op, count(*) AS count, median(delay_ns) AS median_ns, percentile(delay_ns, 95) AS p95_ns, max(delay_ns) AS max_ns
FROM links GROUP BY to_op ORDER BY count DESC)"},
        {"Peak of memory in each step",
         R"(SELECT step, max(value) AS peak_bytes, start_ns, end_ns FROM steps
JOIN samples ON quantity = 'memory.used' AND time_ns >= start_ns AND time_ns < end_ns GROUP BY step)"},
        {"Throughput in each minute",
         R"(SELECT CAST(start_s / 60 AS INTEGER) AS minute, count(*) AS steps, avg(duration_ns) / 1e6 AS step_ms,
  sum(samples) * 1e9 / sum(duration_ns) AS samples_per_s
FROM steps GROUP BY minute)"},
        {"Longest gaps without a span on a thread or stream",
         R"(SELECT lane, idle_ns AS start_ns, start_ns AS end_ns, start_ns - idle_ns AS gap_ns FROM (
  SELECT lane, start_ns, max(end_ns) OVER (PARTITION BY lane_id ORDER BY start_ns
    ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS idle_ns FROM spans WHERE depth = 0)
ORDER BY gap_ns DESC LIMIT 20)"},
    };
    return kExamples;
}

} // namespace stepscope::analysis
