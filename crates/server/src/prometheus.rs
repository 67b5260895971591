//! Metrics for Prometheus: their names and help texts, and the `/metrics` page.

mod process_metrics;

use std::fmt::Write;
use std::sync::OnceLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use bosworth_table::EndReason;
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

/// The type of a metric.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MetricKind {
    /// A value that only grows.
    Counter,
    /// A counter for each value of a label.
    LabelledCounter(&'static str, &'static [&'static str]),
    /// A current value.
    Gauge,
    /// A distribution of durations, in seconds.
    Histogram,
}

use MetricKind::{Counter, Gauge, Histogram, LabelledCounter};

/// Every metric of this program, with its `HELP` text.
pub const METRICS: &[(&str, MetricKind, &str)] = &[
    ("bosworth_build_info", Gauge, "The running version; the value is always 1."),
    ("bosworth_clock_corrections_total", Counter, "Corrections of the service time."),
    ("bosworth_commit_seconds", Histogram, "Time to commit a batch of log entries."),
    ("bosworth_conflicts_total", Counter, "Appends that lost the race to another node."),
    ("bosworth_connections", Gauge, "Open websockets."),
    (
        "bosworth_connections_discarded_total",
        Counter,
        "Database connections closed in an unknown state.",
    ),
    ("bosworth_connections_evicted_total", Counter, "Idle connections closed to make room."),
    ("bosworth_connections_refused_total", Counter, "Connections refused because of a limit."),
    ("bosworth_damaged_logs_total", Counter, "Damaged logs found."),
    (
        "bosworth_delivery_seconds",
        Histogram,
        "Time from a player's command until its entry is queued for everyone at the table.",
    ),
    ("bosworth_engine_seconds", Histogram, "Time until the engine chose an action."),
    ("bosworth_entries_total", Counter, "Log entries made durable by this node."),
    ("bosworth_failed_logins_total", Counter, "Logins with a wrong name or password."),
    (
        "bosworth_games_ended_total",
        LabelledCounter("reason", &EndReason::NAMES),
        "Games that ended, by reason.",
    ),
    ("bosworth_games_opened_total", Counter, "Games created."),
    ("bosworth_mail_seconds", Histogram, "Response time of the mail server."),
    (
        "bosworth_mails_total",
        LabelledCounter("result", &["accepted", "refused", "later"]),
        "Mails handed to the mail server, by result.",
    ),
    (
        "bosworth_notices_lost_total",
        Counter,
        "Times when notices of other nodes may have been lost.",
    ),
    (
        "bosworth_notifications_given_up_total",
        LabelledCounter("why", &["stale", "tries"]),
        "Notifications that could not be delivered, by reason.",
    ),
    ("bosworth_open_connections", Gauge, "Open TCP connections."),
    ("bosworth_push_seconds", Histogram, "Response time of push services."),
    (
        "bosworth_pushes_total",
        LabelledCounter("result", &["accepted", "gone", "refused", "later"]),
        "Messages sent to push services, by result.",
    ),
    ("bosworth_ready", Gauge, "Whether the database accepts writes: 1 or 0."),
    ("bosworth_reports_total", Counter, "Reports by players."),
    ("bosworth_request_seconds", Histogram, "Time to the head of an HTTP response, by status."),
    ("bosworth_review_seconds", Histogram, "Time to review a rated game."),
    ("bosworth_slow_readers_total", Counter, "Connections closed because the client did not read."),
    ("bosworth_tables", Gauge, "Tables open at this node."),
    ("bosworth_takeovers_total", Counter, "Takeovers from dead nodes."),
    ("bosworth_tasks_dropped_total", Counter, "Engine jobs dropped because the queue was full."),
];

/// Upper bounds of the histogram buckets, in seconds: from a commit on a fast disk to the slowest
/// engine level.
const BUCKETS: [f64; 14] =
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

/// The recorder of this process, shared by all servers in it.
fn recorder() -> &'static PrometheusHandle {
    static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
    HANDLE.get_or_init(|| {
        let mut builder = PrometheusBuilder::new();
        for (name, kind, _) in METRICS {
            if *kind == Histogram {
                let matcher = Matcher::Full((*name).into());
                builder =
                    builder.set_buckets_for_metric(matcher, &BUCKETS).expect("there are buckets");
            }
        }
        let recorder = builder.build_recorder();
        let handle = recorder.handle();
        // The embedding program may have installed a recorder already, which is then used.
        let _ = metrics::set_global_recorder(recorder);
        for (name, kind, help) in METRICS {
            match kind {
                Counter | LabelledCounter(..) => metrics::describe_counter!(*name, *help),
                Gauge => metrics::describe_gauge!(*name, *help),
                Histogram => metrics::describe_histogram!(*name, *help),
            }
        }
        register_counters();
        metrics::gauge!("bosworth_build_info", "version" => env!("CARGO_PKG_VERSION")).set(1.0);
        handle
    })
}

/// Exports every counter as 0. A counter that appeared with its first event, as 1, would have no
/// increase, and an alert on it would never fire.
fn register_counters() {
    for &(name, kind, _) in METRICS {
        match kind {
            Counter => metrics::counter!(name).increment(0),
            LabelledCounter(label, values) => {
                for &value in values {
                    metrics::counter!(name, label => value).increment(0);
                }
            }
            Gauge | Histogram => {}
        }
    }
}

