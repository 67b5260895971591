use std::io::{self, Write};
use std::mem;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::theme::Ground;

/// Asks the terminal for its background colour (OSC 11). The answer arrives as if typed, or not at
/// all.
pub(super) fn ask(out: &mut impl Write) -> io::Result<()> {
    out.write_all(b"\x1b]11;?\x1b\\")?;
    out.flush()
}

/// Whether the terminal can be asked. The Linux console would print the question.
pub(super) fn can_be_asked() -> bool {
    let name = std::env::var("TERM").unwrap_or_default();
    cfg!(unix) && !matches!(name.as_str(), "" | "dumb" | "linux")
}

/// The result of filtering a key.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum FilteredInput {
    /// Keys typed by the user.
    Keys(Vec<KeyEvent>),
    /// The terminal's answer.
    Background(Ground),
}

/// Separates the terminal's answer from keys typed by the user. The answer looks like the keys
/// `Alt-]`, `1`, `1`, `;`, `r`, `g`, `b` and so on, and may arrive at any time or never:
/// unfiltered, it would play a card. Keys that only start like an answer are passed on.
#[derive(Default, Debug)]
pub(super) struct AnswerFilter {
    held: Vec<KeyEvent>,
    answer: String,
    /// The last key was Esc, which may be the first byte of an answer in a separate read. It is not
    /// held back, because the rest may never follow.
    escaped: bool,
}

/// The prefix of each answer.
const ANSWER_START: &str = "]11;rgb";
/// Maximum length of an answer.
const MAX_ANSWER_CHARS: usize = 40;

impl AnswerFilter {
    pub(super) fn take(&mut self, key: KeyEvent) -> FilteredInput {
        self.held.push(key);
        let (control, alt) = (
            key.modifiers.contains(KeyModifiers::CONTROL),
            key.modifiers.contains(KeyModifiers::ALT),
        );
        let inside = !self.answer.is_empty();
        let whole = self.answer.len() > ANSWER_START.len();
        let escaped = mem::replace(&mut self.escaped, key.code == KeyCode::Esc);
        match key.code {
            KeyCode::Char(']') if !inside && (alt || escaped) => self.answer.push(']'),
            KeyCode::Char('g') if whole && control => return self.finish(),
            KeyCode::Char('\\') if whole && alt => return self.finish(),
            // The escape of the terminator in a separate read, and the rest of it.
            KeyCode::Esc if whole => {}
            KeyCode::Char('\\') if whole => return self.finish(),
            KeyCode::Char(letter) if inside && !control && !alt && self.fits(letter) => {
                self.answer.push(letter);
            }
            _ => {
                self.answer.clear();
                return FilteredInput::Keys(mem::take(&mut self.held));
            }
        }
        FilteredInput::Keys(Vec::new())
    }

    fn fits(&self, letter: char) -> bool {
        match ANSWER_START.chars().nth(self.answer.chars().count()) {
            Some(expected) => letter == expected,
            None => {
                self.answer.len() < MAX_ANSWER_CHARS
                    && (letter.is_ascii_hexdigit() || matches!(letter, 'a' | ':' | '/'))
            }
        }
    }

    fn finish(&mut self) -> FilteredInput {
        let held = mem::take(&mut self.held);
        match brightness(&mem::take(&mut self.answer)) {
            Some(ground) => FilteredInput::Background(ground),
            None => FilteredInput::Keys(held),
        }
    }
}

/// The ground for an answer such as `]11;rgb:ffff/ffff/ffff`, whose components have one to four
/// digits each.
fn brightness(answer: &str) -> Option<Ground> {
    let (_, colour) = answer.split_once(':')?;
    let mut parts = colour.split('/').map(|part| {
        let most = 16u32.checked_pow(part.len() as u32)?.checked_sub(1).filter(|most| *most > 0)?;
        Some(f64::from(u32::from_str_radix(part, 16).ok()?) / f64::from(most))
    });
    let mut next = || parts.next().flatten();
    let (red, green, blue) = (next()?, next()?, next()?);
    // Luma of ITU-R BT.601: how bright it looks.
    let luma = 0.299 * red + 0.587 * green + 0.114 * blue;
    Some(if luma > 0.5 { Ground::Light } else { Ground::Dark })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(letter: char) -> KeyEvent {
        KeyCode::Char(letter).into()
    }

    fn with(letter: char, modifiers: KeyModifiers) -> KeyEvent {
        KeyEvent::new(KeyCode::Char(letter), modifiers)
    }

    /// The keys of an answer, including its terminator.
    fn answer(colour: &str, end: &[KeyEvent]) -> Vec<KeyEvent> {
        let mut keys = vec![with(']', KeyModifiers::ALT)];
        keys.extend(format!("11;{colour}").chars().map(key));
        keys.extend(end);
        keys
    }

    /// Filters keys: those of the user, and the background.
    fn typed(keys: &[KeyEvent]) -> (Vec<KeyEvent>, Option<Ground>) {
        let mut filter = AnswerFilter::default();
        let mut out = (Vec::new(), None);
        for &key in keys {
            match filter.take(key) {
                FilteredInput::Keys(keys) => out.0.extend(keys),
                FilteredInput::Background(ground) => out.1 = Some(ground),
            }
        }
        out
    }

    #[test]
    fn background_answers_are_recognised() {
        let bell = [with('g', KeyModifiers::CONTROL)];
        let st = [with('\\', KeyModifiers::ALT)];
        let split = [KeyEvent::from(KeyCode::Esc), key('\\')];
        for (colour, ground) in [
            ("rgb:ffff/ffff/ffff", Ground::Light),
            ("rgb:fd/f6/e3", Ground::Light),
            ("rgb:0000/2b2b/3636", Ground::Dark),
            ("rgba:0000/0000/0000/ffff", Ground::Dark),
        ] {
            for end in [&bell[..], &st, &split] {
                assert_eq!(typed(&answer(colour, end)), (Vec::new(), Some(ground)), "{colour}");
            }
        }
    }

    #[test]
    fn keys_typed_around_the_answer_are_kept() {
        let end = [with('\\', KeyModifiers::ALT)];
        let mut keys = vec![key('1'), KeyCode::Enter.into()];
        keys.extend(answer("rgb:ffff/ffff/ffff", &end));
        keys.push(key('d'));
        let kept = vec![key('1'), KeyCode::Enter.into(), key('d')];
        assert_eq!(typed(&keys), (kept, Some(Ground::Light)));
        // The first byte came alone.
        let mut keys = answer("rgb:ffff/ffff/ffff", &end);
        keys.splice(..1, [KeyCode::Esc.into(), key(']')]);
        assert_eq!(typed(&keys), (vec![KeyCode::Esc.into()], Some(Ground::Light)));
    }

    #[test]
    fn keys_that_only_start_like_an_answer_are_keys() {
        let alt = with(']', KeyModifiers::ALT);
        for keys in [
            vec![alt, key('q')],
            vec![alt, key('1'), key('1'), KeyCode::Enter.into()],
            vec![KeyCode::Esc.into(), key('1')],
            vec![KeyCode::Esc.into(), key(']'), key('1'), key('2')],
            vec![alt, alt, key('1'), key('2')],
        ] {
            assert_eq!(typed(&keys), (keys.clone(), None));
        }
    }
}
