//! Arguments shared by several commands, with the values that help and completion list.

use std::ffi::OsStr;
use std::str::FromStr;

use bosworth_analysis::cores;
use bosworth_rules::Ruleset;
use bosworth_tui::SavedGames;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command, Error};
use clap_complete::engine::{CompletionCandidate, PathCompleter, ValueCompleter};

/// The conditions of games between engines.
#[derive(clap::Args)]
pub(crate) struct MatchArgs {
    /// Edition, or rules such as classic:ending=either
    #[arg(long, default_value_t, value_parser = RulesParser)]
    pub(crate) rules: Ruleset,
    /// Number of games to play concurrently [default: one per core]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=4096))]
    threads: Option<u16>,
    /// Random seed of the deals and the players
    #[arg(long, default_value_t = 1485, value_name = "S")]
    pub(crate) seed: u64,
}

impl MatchArgs {
    /// The number of concurrent games.
    pub(crate) fn threads(&self) -> usize {
        self.threads.map_or_else(cores, usize::from)
    }
}

/// A level of the computer, 1 to 8.
pub(crate) fn level() -> impl TypedValueParser<Value = u8> {
    PossibleValuesParser::new(["1", "2", "3", "4", "5", "6", "7", "8"])
        .try_map(|level| level.parse::<u8>())
}

/// Parses any [`Ruleset`]: the name of an edition, or an edition with changes. Only editions are
/// listed.
#[derive(Clone)]
pub(crate) struct RulesParser;

impl TypedValueParser for RulesParser {
    type Value = Ruleset;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Ruleset, Error> {
        let parse: fn(&str) -> Result<Ruleset, _> = Ruleset::from_str;
        parse.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Ruleset::PRESETS.into_iter().map(|(name, _)| PossibleValue::new(name))))
    }
}

/// The names of the saved games.
pub(crate) fn saved_games() -> Vec<CompletionCandidate> {
    let games =
        SavedGames::of_user().and_then(|saved_games| saved_games.games().ok()).unwrap_or_default();
    games.into_iter().map(|game| CompletionCandidate::new(game.name)).collect()
}

/// Files, and the names of the saved games.
pub(crate) fn files_and_saved_games(current: &OsStr) -> Vec<CompletionCandidate> {
    let begins = |name: &CompletionCandidate| {
        name.get_value().as_encoded_bytes().starts_with(current.as_encoded_bytes())
    };
    let mut found = PathCompleter::any().complete(current);
    found.extend(saved_games().into_iter().filter(begins));
    found
}
