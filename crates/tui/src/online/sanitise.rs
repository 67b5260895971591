/// Sanitises untrusted text for the terminal: one line, without escape sequences and without
/// control, zero-width and bidirectional formatting characters.
pub fn sanitise(text: &str) -> String {
    let mut out = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\u{1b}' => match letters.next_if(|next| matches!(next, '[' | ']' | 'P' | '^' | '_')) {
                // A CSI sequence ends with a letter.
                Some('[') => while letters.next_if(|next| !next.is_ascii_alphabetic()).is_some() {},
                // An OSC or similar string ends with BEL or with ST (`ESC \`).
                Some(_) => {
                    while letters.next_if(|next| !matches!(next, '\u{7}' | '\u{1b}')).is_some() {}
                }
                None => {}
            },
            '\t' | '\n' | '\r' => out.push(' '),
            letter if letter.is_control() || is_unseen(letter) => {}
            letter => out.push(letter),
        }
        if letter == '\u{1b}' {
            // The final byte belongs to the sequence.
            letters.next_if(|next| next.is_ascii_alphabetic() || *next == '\u{7}');
        }
    }
    out.trim().to_string()
}

/// Invisible formatting characters.
fn is_unseen(letter: char) -> bool {
    matches!(letter,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn untrusted_text_cannot_control_the_terminal() {
        for (said, shown) in [
            ("good luck", "good luck"),
            ("\u{1b}[31mred\u{1b}[0m", "red"),
            ("\u{1b}[2J\u{1b}[Hgone", "gone"),
            ("\u{1b}]0;title\u{7}after", "after"),
            ("\u{1b}]52;c;AAAA\u{1b}\\after", "\\after"),
            ("two\nlines\r\tmore", "two lines  more"),
            ("\u{9b}31mC1", "31mC1"),
            ("a\u{202e}b\u{200b}c\u{0}\u{7f}d", "abcd"),
            ("Élodie ⚔ 王", "Élodie ⚔ 王"),
            ("\u{1b}", ""),
        ] {
            assert_eq!(sanitise(said), shown, "{said:?}");
        }
    }
}
