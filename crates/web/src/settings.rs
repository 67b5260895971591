use bosworth_texts::Language;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use bosworth_board::Confirm;

/// The user's settings. Missing fields in the store take their defaults, unknown ones are
/// ignored.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The language code; `None` follows the browser.
    pub language: Option<String>,
    /// The colour theme.
    pub theme: Theme,
    /// The speed of animations.
    pub animation: Animation,
    /// The volume.
    pub sound: Volume,
    /// Where the coordinates of files and ranks are shown.
    pub coordinates: Coordinates,
    /// When an action needs a confirmation.
    #[serde(serialize_with = "by_key", deserialize_with = "of_key")]
    pub confirm: Confirm,
    /// The sides whose cards show their targets.
    pub hands: HandTargets,
    /// What the evaluation bar beside the board shows.
    pub bar: BarKind,
    /// Whether the text mode is on.
    pub words: bool,
    /// Whether territories are always outlined with their points.
    pub areas: bool,
}

/// Defines an enumeration with keys for the store and for message ids.
macro_rules! select_options {
    ($(#[$about:meta])* $name:ident { $($(#[$default:meta])? $choice:ident = $key:literal),+ $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
        #[allow(missing_docs)]
        pub enum $name {
            $($(#[$default])? #[serde(rename = $key)] $choice,)+
        }

        impl SelectOption for $name {
            const ALL: &'static [Self] = &[$(Self::$choice),+];

            fn key(self) -> &'static str {
                match self {
                    $(Self::$choice => $key,)+
                }
            }
        }
    };
}

/// A setting with a fixed set of values.
pub trait SelectOption: Copy + PartialEq + Sized + 'static {
    /// All values.
    const ALL: &'static [Self];

    /// The key in the store, and the suffix of its message ids.
    fn key(self) -> &'static str;
}

select_options! {
    /// The colour theme.
    Theme { #[default] System = "system", Light = "light", Dark = "dark", Contrast = "contrast", Blue = "blue" }
}
select_options! {
    /// The speed of animations.
    Animation { Off = "off", Fast = "fast", #[default] Normal = "normal", Slow = "slow" }
}
select_options! {
    /// The volume.
    Volume { Off = "off", #[default] Quiet = "quiet", Full = "full" }
}
select_options! {
    /// Where the coordinates of files and ranks are shown.
    Coordinates { Off = "off", #[default] Inside = "inside", Outside = "outside" }
}
impl SelectOption for Confirm {
    const ALL: &'static [Self] = &[Self::Touch, Self::Always, Self::Never];

    fn key(self) -> &'static str {
        match self {
            Self::Touch => "touch",
            Self::Always => "always",
            Self::Never => "never",
        }
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn by_key<T: SelectOption, S: Serializer>(choice: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(choice.key())
}

fn of_key<'d, T: SelectOption + Default, D: Deserializer<'d>>(
    deserializer: D,
) -> Result<T, D::Error> {
    let key = String::deserialize(deserializer)?;
    Ok(T::ALL.iter().copied().find(|choice| choice.key() == key).unwrap_or_default())
}
select_options! {
    /// The sides whose cards show their targets.
    HandTargets { #[default] Own = "own", Both = "both" }
}
select_options! {
    /// What the evaluation bar beside the board shows.
    BarKind { #[default] Off = "off", Chance = "chance", Margin = "margin" }
}

impl Animation {
    /// The duration of an animation in milliseconds.
    pub fn milliseconds(self) -> u32 {
        match self {
            Self::Off => 0,
            Self::Fast => 120,
            Self::Normal => 250,
            Self::Slow => 500,
        }
    }
}

impl Settings {
    /// The chosen language, or else the first supported one of the browser's.
    pub fn language(&self, browser: &[String]) -> Language {
        self.language
            .iter()
            .chain(browser)
            .find_map(|code| Language::from_code(code))
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_round_trip_and_ignore_unknown_fields() {
        let settings = Settings {
            theme: Theme::Contrast,
            confirm: Confirm::Always,
            words: true,
            ..Settings::default()
        };
        let text = serde_json::to_string(&settings).expect("serialisable");
        assert_eq!(bosworth_json::from_str::<Settings>(&text).expect("valid settings"), settings);
        let newer = r#"{"theme":"dark","smell":"roses"}"#;
        let read: Settings = bosworth_json::from_str(newer).expect("unknown fields are ignored");
        assert_eq!(read.theme, Theme::Dark);
        let older = r#"{"confirm":"never"}"#;
        let read: Settings = bosworth_json::from_str(older).expect("old settings are valid");
        assert_eq!(read.confirm, Confirm::Never);
    }

    #[test]
    fn the_language_is_the_chosen_one_or_the_browsers() {
        let browser = ["ja".to_string(), "fr-CA".to_string(), "de".to_string()];
        assert_eq!(Settings::default().language(&browser), Language::French);
        let chosen = Settings { language: Some("de".into()), ..Settings::default() };
        assert_eq!(chosen.language(&browser), Language::German);
        assert_eq!(Settings::default().language(&[]), Language::English);
    }
}
