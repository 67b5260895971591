use std::ffi::OsString;
use std::fmt;
use std::path::Path;

use anyhow::{Context, Result, bail};

use super::ServerFlag;
use crate::serve::settings::{FLAGS, ServerSettings};

/// The variable with the defaults of a service manager or a container image, which a settings file
/// overrides: `port = 80, address = '0.0.0.0'`.
pub(crate) const DEFAULTS_VARIABLE: &str = "BOSWORTH_DEFAULTS";

/// Where the value of a setting comes from, in order of precedence.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum SettingSource {
    /// [`DEFAULTS_VARIABLE`].
    Defaults,
    /// The settings file.
    File(String),
    /// The variable of the setting.
    Environment,
    CommandLine,
}

/// A value that was given for a setting.
#[derive(Clone)]
struct GivenValue {
    flag: &'static ServerFlag,
    value: OsString,
    source: SettingSource,
}

impl fmt::Display for GivenValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.source {
            SettingSource::Defaults => write!(f, "{} in {DEFAULTS_VARIABLE}", self.flag.name),
            SettingSource::File(path) => write!(f, "{} in {path}", self.flag.name),
            SettingSource::Environment => f.write_str(self.flag.variable),
            SettingSource::CommandLine => write!(f, "--{}", self.flag.name),
        }
    }
}

/// All values that were given, from all sources. An empty value counts as unset, so that a variable
/// can be overridden by setting it to nothing.
#[derive(Clone, Default)]
pub(crate) struct GivenSettings(Vec<GivenValue>);

impl GivenSettings {
    pub(super) fn add(
        &mut self,
        flag: &'static ServerFlag,
        value: OsString,
        source: SettingSource,
    ) {
        if !value.is_empty() {
            self.0.push(GivenValue { flag, value, source });
        }
    }

    /// Adds the valid values of a settings file. Fails if there are others.
    pub(crate) fn add_file(&mut self, path: &Path) -> Result<()> {
        let text = std::fs::read_to_string(path);
        let text = text.with_context(|| format!("cannot read {}", path.display()))?;
        let path = path.display().to_string();
        let invalid = format!("invalid settings in {path}");
        let table = toml::from_str(&text).map_err(Into::into);
        let added = table.and_then(|table| self.add_table(table, &SettingSource::File(path)));
        added.context(invalid)
    }

    /// Adds the defaults of a service manager or a container image, if there are any.
    pub(crate) fn add_defaults(&mut self) -> Result<()> {
        let text = std::env::var(DEFAULTS_VARIABLE).unwrap_or_default();
        self.add_inline(&text).with_context(|| format!("invalid settings in {DEFAULTS_VARIABLE}"))
    }

    fn add_inline(&mut self, text: &str) -> Result<()> {
        let mut document: toml::Table = toml::from_str(&format!("defaults = {{ {text} }}"))?;
        match document.remove("defaults") {
            Some(toml::Value::Table(table)) if document.is_empty() => {
                self.add_table(table, &SettingSource::Defaults)
            }
            _ => bail!("not a list such as port = 80, address = '0.0.0.0'"),
        }
    }

    fn add_table(&mut self, mut table: toml::Table, source: &SettingSource) -> Result<()> {
        let mut faults = Vec::new();
        for flag in &FLAGS {
            if let Some(value) = table.remove(flag.name) {
                match checked(flag, &value) {
                    Ok(value) => self.add(flag, value, source.clone()),
                    Err(why) => faults.push(format!("{why:#}")),
                }
            }
        }
        if !table.is_empty() {
            let unknown: Vec<_> = table.keys().map(|name| format!("{name:?}")).collect();
            let known: Vec<_> = FLAGS.iter().map(|flag| flag.name).collect();
            let (unknown, known) = (unknown.join(", "), known.join(", "));
            faults.push(format!("unknown setting {unknown}; the settings are {known}"));
        }
        if faults.is_empty() {
            return Ok(());
        }
        bail!(faults.join("\n"))
    }

