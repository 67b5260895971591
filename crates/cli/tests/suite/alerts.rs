//! The alert rules of `ops/alerts.yml`, tested by Debian's `promtool` on the series of a real node.
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command as Process;

use bosworth_client::protocol::{Command, CommandRequest, Credentials, OfferTerms};
use bosworth_client::{Client, fresh_key};
use tempfile::TempDir;

use crate::support::server::Server;

/// How long each course runs, in minutes.
const MINUTES: usize = 40;

/// A series as the node exported it.
struct Series {
    /// The name of the metric with its labels and those that Prometheus adds.
    name: String,
    value: String,
}

impl Series {
    /// A line of `/metrics`.
    fn parse(line: &str) -> Self {
        let (name, value) = line.rsplit_once(' ').expect("a name and a value");
        let (metric, labels) = match name.split_once('{') {
            Some((metric, labels)) => (metric, format!("{},", labels.trim_end_matches('}'))),
            None => (name, String::new()),
        };
        let name = format!("{metric}{{{labels}instance=\"node:1485\",job=\"bosworth\"}}");
        Self { name, value: value.into() }
    }

    fn metric(&self) -> &str {
        self.name.split('{').next().unwrap_or_default()
    }

    /// The upper bound of a histogram's bucket, in seconds.
    fn bound(&self) -> Option<f64> {
        let (_, rest) = self.name.split_once("le=\"")?;
        rest.split('"').next()?.parse().ok()
    }

    /// Its values when nothing happens.
    fn constant(&self) -> String {
        format!("{}+0x{MINUTES}", self.value)
    }

    /// Its values when it grows every minute.
    fn growing(&self, by: u32) -> String {
        format!("{}+{by}x{MINUTES}", self.value)
    }
}

/// What makes an alert fire: the values of the series that change.
type Course = fn(&Series) -> Option<String>;

/// A course in which a series jumps once, by 1.
fn jump(series: &Series) -> String {
    let value: u64 = series.value.parse().expect("a count");
    format!("{value}+0x{} {}+0x{}", MINUTES - 6, value + 1, 5)
}

const COURSES: [(&str, Course); 11] = [
    ("BosworthDown", |it| (it.metric() == "up").then(|| format!("0+0x{MINUTES}"))),
    ("BosworthDatabaseTakesNoChanges", |it| {
        (it.metric() == "bosworth_ready").then(|| format!("0+0x{MINUTES}"))
    }),
    ("BosworthCommitsAreSlow", |it| {
        (it.metric() == "bosworth_commit_seconds_bucket" && it.bound() > Some(0.5))
            .then(|| it.growing(60))
    }),
    ("BosworthDeliveryIsSlow", |it| {
        (it.metric() == "bosworth_delivery_seconds_bucket" && it.bound() > Some(1.0))
            .then(|| it.growing(60))
    }),
    ("BosworthEngineIsBehind", |it| {
        (it.metric() == "bosworth_tasks_dropped_total").then(|| it.growing(5))
    }),
    ("BosworthPasswordsAreGuessed", |it| {
        (it.metric() == "bosworth_failed_logins_total").then(|| it.growing(90))
    }),
    ("BosworthRefusesConnections", |it| {
        (it.metric() == "bosworth_connections_refused_total").then(|| it.growing(400))
    }),
    ("BosworthRunsOutOfFiles", |it| match it.metric() {
        "process_open_fds" => Some(format!("900+0x{MINUTES}")),
        "process_max_fds" => Some(format!("1024+0x{MINUTES}")),
        _ => None,
    }),
    ("BosworthDamagedLog", |it| (it.metric() == "bosworth_damaged_logs_total").then(|| jump(it))),
    ("BosworthNodeDied", |it| (it.metric() == "bosworth_takeovers_total").then(|| jump(it))),
    // Half of them for each reason.
    ("BosworthNotificationsGivenUp", |it| {
        (it.metric() == "bosworth_notifications_given_up_total").then(|| it.growing(1))
    }),
];

/// The series of a node on which a game has begun.
async fn recorded() -> Vec<Series> {
    let folder = TempDir::new().expect("a folder");
    let server = Server::start(folder.path());
    let mut client = Client::new(&server.url).expect("an address");
    client.register(&Credentials::new("anna", "a white rose")).await.expect("an account");
    let terms = OfferTerms {
        ruleset: "classic".into(),
        clock: "5+3".parse().expect("a clock"),
        rated: false,
        side: None,
    };
    let game = client.computer(1, &terms).await.expect("a game");
    let command = Command::Ready { nonce: "lancaster".into() };
    let ready = CommandRequest { key: fresh_key(), command };
    client.command(game, &ready).await.expect("an answer");
    let page = client.text("/metrics").await.expect("metrics");
    let lines = page.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.chain(["up 1"]).map(Series::parse).collect()
}

fn case(series: &[Series], changed: impl Fn(&Series) -> Option<String>, expected: &str) -> String {
    let mut text = "  - interval: 1m\n    input_series:\n".to_owned();
    for one in series {
        let values = changed(one).unwrap_or_else(|| one.constant());
        let _ = writeln!(text, "      - {{ series: '{}', values: '{values}' }}", one.name);
    }
    let time = MINUTES - 1;
    text + &format!("    promql_expr_test:\n{expected}").replace("TIME", &format!("{time}m"))
}

/// Whether an alert fires at the end of a course, and no other one.
fn fires(alert: &str) -> String {
    let firing = "ALERTS{alertstate=\"firing\"";
    let count = |rest: &str, number: u32| {
        format!(
            "      - expr: count({firing}{rest}}}) or vector(0)\n        eval_time: TIME\n        \
             exp_samples: [{{ labels: '{{}}', value: {number} }}]\n"
        )
    };
    count(&format!(",alertname=\"{alert}\""), 1) + &count("", 1)
}

#[tokio::test(flavor = "multi_thread")]
async fn every_alert_fires_on_its_cause_and_on_nothing_else() {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ops/alerts.yml");
    let rules = rules.canonicalize().expect("the rules");
    let text = fs::read_to_string(&rules).expect("the rules");
    let alerts = text.lines().filter_map(|line| line.trim().strip_prefix("- alert: "));
    let tested = COURSES.map(|(alert, _)| alert);
    assert_eq!(alerts.collect::<Vec<_>>(), tested, "every rule has a course");

    let series = recorded().await;
    let quiet = "      - expr: count(ALERTS) or vector(0)\n        eval_time: TIME\n        \
                 exp_samples: [{ labels: '{}', value: 0 }]\n";
    let mut tests = case(&series, |_| None, quiet);
    for (alert, course) in COURSES {
        let changes = series.iter().filter_map(course).count();
        assert!(changes > 0, "{alert}: the node does not export what the alert is about");
        tests += &case(&series, course, &fires(alert));
    }
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("tests.yml");
    let head = format!("rule_files: ['{}']\nevaluation_interval: 1m\ntests:\n", rules.display());
    fs::write(&file, head + &tests).expect("a file");
    let output = Process::new("promtool").args(["test", "rules"]).arg(&file).output();
    let output = output.expect("promtool is missing: apt-get install prometheus");
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
}
