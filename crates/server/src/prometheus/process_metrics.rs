//! Metrics of this process, under the names of the official Prometheus clients. Linux only.

use std::fs;

/// The names of the metrics.
#[cfg(test)]
pub(crate) const PROCESS_METRICS: [&str; 5] = [
    "process_cpu_seconds_total",
    "process_resident_memory_bytes",
    "process_open_fds",
    "process_max_fds",
    "process_threads",
];

/// Name, type, help text and value of each metric that the system provides.
pub(crate) fn metrics() -> Vec<(&'static str, &'static str, &'static str, f64)> {
    let mut metrics = Vec::new();
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The second field is a name in parentheses that may contain anything.
    let fields: Vec<f64> = stat
        .rsplit(')')
        .next()
        .unwrap_or_default()
        .split_whitespace()
        .map(|field| field.parse().unwrap_or(0.0))
        .collect();
    // Counted from the third field of proc_pid_stat(5): utime, stime, num_threads, rss.
    if let [user, system] = [11, 12].map(|at| fields.get(at).copied())
        && let (Some(user), Some(system)) = (user, system)
    {
        let ticks = clock_ticks();
        let help = "CPU time in user and kernel mode.";
        metrics.push(("process_cpu_seconds_total", "counter", help, (user + system) / ticks));
    }
    if let Some(pages) = fields.get(21) {
        let help = "Resident memory.";
        metrics.push(("process_resident_memory_bytes", "gauge", help, pages * page_size()));
    }
    if let Some(threads) = fields.get(17) {
        metrics.push(("process_threads", "gauge", "Threads.", *threads));
    }
    if let Ok(open) = fs::read_dir("/proc/self/fd") {
        metrics.push(("process_open_fds", "gauge", "Open files.", open.count() as f64));
    }
    let limits = fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let most = limits.lines().find_map(|line| line.strip_prefix("Max open files"));
    let most = most.and_then(|rest| rest.split_whitespace().next()?.parse().ok());
    if let Some(most) = most {
        metrics.push(("process_max_fds", "gauge", "Maximum number of open files.", most));
    }
    metrics
}

#[cfg(unix)]
fn clock_ticks() -> f64 {
    rustix::param::clock_ticks_per_second() as f64
}

#[cfg(unix)]
fn page_size() -> f64 {
    rustix::param::page_size() as f64
}

// Elsewhere there is no /proc to read.
#[cfg(not(unix))]
fn clock_ticks() -> f64 {
    1.0
}

#[cfg(not(unix))]
fn page_size() -> f64 {
    1.0
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn all_metrics_are_available_on_linux() {
        let metrics = metrics();
        for name in PROCESS_METRICS {
            let found = metrics.iter().find(|figure| figure.0 == name);
            let (.., value) = found.unwrap_or_else(|| panic!("{name} is missing"));
            assert!(*value >= 0.0 && value.is_finite(), "{name} is {value}");
        }
        let memory = metrics.iter().find(|figure| figure.0 == "process_resident_memory_bytes");
        assert!(memory.expect("memory").3 > 1e6, "{memory:?}");
    }
}
