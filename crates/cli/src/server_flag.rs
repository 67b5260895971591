//! Settings of the server as rows: a row is a flag, an environment variable and a key in the
//! settings file.

mod args;
mod given_settings;

use std::ffi::{OsStr, OsString};
use std::path::Path;

use anyhow::{Context, Result, bail};
use clap::builder::{BoolishValueParser, OsStringValueParser, TypedValueParser};
use clap::{Arg, ArgAction, ArgMatches, ValueHint};

use crate::serve::settings::{FLAGS, ServerSettings};

pub(crate) use self::args::{FlagArgs, FlagGroup, known_variables};
pub(crate) use self::given_settings::GivenSettings;

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

    /// The setting that it sets: that of the row before it if it names a file with the value.
    pub(crate) fn setting(&self) -> &'static str {
        let value = self.name.strip_suffix("-file");
        let of_value = |row: &&Self| value == Some(row.name) && row.is_secret();
        FLAGS.iter().find(of_value).map_or(self.name, |row| row.name)
    }

    pub(crate) fn is_secret(&self) -> bool {
        matches!(self.value, FlagType::Secret(..))
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
