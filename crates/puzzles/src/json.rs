use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::{Answer, Puzzle};

impl Puzzle {
    /// The puzzle as one line of JSON, for programs that know only the text formats. Losses, the gap
    /// and the chance are points of win chance out of 100.
    pub fn json(&self) -> String {
        // Nothing in it needs to be escaped.
        let tags: Vec<_> = self.tags().iter().map(|tag| format!("\"{tag}\"")).collect();
        let answer = |answer: &Answer| {
            format!("{{\"action\":\"{}\",\"loss\":{}}}", answer.action, answer.loss())
        };
        let answers: Vec<_> = self.answers().iter().map(answer).collect();
        format!(
            "{{\"id\":{},\"edition\":\"{}\",\"position\":\"{}\",\"best\":\"{}\",\"second\":\"{}\",\
             \"gap\":{},\"chance\":{},\"tags\":[{}],\"level\":{},\"rating\":{},\"answers\":[{}]}}",
            self.id(),
            self.edition(),
            self.position(),
            self.best().action,
            self.second().action,
            self.gap(),
            self.chance(),
            tags.join(","),
            self.level(),
            self.rating(),
            answers.join(","),
        )
    }
}

#[cfg(test)]
mod tests {
    use crate::{Answer, Puzzle, Tag};

    #[test]
    fn a_puzzle_is_one_line_of_json() {
        let position = "9/9/9/4r4/9/4r4/9/9/9 e6 r S1,E1 N1,N2 4 4 - classic";
        let losses = [("S1", 0.0), ("E1", 9.0), ("+", 6.5)];
        let answers = losses.map(|(action, loss)| Answer::new(action.parse().unwrap(), loss));
        let tags = [Tag::DrawOrPlay, Tag::Join].into_iter().collect();
        let position = position.parse().expect("a position");
        let puzzle = Puzzle::new(position, 58.25, answers.to_vec(), tags, 3, 1300);
        let puzzle = puzzle.expect("a puzzle");
        let expected = "\"edition\":\"classic\",\"position\":\"9/9/9/4r4/9/4r4/9/9/9 e6 r E1,S1 N1,N2 \
            4 4 - classic\",\"best\":\"S1\",\"second\":\"+\",\"gap\":6.5,\"chance\":58.5,\
            \"tags\":[\"join\",\"draw-or-play\"],\"level\":3,\"rating\":1300,\"answers\":[\
            {\"action\":\"S1\",\"loss\":0},{\"action\":\"+\",\"loss\":6.5},\
            {\"action\":\"E1\",\"loss\":9}]}";
        let json = puzzle.json();
        assert_eq!(json.split_once(',').map(|(_, rest)| rest), Some(expected));
    }
}
