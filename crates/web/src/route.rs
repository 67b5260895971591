use std::fmt;

/// A page with its parameters, as in the URL fragment.
///
/// Uses the fragment rather than the path, so that any static host can serve the site from any
/// folder.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Route {
    /// The home page.
    #[default]
    Home,
    /// The current local game.
    Play,
    /// The review of a game in the library.
    Review(String),
    /// The analysis board, with its content.
    Analysis(AnalysisLink),
    /// All lessons, or one.
    Learn(Option<usize>),
    /// Training, at this place: empty for the overview.
    Train(String),
    /// The rules.
    Rules,
    /// The book of the game, at this section: empty for its beginning.
    Book(String),
    /// The games stored in this browser.
    Library,
    /// The settings.
    Settings,
    /// The online lobby.
    Lobby,
    /// An online game by its id, for players and spectators.
    Game(String),
    /// An offer by its id.
    Seek(String),
    /// All tournaments.
    Tournaments,
    /// The form that announces a tournament.
    NewTournament,
    /// A tournament by its id, with the password of an invitation.
    Tournament(String, Option<String>),
    /// A user's profile.
    Person(String),
    /// The leaderboard.
    Leaderboard,
    /// Login, and the user's own account.
    Account,
    /// The link in a mail that confirms its address.
    ConfirmMail(String),
    /// The unsubscribe link in a mail.
    Unsubscribe(String),
    /// A forgotten password, with the secret of the link that was sent.
    Password(Option<String>),
    /// The page of moderators: the section, and whom or what it is about.
    Moderation(String),
    /// An address that no page has.
    Missing,
}

/// The content of a link to the analysis board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum AnalysisLink {
    /// Nothing: keeps the board as it is.
    #[default]
    Nothing,
    /// A position in the text format.
    Position(String),
    /// A whole record, with its variations, and the place in them.
    Game(String, Option<String>),
    /// A game of this browser's library, by its id.
    Stored(String),
    /// The same, opened at a ply.
    StoredAt(String, usize),
}

impl Route {
    /// Whether the page needs a server.
    pub fn is_online(&self) -> bool {
        matches!(
            self,
            Self::Lobby
                | Self::Game(_)
                | Self::Seek(_)
                | Self::Tournaments
                | Self::NewTournament
                | Self::Tournament(..)
                | Self::Person(_)
                | Self::Leaderboard
                | Self::Account
                | Self::ConfirmMail(_)
                | Self::Unsubscribe(_)
                | Self::Password(_)
                | Self::Moderation(_)
        )
    }

    /// Whether the page is about tournaments.
    pub fn is_tournament(&self) -> bool {
        matches!(self, Self::Tournaments | Self::NewTournament | Self::Tournament(..))
    }

    /// Parses a fragment.
    pub fn parse(fragment: &str) -> Self {
        let fragment = fragment.trim_start_matches('#').trim_start_matches('/');
        let (path, query) = fragment.split_once('?').unwrap_or((fragment, ""));
        let (page, rest) = path.split_once('/').unwrap_or((path, ""));
        match page {
            "play" => Self::Play,
            "review" if !rest.is_empty() => Self::Review(decode(rest)),
            "analysis" => Self::Analysis(match query.split_once('=') {
                Some(("position", text)) => AnalysisLink::Position(decode(text)),
                Some(("game", text)) => match text.split_once("&at=") {
                    Some((text, at)) => AnalysisLink::Game(decode(text), Some(decode(at))),
                    None => AnalysisLink::Game(decode(text), None),
                },
                Some(("stored", text)) => match text.split_once("&at=") {
                    Some((id, at)) => {
                        AnalysisLink::StoredAt(decode(id), at.parse().unwrap_or_default())
                    }
                    None => AnalysisLink::Stored(decode(text)),
                },
                _ => AnalysisLink::Nothing,
            }),
            "learn" => Self::Learn(rest.parse().ok()),
            "train" => Self::Train(decode(rest)),
            "rules" => Self::Rules,
            "book" => Self::Book(decode(rest)),
            "library" => Self::Library,
            "settings" => Self::Settings,
            "online" => Self::Lobby,
            "game" if !rest.is_empty() => Self::Game(decode(rest)),
            "seek" if !rest.is_empty() => Self::Seek(decode(rest)),
            "events" if rest == "new" => Self::NewTournament,
            "events" => Self::Tournaments,
            "event" if !rest.is_empty() => {
                Self::Tournament(decode(rest), query.strip_prefix("invitation=").map(decode))
            }
            "people" if !rest.is_empty() => Self::Person(decode(rest)),
            "leaders" => Self::Leaderboard,
            "account" => Self::Account,
            "mail" => match rest.split_once('/') {
                Some(("confirm", secret)) => Self::ConfirmMail(decode(secret)),
                Some(("unsubscribe", token)) => Self::Unsubscribe(decode(token)),
                _ => Self::Missing,
            },
            "admin" => Self::Moderation(decode(rest)),
            "password" => Self::Password((!rest.is_empty()).then(|| decode(rest))),
            // The link past the header leads to `#main`.
            "" | "main" => Self::Home,
            _ => Self::Missing,
        }
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Home => f.write_str("#/"),
            Self::Play => f.write_str("#/play"),
            Self::Review(id) => write!(f, "#/review/{}", encode(id)),
            Self::Analysis(AnalysisLink::Nothing) => f.write_str("#/analysis"),
            Self::Analysis(AnalysisLink::Position(text)) => {
                write!(f, "#/analysis?position={}", encode(text))
            }
            Self::Analysis(AnalysisLink::Game(text, None)) => {
                write!(f, "#/analysis?game={}", encode(text))
            }
            Self::Analysis(AnalysisLink::Game(text, Some(at))) => {
                write!(f, "#/analysis?game={}&at={}", encode(text), encode(at))
            }
            Self::Analysis(AnalysisLink::Stored(id)) => {
                write!(f, "#/analysis?stored={}", encode(id))
            }
            Self::Analysis(AnalysisLink::StoredAt(id, at)) => {
                write!(f, "#/analysis?stored={}&at={at}", encode(id))
            }
            Self::Learn(None) => f.write_str("#/learn"),
            Self::Learn(Some(lesson)) => write!(f, "#/learn/{lesson}"),
            Self::Train(place) if place.is_empty() => f.write_str("#/train"),
            Self::Train(place) => write!(f, "#/train/{}", encode(place)),
            Self::Rules => f.write_str("#/rules"),
            Self::Book(section) if section.is_empty() => f.write_str("#/book"),
            Self::Book(section) => write!(f, "#/book/{}", encode(section)),
            Self::Library => f.write_str("#/library"),
            Self::Settings => f.write_str("#/settings"),
            Self::Lobby => f.write_str("#/online"),
            Self::Game(id) => write!(f, "#/game/{}", encode(id)),
            Self::Seek(id) => write!(f, "#/seek/{}", encode(id)),
            Self::Tournaments => f.write_str("#/events"),
            Self::NewTournament => f.write_str("#/events/new"),
            Self::Tournament(id, None) => write!(f, "#/event/{}", encode(id)),
            Self::Tournament(id, Some(invitation)) => {
                write!(f, "#/event/{}?invitation={}", encode(id), encode(invitation))
            }
            Self::Person(name) => write!(f, "#/people/{}", encode(name)),
            Self::Leaderboard => f.write_str("#/leaders"),
            Self::Account => f.write_str("#/account"),
            Self::ConfirmMail(secret) => write!(f, "#/mail/confirm/{}", encode(secret)),
            Self::Unsubscribe(token) => write!(f, "#/mail/unsubscribe/{}", encode(token)),
            Self::Moderation(place) => write!(f, "#/admin/{}", encode(place)),
            Self::Password(None) => f.write_str("#/password"),
            Self::Password(Some(secret)) => write!(f, "#/password/{}", encode(secret)),
            Self::Missing => f.write_str("#/missing"),
        }
    }
}

