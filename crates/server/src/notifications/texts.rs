//! The texts of notifications, mails and embedded pages, in three languages.

use std::sync::LazyLock;

use bosworth_protocol::PlayerView;
use bosworth_texts::{Language, Texts};

static TEXTS: LazyLock<[Texts; 3]> = LazyLock::new(|| {
    Language::ALL.map(|language| {
        let source = match language {
            Language::English => include_str!("../../locales/en.ftl"),
            Language::German => include_str!("../../locales/de.ftl"),
            Language::French => include_str!("../../locales/fr.ftl"),
        };
        Texts::from_sources(language, [source])
    })
});

/// The texts of the first preferred language that is available; English by default.
pub(crate) fn texts(preferred: [Option<&str>; 2]) -> &'static Texts {
    let known = |code: &str| TEXTS.iter().find(|texts| texts.language().code() == code);
    preferred.into_iter().flatten().find_map(known).unwrap_or(&TEXTS[0])
}

/// The name of a player.
pub(super) fn player(texts: &Texts, player: &PlayerView) -> String {
    match player {
        PlayerView::Account { person, .. } => person.name.clone(),
        PlayerView::Computer { level } => texts.count("computer", u32::from(*level)),
    }
}

/// Formats a duration in milliseconds in its largest whole unit.
pub(super) fn time(texts: &Texts, milliseconds: i64) -> String {
    let minutes = (milliseconds / 60_000).max(1);
    let (unit, count) = match minutes {
        0..120 => ("minutes", minutes),
        120..2_880 => ("hours", minutes / 60),
        _ => ("days", minutes / 1_440),
    };
    texts.count(unit, count as u32)
}

#[cfg(test)]
mod tests {
    use bosworth_protocol::NotificationKind;

    use super::*;

    #[test]
    fn durations_use_their_largest_unit() {
        let hour = 60 * 60_000;
        let said = |milliseconds| time(&TEXTS[0], milliseconds);
        assert_eq!(said(-5), "1 minute");
        assert_eq!(said(119 * 60_000), "119 minutes");
        assert_eq!(said(10 * hour), "10 hours");
        assert_eq!(said(49 * hour), "2 days");
    }

    #[test]
    fn all_messages_of_notifications_exist() {
        let source = include_str!("notification.rs");
        let asked = source.split('"').filter(|id| id.contains("-title") || id.contains("-body"));
        let asked = asked.map(str::to_owned).collect::<Vec<_>>();
        assert!(asked.len() > 10, "only {} messages found", asked.len());
        let kinds = NotificationKind::ALL.map(|kind| format!("notify-{}", kind.name()));
        for (texts, id) in
            TEXTS.iter().flat_map(|texts| asked.iter().chain(&kinds).map(move |id| (texts, id)))
        {
            assert!(texts.has(id), "{id} is missing in {:?}", texts.language());
        }
    }

    #[test]
    fn the_first_available_language_is_used() {
        assert_eq!(texts([Some("de"), Some("fr")]).language(), Language::German);
        assert_eq!(texts([None, Some("fr")]).language(), Language::French);
        assert_eq!(texts([Some("xx"), None]).language(), Language::English);
    }
}