    /// The values of a setting: the effective one, then those that it overrides. In one source, a
    /// value takes precedence over a file with it.
    fn of(&self, setting: &str) -> Vec<&GivenValue> {
        let values = self.0.iter().filter(|given| given.flag.setting() == setting);
        let mut values: Vec<_> = values.collect();
        values.sort_by_key(|given| {
            let is_file = given.flag.name != setting;
            (std::cmp::Reverse(&given.source), is_file)
        });
        values
    }

    /// Whether a setting has a value from any source.
    pub(crate) fn has(&self, setting: &str) -> bool {
        !self.of(setting).is_empty()
    }

    /// The effective settings, and the defaults for all others.
    pub(crate) fn settings(&self) -> Result<ServerSettings> {
        let mut settings = ServerSettings::default();
        for flag in &FLAGS {
            if let Some(given) = self.of(flag.setting()).first() {
                given.flag.apply(&mut settings, &given.value).context(given.flag.name)?;
            }
        }
        Ok(settings)
    }

    /// The effective value of a setting and where it comes from, as people read them.
    pub(crate) fn effective(&self, flag: &ServerFlag) -> (String, String) {
        let default = || flag.default.unwrap_or_else(|| flag.without_default()).to_owned();
        let values = self.of(flag.setting());
        let Some(given) = values.first() else { return (default(), "default".into()) };
        if given.flag.name != flag.name {
            // The other row of the setting has it.
            return if flag.is_secret() {
                ("yes".into(), given.to_string())
            } else {
                (default(), "default".into())
            };
        }
        let value = if flag.is_secret() {
            "yes".into()
        } else {
            match (&flag.value, given.value.to_str()) {
                (super::FlagType::Switch(_), Some("true")) => "yes".into(),
                (super::FlagType::Switch(_), _) => "no".into(),
                _ => given.value.to_string_lossy().into_owned(),
            }
        };
        (value, given.to_string())
    }

    /// The settings whose effective values differ from others.
    pub(crate) fn changes(&self, others: &Self) -> Vec<&'static str> {
        let effective = |given: &Self, name| {
            given.of(name).first().map(|given| (given.flag.name, given.value.clone()))
        };
        let settings = FLAGS.iter().map(|flag| flag.name);
        settings.filter(|name| effective(self, name) != effective(others, name)).collect()
    }

    /// A warning for each value that is overridden by another one. Defaults are there to be
    /// overridden.
    pub(crate) fn conflicts(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        for flag in FLAGS.iter().filter(|flag| flag.setting() == flag.name) {
            let values = self.of(flag.name);
            let Some((effective, others)) = values.split_first() else { continue };
            let differs = |other: &&&GivenValue| {
                other.source != SettingSource::Defaults
                    && (other.flag.name != effective.flag.name || other.value != effective.value)
            };
            for other in others.iter().filter(differs) {
                warnings.push(format!("{effective} overrides {other}"));
            }
        }
        warnings
    }
}

