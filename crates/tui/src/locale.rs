use bosworth_texts::{Language, Texts};

/// The messages of the terminal program in one language, with those of the game.
pub fn texts(language: Language, more: &[&str]) -> Texts {
    let mut sources = vec![source(language)];
    sources.extend(more);
    Texts::new(language, &sources)
}

/// The messages of the terminal program alone.
pub const fn source(language: Language) -> &'static str {
    match language {
        Language::English => include_str!("../locales/en.ftl"),
        Language::German => include_str!("../locales/de.ftl"),
        Language::French => include_str!("../locales/fr.ftl"),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The names of messages and of their placeholders.
    fn names(language: Language) -> BTreeSet<String> {
        let source = source(language);
        let messages = source.lines().filter_map(|line| line.split_once(" ="));
        let messages = messages.map(|(name, _)| name.trim().to_string());
        let gaps = source.split('$').skip(1).filter_map(|rest| rest.split([' ', '}']).next());
        messages.chain(gaps.map(|gap| format!("${gap}"))).collect()
    }

    #[test]
    fn all_languages_have_the_same_messages() {
        assert!(names(Language::English).len() > 90);
        assert_eq!(names(Language::English), names(Language::German));
        assert_eq!(names(Language::English), names(Language::French));
    }

    #[test]
    fn every_message_used_by_the_program_exists() {
        let sources = [
            include_str!("app/computer.rs"),
            include_str!("app/keys.rs"),
            include_str!("app/names.rs"),
            include_str!("app/online.rs"),
            include_str!("app/board_input.rs"),
            include_str!("app/resign.rs"),
            include_str!("menu.rs"),
            include_str!("online/verify_and_save.rs"),
            include_str!("online/error_text.rs"),
            include_str!("online/lobby_list.rs"),
            include_str!("online/plain.rs"),
            include_str!("online/plain/input_line.rs"),
            include_str!("online/plain/network_events.rs"),
            include_str!("online/screen.rs"),
            include_str!("online/table_description.rs"),
            include_str!("plain.rs"),
            include_str!("plain/review.rs"),
            include_str!("local_clock.rs"),
            include_str!("screen.rs"),
            include_str!("screen/help.rs"),
            include_str!("screen/messages.rs"),
            include_str!("screen/seat.rs"),
            include_str!("app/training.rs"),
            include_str!("training/plain.rs"),
            include_str!("training/session.rs"),
        ];
        let english = texts(Language::English, &[]);
        let mut found = 0;
        for piece in sources.iter().flat_map(|source| source.split('"')) {
            let name = ["tui-", "plain-", "online-", "train-"]
                .iter()
                .any(|start| piece.starts_with(start));
            // Some names are composed: with variants for keys and for words.
            let answered = piece.contains("-answer")
                || piece.starts_with("online-claim-now")
                || piece.ends_with('-');
            if name
                && !answered
                && piece.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-')
            {
                assert!(english.has(piece), "{piece}");
                found += 1;
            }
        }
        assert!(found > 60, "{found}");
    }
}
