use std::collections::BTreeSet;
use std::marker::PhantomData;
use std::path::PathBuf;

use anyhow::{Error, Result};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command, FromArgMatches, ValueHint, value_parser};

use super::ServerFlag;
use super::given_settings::{DEFAULTS_VARIABLE, GivenSettings, SettingSource};
use crate::serve::settings::{FLAGS, ServerSettings};

/// The flag that names the settings file.
const CONFIG: &str = "config";

/// Settings of the server as arguments of a command.
pub(crate) struct FlagArgs<G> {
    /// From flags and variables.
    given: GivenSettings,
    /// The settings file, if one is named.
    config: Option<PathBuf>,
    group: PhantomData<G>,
}

/// The settings that a command takes.
pub(crate) trait FlagGroup {
    /// Whether the command reads the settings file of the server.
    const READS_FILE: bool;

    fn contains(name: &str) -> bool;
}

impl<G: FlagGroup> FlagArgs<G> {
    /// The values from all sources.
    pub(crate) fn given(&self) -> Result<GivenSettings> {
        let mut faults = Vec::new();
        let given = self.given_if_valid(&mut faults);
        faults.into_iter().next().map_or(Ok(given), Err)
    }

    /// The valid values from all sources. The faults of the others are added to a list.
    pub(crate) fn given_if_valid(&self, faults: &mut Vec<Error>) -> GivenSettings {
        let mut given = self.given.clone();
        if G::READS_FILE {
            faults.extend(given.add_defaults().err());
        }
        if let Some(config) = &self.config {
            faults.extend(given.add_file(config).err());
        }
        given
    }

    /// The values from all sources, those of settings that the command does not take included.
    pub(crate) fn with_environment(&self) -> Result<GivenSettings> {
        let mut given = self.given()?;
        for flag in FLAGS.iter().filter(|flag| !G::contains(flag.name)) {
            if let Some(value) = std::env::var_os(flag.variable) {
                given.add(flag, value, SettingSource::Environment);
            }
        }
        Ok(given)
    }

    /// The effective settings.
    pub(crate) fn settings(&self) -> Result<ServerSettings> {
        self.given()?.settings()
    }

    fn flags() -> impl Iterator<Item = &'static ServerFlag> {
        FLAGS.iter().filter(|flag| G::contains(flag.name))
    }
}

impl<G: FlagGroup> clap::Args for FlagArgs<G> {
    fn augment_args(command: Command) -> Command {
        let config = Arg::new(CONFIG)
            .long(CONFIG)
            .env("BOSWORTH_CONFIG")
            .value_name("FILE")
            .value_hint(ValueHint::FilePath)
            .value_parser(value_parser!(PathBuf))
            .help("Read settings from this TOML file; flags and the environment take precedence");
        // Also after a subcommand, where people write them.
        let command = command.args(Self::flags().map(|flag| flag.arg().global(true)));
        if G::READS_FILE { command.arg(config.global(true)) } else { command }
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<G: FlagGroup> FromArgMatches for FlagArgs<G> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut given = GivenSettings::default();
        for flag in Self::flags() {
            let source = match matches.value_source(flag.name) {
                Some(ValueSource::CommandLine) => SettingSource::CommandLine,
                _ => SettingSource::Environment,
            };
            if let Some(value) = flag.given(matches) {
                given.add(flag, value, source);
            }
        }
        let config = if G::READS_FILE { matches.get_one(CONFIG).cloned() } else { None };
        let config = config.filter(|config: &PathBuf| !config.as_os_str().is_empty());
        Ok(Self { given, config, group: PhantomData })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The variables that some command reads.
pub(crate) fn known_variables(command: &Command) -> BTreeSet<String> {
    let variables = command.get_arguments().filter_map(Arg::get_env);
    let mut known: BTreeSet<_> =
        variables.map(|variable| variable.to_string_lossy().into_owned()).collect();
    known.extend(command.get_subcommands().flat_map(known_variables));
    known.insert(DEFAULTS_VARIABLE.into());
    known
}