/// The value of a setting in a file, if it is valid.
fn checked(flag: &ServerFlag, value: &toml::Value) -> Result<OsString> {
    let value = flag.written(value)?;
    flag.apply(&mut ServerSettings::default(), &value).context(flag.name)?;
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flag(name: &str) -> &'static ServerFlag {
        FLAGS.iter().find(|flag| flag.name == name).expect("a flag")
    }

    /// Values in a file, in variables and on the command line, in this order.
    fn given(file: &str, variables: &[(&str, &str)], flags: &[(&str, &str)]) -> GivenSettings {
        let mut given = GivenSettings::default();
        let table = toml::from_str(file).expect("TOML");
        given.add_table(table, &SettingSource::File("b.toml".into())).expect("a valid file");
        for (values, source) in
            [(variables, SettingSource::Environment), (flags, SettingSource::CommandLine)]
        {
            for (name, value) in values {
                given.add(flag(name), value.into(), source.clone());
            }
        }
        given
    }

    fn database(given: &GivenSettings) -> String {
        format!("{:?}", given.settings().expect("settings").database.expect("a database"))
    }

    #[test]
    fn a_higher_source_takes_precedence_also_over_a_file_with_the_value() {
        let file = "database = 'a'\ndatabase-file = 'b'\n";
        assert_eq!(database(&given(file, &[], &[])), "Value(\"a\")");
        let flag = given(file, &[("database", "d")], &[("database-file", "c")]);
        assert_eq!(database(&flag), "File(\"c\")");
        let both = [("database", "d"), ("database-file", "c")];
        assert_eq!(database(&given(file, &both, &[])), "Value(\"d\")");
        // Set to nothing.
        let empty = [("database", ""), ("database-file", "c")];
        assert_eq!(database(&given(file, &empty, &[])), "File(\"c\")");
    }

    #[test]
    fn the_file_overrides_the_defaults_of_the_service() {
        let mut given = given("database = 'mine'", &[], &[]);
        given.add_inline("database = 'theirs', port = 80").expect("valid defaults");
        assert_eq!(database(&given), "Value(\"mine\")");
        assert_eq!(given.effective(flag("database")), ("yes".into(), "database in b.toml".into()));
        let port = ("80".into(), "port in BOSWORTH_DEFAULTS".into());
        assert_eq!(given.effective(flag("port")), port);
        assert!(given.conflicts().is_empty(), "{:?}", given.conflicts());
    }

    #[test]
    fn a_value_that_beats_another_one_is_reported() {
        let file = "port = 80\nlog = 'info'\nmail = 'smtp://localhost'\n";
        let given = given(file, &[("port", "81"), ("mail-file", "m")], &[("log", "info")]);
        let expected = [
            "BOSWORTH_PORT overrides port in b.toml",
            "BOSWORTH_MAIL_FILE overrides mail in b.toml",
        ];
        assert_eq!(given.conflicts(), expected);
    }

    #[test]
    fn invalid_lines_of_a_file_name_the_setting() {
        for (file, part) in [
            ("prot = 80", "unknown setting \"prot\"; the settings are port, address, "),
            ("port = '80'", "port is a number"),
            ("port = 70000", "port: "),
            ("trust-proxy = 'no'", "trust-proxy is true or false"),
            ("site = true", "site is a text in quotation marks"),
            ("address = 'he re'", "address: "),
            ("weekly-event = 'sometimes'", "weekly-event: "),
        ] {
            let source = SettingSource::File("b.toml".into());
            let table = toml::from_str(file).expect("TOML");
            let why = GivenSettings::default().add_table(table, &source).expect_err(file);
            let why = format!("{why:#}");
            assert!(why.starts_with(part), "{file}: {why}");
        }
    }

    #[test]
    fn all_faults_of_a_file_are_told_at_once() {
        let table = toml::from_str("prot = 80\nport = 70000\nsite = true").expect("TOML");
        let source = SettingSource::File("b.toml".into());
        let why = GivenSettings::default().add_table(table, &source).expect_err("three faults");
        let lines: Vec<_> = why.to_string().lines().map(str::to_owned).collect();
        assert_eq!(lines.len(), 3, "{why}");
        for (line, part) in lines.iter().zip(["port: ", "site is a text", "unknown setting"]) {
            assert!(line.starts_with(part), "{why}");
        }
    }

    #[test]
    fn effective_values_are_shown_without_secrets() {
        let given = given("no-limits = true", &[], &[("mail", "smtps://me:secret@host")]);
        let shown = |name: &str| given.effective(flag(name));
        assert_eq!(shown("mail"), ("yes".into(), "--mail".into()));
        assert_eq!(shown("no-limits"), ("yes".into(), "no-limits in b.toml".into()));
        assert_eq!(shown("trust-proxy"), ("no".into(), "default".into()));
        assert_eq!(shown("port"), ("1485".into(), "default".into()));
        assert_eq!(shown("site"), ("none".into(), "default".into()));
    }
}
