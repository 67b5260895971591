//! Settings of the server as rows: a row is a flag, an environment variable and a key in the
//! settings file.

use std::ffi::{OsStr, OsString};
use std::marker::PhantomData;
use std::path::Path;

use anyhow::{Context, Result, bail};
use clap::builder::{BoolishValueParser, OsStringValueParser, TypedValueParser};
use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches, ValueHint};

use crate::serve::settings::{FLAGS, ServerSettings};

/// A setting of the server.
pub(crate) struct ServerFlag {
    /// The name of the flag, and the key in the settings file.
    pub(crate) name: &'static str,
    /// The environment variable.
    pub(crate) variable: &'static str,
    pub(crate) value: FlagType,
    /// What holds without it, as people read it.
    pub(crate) default: Option<&'static str>,
    /// One line without a full stop.
    pub(crate) help: &'static str,
}

/// The type of a value: how it is checked and stored, and the name of the value in the help.
pub(crate) enum FlagType {
    /// The flag alone is a yes.
    Switch(fn(&mut ServerSettings, bool)),
    Number(&'static str, fn(&mut ServerSettings, u64) -> Result<()>),
    /// An empty text counts as unset, so that a variable can be overridden by setting it to nothing.
    Text(&'static str, fn(&mut ServerSettings, &str) -> Result<()>),
    /// A text that may contain a password: it is never printed.
    Secret(&'static str, fn(&mut ServerSettings, &str) -> Result<()>),
    Path(&'static str, fn(&mut ServerSettings, &Path)),
}

impl ServerFlag {
    pub(crate) const fn new(
        name: &'static str,
        variable: &'static str,
        value: FlagType,
        help: &'static str,
    ) -> Self {
        Self { name, variable, value, default: None, help }
    }

    /// States what holds without the flag.
    pub(crate) const fn or(self, default: &'static str) -> Self {
        Self { default: Some(default), ..self }
    }

    /// What to print for a flag that has neither a value nor a default.
    pub(crate) fn without_default(&self) -> &'static str {
        match self.value {
            FlagType::Switch(_) => "no",
            _ => "none",
        }
    }

    /// The flag with its variable.
    fn arg(&'static self) -> Arg {
        let help = match self.default {
            Some(default) => format!("{} [default: {default}]", self.help),
            None => self.help.to_owned(),
        };
        let arg = Arg::new(self.name).long(self.name).env(self.variable).help(help);
        match self.value {
            FlagType::Switch(_) => arg
                .value_parser(BoolishValueParser::new())
                .num_args(0..=1)
                .require_equals(true)
                .default_missing_value("true")
                .value_name("YES|NO"),
            // An error would print the value.
            FlagType::Secret(name, _) => {
                arg.value_parser(OsStringValueParser::new()).hide_env_values(true).value_name(name)
            }
            FlagType::Number(name, _) | FlagType::Text(name, _) => {
                let parser = OsStringValueParser::new();
                arg.value_parser(parser.try_map(|value| self.checked(value))).value_name(name)
            }
            FlagType::Path(name, _) => arg
                .value_parser(OsStringValueParser::new())
                .value_hint(ValueHint::AnyPath)
                .value_name(name),
        }
        .action(ArgAction::Set)
    }

    fn checked(&self, value: OsString) -> Result<OsString, String> {
        match self.apply(&mut ServerSettings::default(), &value) {
            Ok(()) => Ok(value),
            Err(why) => Err(format!("{why:#}")),
        }
    }

    /// Stores a value in the settings. Fails if it is invalid.
    pub(crate) fn apply(&self, settings: &mut ServerSettings, value: &OsStr) -> Result<()> {
        let text = || value.to_str().context("not valid UTF-8");
        if value.is_empty() {
            return Ok(());
        }
        match self.value {
            FlagType::Switch(set) => set(settings, text()?.parse()?),
            FlagType::Number(_, set) => set(settings, text()?.parse()?)?,
            FlagType::Text(_, set) | FlagType::Secret(_, set) => set(settings, text()?)?,
            FlagType::Path(_, set) => set(settings, Path::new(value)),
        }
        Ok(())
    }

    /// The value on a command line or in the environment, if there is one.
    fn given(&self, matches: &ArgMatches) -> Option<OsString> {
        match self.value {
            FlagType::Switch(_) => {
                matches.get_one::<bool>(self.name).map(|on| on.to_string().into())
            }
            _ => matches.get_one::<OsString>(self.name).cloned(),
        }
    }

    /// The value in a settings file.
    fn written(&self, value: &toml::Value) -> Result<OsString> {
        let text = match (&self.value, value) {
            (FlagType::Switch(_), toml::Value::Boolean(on)) => on.to_string(),
            (FlagType::Number(..), toml::Value::Integer(number)) => number.to_string(),
            (
                FlagType::Text(..) | FlagType::Secret(..) | FlagType::Path(..),
                toml::Value::String(text),
            ) => text.clone(),
            (FlagType::Switch(_), _) => bail!("{} is true or false", self.name),
            (FlagType::Number(..), _) => bail!("{} is a number", self.name),
            _ => bail!("{} is a text in quotation marks", self.name),
        };
        Ok(text.into())
    }
}

/// Values of settings, in the order of the rows.
pub(crate) type FlagValues = Vec<(&'static ServerFlag, OsString)>;

/// Stores values of one source. A value takes precedence over a file with that value, which is the
/// next row.
pub(crate) fn apply(values: &FlagValues, settings: &mut ServerSettings) -> Result<()> {
    for (flag, value) in values.iter().rev() {
        flag.apply(settings, value).context(flag.name)?;
    }
    Ok(())
}

/// Reads the text of a settings file.
pub(crate) fn read_file(text: &str) -> Result<FlagValues> {
    let mut table: toml::Table = toml::from_str(text)?;
    let mut values = FlagValues::new();
    for flag in &FLAGS {
        if let Some(value) = table.remove(flag.name) {
            values.push((flag, flag.written(&value)?));
        }
    }
    match table.keys().next() {
        None => Ok(values),
        Some(unknown) => {
            let known: Vec<_> = FLAGS.iter().map(|flag| flag.name).collect();
            bail!("unknown setting {unknown:?}; the settings are {}", known.join(", "))
        }
    }
}

/// The effective value of a setting as people read it, of sources of which the first counts.
pub(crate) fn effective(flag: &ServerFlag, sources: &[&FlagValues]) -> String {
    let given = sources.iter().find_map(|values| {
        let is_set =
            |(one, value): &&(&ServerFlag, OsString)| one.name == flag.name && !value.is_empty();
        values.iter().find(is_set).map(|(_, value)| value)
    });
    match (given, &flag.value) {
        (None, _) => flag.default.unwrap_or_else(|| flag.without_default()).into(),
        (Some(_), FlagType::Secret(..)) => "yes".into(),
        (Some(on), FlagType::Switch(_)) => if on == "true" { "yes" } else { "no" }.into(),
        (Some(value), _) => value.to_string_lossy().into_owned(),
    }
}

/// Settings of the server as arguments of a command, from flags and variables.
pub(crate) struct FlagArgs<G> {
    pub(crate) values: FlagValues,
    group: PhantomData<G>,
}

/// The settings that a command takes.
pub(crate) trait FlagGroup {
    fn contains(name: &str) -> bool;
}

impl<G: FlagGroup> FlagArgs<G> {
    /// The settings that were given, and the defaults for all others.
    pub(crate) fn settings(&self) -> Result<ServerSettings> {
        let mut settings = ServerSettings::default();
        apply(&self.values, &mut settings)?;
        Ok(settings)
    }

    fn flags() -> impl Iterator<Item = &'static ServerFlag> {
        FLAGS.iter().filter(|flag| G::contains(flag.name))
    }
}

impl<G: FlagGroup> clap::Args for FlagArgs<G> {
    fn augment_args(command: Command) -> Command {
        command.args(Self::flags().map(ServerFlag::arg))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<G: FlagGroup> FromArgMatches for FlagArgs<G> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = Self::flags().filter_map(|flag| Some((flag, flag.given(matches)?)));
        Ok(Self { values: given.collect(), group: PhantomData })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The settings of a file and of flags or variables.
    fn settings(file: &str, given: &[(&str, &str)]) -> Result<ServerSettings> {
        let flag = |name| FLAGS.iter().find(|flag| flag.name == name).expect("a flag");
        let given = given.iter().map(|(name, value)| (flag(*name), value.into())).collect();
        let mut settings = ServerSettings::default();
        apply(&read_file(file)?, &mut settings)?;
        apply(&given, &mut settings)?;
        Ok(settings)
    }

    fn database(file: &str, given: &[(&str, &str)]) -> String {
        format!("{:?}", settings(file, given).expect("settings").database.expect("a database"))
    }

    #[test]
    fn a_flag_takes_precedence_over_the_file_and_a_value_over_a_file_with_it() {
        let file = "database = 'a'\ndatabase-file = 'b'\n";
        assert_eq!(database(file, &[]), "Value(\"a\")");
        assert_eq!(database(file, &[("database-file", "c")]), "File(\"c\")");
        let both = [("database", "d"), ("database-file", "c")];
        assert_eq!(database(file, &both), "Value(\"d\")");
        // Set to nothing, as in the compose file.
        let empty = [("database", ""), ("database-file", "c")];
        assert_eq!(database(file, &empty), "File(\"c\")");
    }

    #[test]
    fn invalid_lines_of_a_file_name_the_setting() {
        for (file, part) in [
            ("prot = 80", "unknown setting \"prot\"; the settings are port, address, "),
            ("port = '80'", "port is a number"),
            ("port = 70000", "port: "),
            ("trust-proxy = 'no'", "trust-proxy is true or false"),
            ("site = true", "site is a text in quotation marks"),
            ("address = 'here'", "address: "),
            ("weekly-event = 'sometimes'", "weekly-event: "),
        ] {
            let why = format!("{:#}", settings(file, &[]).expect_err(file));
            assert!(why.starts_with(part), "{file}: {why}");
        }
    }

    #[test]
    fn the_effective_value_is_that_of_the_first_source_without_secrets() {
        let flags = |text: &str| read_file(text).expect("settings");
        let (given, file) = (flags("mail = 'smtps://me:secret@host'"), flags("no-limits = true"));
        let shown = |name: &str| {
            let flag = FLAGS.iter().find(|flag| flag.name == name).expect("a flag");
            effective(flag, &[&given, &file])
        };
        assert_eq!(shown("mail"), "yes");
        assert_eq!(shown("no-limits"), "yes");
        assert_eq!(shown("trust-proxy"), "no");
        assert_eq!(shown("port"), "1485");
        assert_eq!(shown("site"), "none");
    }
}
