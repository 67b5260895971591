/// Transliterates a text to ASCII.
pub fn ascii(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            ' '..='~' => out.push(letter),
            'ä' => out.push_str("ae"),
            'ö' | 'œ' => out.push_str("oe"),
            'ü' => out.push_str("ue"),
            'Ä' => out.push_str("Ae"),
            'Ö' => out.push_str("Oe"),
            'Ü' => out.push_str("Ue"),
            'ß' => out.push_str("ss"),
            'à' | 'â' => out.push('a'),
            'é' | 'è' | 'ê' | 'ë' => out.push('e'),
            'î' | 'ï' => out.push('i'),
            'ô' => out.push('o'),
            'ù' | 'û' => out.push('u'),
            'ç' => out.push('c'),
            'À' | 'Â' => out.push('A'),
            'É' | 'È' | 'Ê' => out.push('E'),
            '\u{2212}' | '–' | '—' => out.push('-'),
            '±' => out.push_str("+-"),
            '’' | '‘' => out.push('\''),
            '“' | '”' | '«' | '»' | '„' => out.push('"'),
            '·' => out.push('|'),
            '…' => out.push_str("..."),
            '→' => out.push('>'),
            '←' => out.push('<'),
            '\u{a0}' | '\u{202f}' => out.push(' '),
            _ => out.push('?'),
        }
    }
    out
}
