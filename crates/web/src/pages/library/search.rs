use crate::browser::lower_case;

/// The search terms of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SearchTerms {
    /// The words of the players, edition, result and points, with an empty word after each field.
    words: Vec<String>,
    /// The words of the date in several notations. A bare number of up to two digits is not
    /// searched here: "8" means level 8, not August.
    dates: Vec<String>,
}

impl SearchTerms {
    /// Splits fields and dates into words.
    pub fn new(fields: &[String], dates: &[String]) -> Self {
        Self { words: tokens(fields), dates: tokens(dates) }
    }

    /// Whether every part of a query matches: words by prefix, numbers as a whole, and phrases such
    /// as "level 8" or "16 November" as adjacent words.
    pub fn found_by(&self, query: &str) -> bool {
        let parts: Vec<_> =
            query.split_whitespace().map(split).filter(|it| !it.is_empty()).collect();
        let mut at = 0;
        while at < parts.len() {
            let together = (2..=3).rev().find(|count| {
                let phrase = parts.get(at..at + count).map(<[_]>::concat);
                phrase.is_some_and(|phrase| has(&self.words, &phrase) || has(&self.dates, &phrase))
            });
            if let Some(count) = together {
                at += count;
                continue;
            }
            let part = &parts[at];
            if parts.get(at + 1).is_some_and(|next| is_number(&next[0])) && self.is_numbered(part) {
                return false;
            }
            let bare = part.len() == 1 && is_number(&part[0]) && part[0].len() <= 2;
            if !has(&self.words, part) && (bare || !has(&self.dates, part)) {
                return false;
            }
            at += 1;
        }
        true
    }

    /// Whether a number follows these words in a field, as in "Level 8".
    fn is_numbered(&self, part: &[String]) -> bool {
        places(&self.words, part).any(|end| self.words.get(end).is_some_and(|it| is_number(it)))
    }
}

fn tokens(fields: &[String]) -> Vec<String> {
    fields.iter().flat_map(|field| split(field).into_iter().chain([String::new()])).collect()
}

fn split(text: &str) -> Vec<String> {
    let text = lower_case(text);
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_string).collect()
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|letter| letter.is_ascii_digit())
}

fn has(words: &[String], phrase: &[String]) -> bool {
    places(words, phrase).next().is_some()
}

/// The ends of all matches of a phrase.
fn places(words: &[String], phrase: &[String]) -> impl Iterator<Item = usize> {
    let fits = |(word, wanted): (&String, &String)| {
        if is_number(wanted) {
            is_number(word) && word.trim_start_matches('0') == wanted.trim_start_matches('0')
        } else {
            word.starts_with(wanted.as_str())
        }
    };
    let starts = words.windows(phrase.len().max(1)).enumerate();
    starts
        .filter(move |(_, run)| run.iter().zip(phrase).all(fits))
        .map(move |(start, run)| start + run.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(players: &str, result: &str, score: &str) -> SearchTerms {
        let fields = [players, "Classic (Kosmos)", result, score].map(str::to_string);
        let dates = ["2026-08-08", "8.8.2026", "8 August 2026"].map(str::to_string);
        SearchTerms::new(&fields, &dates)
    }

    #[test]
    fn level_8_finds_level_8_alone() {
        let eight = game("You – Level 8", "You lost", "30 : 61");
        let two = game("Level 2 – You", "You won", "88 : 18");
        for query in ["Level 8", "8", "level 8 lost", "LEV 8", "lost", "you 61", "30:61"] {
            assert!(eight.found_by(query), "{query}");
            assert!(!two.found_by(query), "{query}");
        }
        for query in ["Level 2", "2", "won", "level 2 won", "88"] {
            assert!(two.found_by(query), "{query}");
            assert!(!eight.found_by(query), "{query}");
        }
    }

    #[test]
    fn players_editions_and_dates_are_found_in_any_order() {
        let game = game("Änne O’Neil – Jo", "Red won", "89 : 55");
        for query in [
            "",
            "änne",
            "jo änne",
            "O’Neil",
            "classic",
            "kosmos jo",
            "2026",
            "2026-08",
            "8.8.2026",
            "08.08.2026",
            "8 august",
            "august",
            "aug jo 2026",
            "red won 89",
        ] {
            assert!(game.found_by(query), "{query}");
        }
        for query in ["anna", "2025", "2026-09", "9 august", "8", "lost", "jo king"] {
            assert!(!game.found_by(query), "{query}");
        }
    }

    #[test]
    fn search_works_in_every_language() {
        let terms = |players: &str, result: &str| {
            SearchTerms::new(&[players.to_string(), result.to_string()], &[])
        };
        let german = terms("Du – Stufe 8", "Du hast verloren");
        assert!(german.found_by("Stufe 8 verloren") && !german.found_by("Stufe 3"));
        let french = terms("Vous – Niveau 8", "Vous avez perdu");
        assert!(french.found_by("niveau 8 perdu") && !french.found_by("gagné"));
    }
}