/// Counts an event in the counter of a label's value. The value must be listed in [`METRICS`].
pub(crate) fn count_by_label(name: &'static str, value: &'static str) {
    let kind = METRICS.iter().find(|metric| metric.0 == name).map(|metric| metric.1);
    let Some(LabelledCounter(label, values)) = kind else {
        debug_assert!(false, "{name} has no label");
        return;
    };
    debug_assert!(values.contains(&value), "{value} is not a known {label} of {name}");
    metrics::counter!(name, label => value).increment(1);
}

/// Installs the recorder. Anything counted before is lost.
pub(crate) fn install() {
    started();
    recorder();
}

/// Aggregates the samples of histograms, which would otherwise pile up between scrapes.
pub(crate) fn run_upkeep() {
    recorder().run_upkeep();
}

/// Records the duration since a moment in a histogram.
pub(crate) fn record_duration(name: &'static str, since: Instant) {
    metrics::histogram!(name).record(since.elapsed().as_secs_f64());
}

/// When this process installed its metrics, as an approximation of its start.
fn started() -> f64 {
    static STARTED: OnceLock<Duration> = OnceLock::new();
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    STARTED.get_or_init(now).as_secs_f64()
}

/// All metrics as text, those of the process included.
pub(crate) async fn page() -> String {
    let mut page = recorder().render();
    let mut put = |name: &str, kind: &str, help: &str, value: f64| {
        let _ = write!(page, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}\n\n");
    };
    put("process_start_time_seconds", "gauge", "Start of the process since 1970.", started());
    for (name, kind, help, value) in process_metrics::metrics() {
        put(name, kind, help, value);
    }
    page
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::*;

    /// The names of metrics in a text.
    fn names(text: &str) -> BTreeSet<String> {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let words = text.split(|c| !is_part(c));
        let meant = |word: &&str| word.starts_with("bosworth_") || word.starts_with("process_");
        words.filter(meant).map(str::to_owned).collect()
    }

    fn known() -> BTreeSet<String> {
        let mut known: BTreeSet<String> =
            process_metrics::PROCESS_METRICS.iter().map(|&name| name.into()).collect();
        known.insert("process_start_time_seconds".into());
        for (name, kind, _) in METRICS {
            known.insert((*name).into());
            if *kind == Histogram {
                known.extend(["bucket", "sum", "count"].map(|end| format!("{name}_{end}")));
            }
        }
        known
    }

    fn read(folder: &Path, found: &mut String) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("a file").path();
            if path.is_dir() {
                read(&path, found);
            } else if !path.ends_with("prometheus.rs") {
                *found += &fs::read_to_string(&path).unwrap_or_default();
            }
        }
    }

    #[test]
    fn every_metric_is_described_and_every_description_is_used() {
        let mut sources = String::new();
        read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut sources);
        let quoted = |name: &str| sources.contains(&format!("\"{name}\""));
        for (name, _, help) in METRICS {
            assert!(*name == "bosworth_build_info" || quoted(name), "{name} is never measured");
            assert!(help.ends_with('.'), "{name}");
        }
        let calls = [
            "counter!(\"",
            "gauge!(\"",
            "histogram!(\"",
            "record_duration(\"",
            "count_by_label(\"",
        ];
        for call in calls {
            for rest in sources.split(call).skip(1) {
                let name = rest.split('"').next().expect("a name");
                assert!(METRICS.iter().any(|metric| metric.0 == name), "{name} has no description");
            }
        }
    }

    #[test]
    fn the_dashboard_and_the_alerts_name_metrics_that_exist() {
        let ops = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ops");
        for file in ["grafana.json", "alerts.yml"] {
            let text = fs::read_to_string(ops.join(file)).expect("a file");
            let named = names(&text);
            assert!(named.len() > 5, "{file} names {named:?}");
            let unknown: Vec<_> = named.difference(&known()).cloned().collect();
            assert!(unknown.is_empty(), "{file} names {unknown:?}");
        }
        let dashboard = fs::read_to_string(ops.join("grafana.json")).expect("a file");
        serde_json::from_str::<serde_json::Value>(&dashboard).expect("JSON");
    }

    #[tokio::test]
    async fn every_counter_is_exported_from_the_start() {
        install();
        let page = page().await;
        for &(name, kind, _) in METRICS {
            let series: Vec<String> = match kind {
                Counter => vec![format!("{name} ")],
                LabelledCounter(label, values) => {
                    values.iter().map(|value| format!("{name}{{{label}=\"{value}\"}} ")).collect()
                }
                Gauge | Histogram => continue,
            };
            for start in series {
                assert!(page.lines().any(|line| line.starts_with(&start)), "{start} is missing");
            }
        }
    }

    #[tokio::test]
    async fn every_metric_on_the_page_has_help_and_type() {
        install();
        metrics::counter!("bosworth_games_opened_total").increment(1);
        record_duration("bosworth_commit_seconds", Instant::now());
        let page = page().await;
        for line in page.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
            let name = line.split(['{', ' ']).next().expect("a name");
            assert!(known().contains(name), "{line}");
            let base = ["_bucket", "_sum", "_count"]
                .iter()
                .find_map(|end| name.strip_suffix(end))
                .unwrap_or(name);
            for word in ["HELP", "TYPE"] {
                assert!(page.contains(&format!("# {word} {base} ")), "{word} of {name}: {page}");
            }
        }
        assert!(page.contains("bosworth_commit_seconds_bucket{le=\"0.0005\"}"), "{page}");
        assert!(page.contains("bosworth_build_info{version="), "{page}");
    }
}