/// Percent-encoding that keeps the characters of positions and records readable; a space is `_`.
fn encode(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z'
            | b'A'..=b'Z'
            | b'0'..=b'9'
            | b'/'
            | b','
            | b'-'
            | b'*'
            | b'.'
            | b':'
            | b'=' => encoded.push(byte as char),
            b' ' => encoded.push('_'),
            _ => encoded += &format!("%{byte:02X}"),
        }
    }
    encoded
}

/// The inverse of [`encode`]; invalid UTF-8 becomes the replacement character.
fn decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let hex = |byte: Option<u8>| byte.and_then(|byte| char::from(byte).to_digit(16));
        match byte {
            b'_' => bytes.push(b' '),
            b'%' => match (hex(rest.next()), hex(rest.next())) {
                (Some(high), Some(low)) => bytes.push((high * 16 + low) as u8),
                _ => bytes.push(b'%'),
            },
            _ => bytes.push(byte),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn routes_round_trip_through_urls() {
        let position = "9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic";
        let routes = [
            Route::Home,
            Route::Play,
            Route::Review("2026-11-15 1".into()),
            Route::Analysis(AnalysisLink::Nothing),
            Route::Analysis(AnalysisLink::Position(position.into())),
            Route::Analysis(AnalysisLink::Game("[Red \"Ä_%\"]\n\n1. NE2 *\n".into(), None)),
            Route::Analysis(AnalysisLink::Game("{x&at=1} 1. NE2 *\n".into(), Some("4.1.0".into()))),
            Route::Analysis(AnalysisLink::Stored("x".into())),
            Route::Analysis(AnalysisLink::StoredAt("x&at=3".into(), 6)),
            Route::Learn(None),
            Route::Learn(Some(3)),
            Route::Train(String::new()),
            Route::Train("puzzles/hero/classic".into()),
            Route::Rules,
            Route::Book(String::new()),
            Route::Book("heroes".into()),
            Route::Library,
            Route::Settings,
            Route::Lobby,
            Route::Game("aB3dE6gH9jK2".into()),
            Route::Seek("x1".into()),
            Route::Tournaments,
            Route::NewTournament,
            Route::Tournament("Ab3dE6gH".into(), None),
            Route::Tournament("Ab3dE6gH".into(), Some("red rose 7".into())),
            Route::Person("Änne_O’Neil 7".into()),
            Route::Leaderboard,
            Route::Account,
            Route::ConfirmMail("0a1b".into()),
            Route::Unsubscribe("7-0a1b".into()),
            Route::Password(None),
            Route::Password(Some("0a1b".into())),
            Route::Moderation(String::new()),
            Route::Moderation("people/Änne_7".into()),
            Route::Missing,
        ];
        for route in routes {
            assert_eq!(Route::parse(&route.to_string()), route);
        }
    }

    #[test]
    fn an_address_that_no_page_has_is_told_from_the_home_page() {
        for fragment in ["#/nowhere", "#/review/", "#/mail/x", "%", "#/%zz?%"] {
            assert_eq!(Route::parse(fragment), Route::Missing, "{fragment}");
        }
        for fragment in ["", "#", "#/", "#//", "#/?x", "#main"] {
            assert_eq!(Route::parse(fragment), Route::Home, "{fragment}");
        }
        assert_eq!(Route::parse("#/learn/x"), Route::Learn(None));
        assert_eq!(decode("%FF%"), "\u{fffd}%");
    }
}
