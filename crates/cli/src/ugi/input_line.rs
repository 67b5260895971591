use std::io::{self, BufRead, Read};

/// The maximum line length: a hundred times that of a game of a thousand actions.
pub(super) const MAX_LINE_BYTES: usize = 1 << 20;

/// A line of input.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum InputLine {
    /// A line, with or without its line feed: the last one may lack it.
    Line(Vec<u8>),
    /// A line over the limit, which was skipped.
    TooLong,
    /// End of file.
    End,
}

impl InputLine {
    /// Reads a line, buffering no more of it than the limit.
    pub(super) fn read(from: &mut impl BufRead) -> io::Result<Self> {
        let mut line = Vec::new();
        let count = from.by_ref().take(MAX_LINE_BYTES as u64 + 1).read_until(b'\n', &mut line)?;
        if count == 0 {
            return Ok(Self::End);
        }
        if count > MAX_LINE_BYTES && line.last() != Some(&b'\n') {
            from.skip_until(b'\n')?;
            return Ok(Self::TooLong);
        }
        Ok(Self::Line(line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(text: &[u8]) -> Vec<InputLine> {
        let mut from = text;
        std::iter::from_fn(|| Some(InputLine::read(&mut from).expect("a slice can be read")))
            .take_while(|input| *input != InputLine::End)
            .collect()
    }

    #[test]
    fn lines_end_at_a_line_feed_or_at_the_end_of_input() {
        let lines = ["ugi\n", "\n", "quit"].map(|line| InputLine::Line(line.into()));
        assert_eq!(read_all(b"ugi\n\nquit"), lines);
    }

    #[test]
    fn a_line_that_is_too_long_is_skipped_as_one() {
        let longest = [vec![b'x'; MAX_LINE_BYTES], b"\n".to_vec()].concat();
        assert_eq!(read_all(&longest), [InputLine::Line(longest.clone())]);
        let text = [vec![b'x'; 3 * MAX_LINE_BYTES], b"\nugi\n".to_vec()].concat();
        assert_eq!(read_all(&text), [InputLine::TooLong, InputLine::Line(b"ugi\n".to_vec())]);
        assert_eq!(read_all(&vec![b'x'; MAX_LINE_BYTES + 1]), [InputLine::TooLong]);
    }
}
