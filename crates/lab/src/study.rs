//! What The Rose King is like, from many games of self-play: the book of the game in docs/study.
//!
//! [`StudyRun`] plays games and writes a row for each position, with what the engine thinks of it.
//! [`report`] reads the rows once and makes [`StudyFigures`] with confidence intervals, from which
//! the drawings are made.

mod chart;
mod drawings;
mod estimate;
mod figures;
mod luck;
mod measure;
mod play;
mod reader;
mod report;
mod row;
mod tally;

pub use drawings::DrawingWords;
pub use figures::StudyFigures;
pub use play::StudyRun;
pub use report::{StudyReport, report};

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;
    use std::path::Path;

    use bosworth_analysis::StopSign;
    use bosworth_engine::Level;
    use bosworth_rules::{Game, Ruleset};
    use serde_json::Value;
    use tempfile::TempDir;

    use super::reader::{StudiedGame, read_games};
    use super::row::StudyRow;
    use super::*;

    fn plan(folder: &Path, games: u32) -> StudyRun {
        StudyRun {
            folder: folder.into(),
            program: "test".into(),
            games,
            nodes: 8,
            ruleset: Ruleset::default(),
            level: None,
            seed: 3,
            threads: 1,
            time: None,
        }
    }

    fn play(run: &StudyRun) -> u64 {
        run.run(&StopSign::default(), &mut |_, _| ()).expect("games").games
    }

    fn games_of(folder: &Path) -> BTreeMap<u32, StudiedGame> {
        let mut games = BTreeMap::new();
        let source = read_games(folder, &mut |game| {
            games.insert(game.rows[0].game, game.clone());
        });
        source.expect("games");
        games
    }

    /// The rows of all games as text, which unlike numbers that are missing can be compared.
    fn text_of(folder: &Path) -> String {
        let rows = |game: StudiedGame| format!("{:?}", game.rows);
        games_of(folder).into_values().map(rows).collect()
    }

    fn figures(run: &StudyRun) -> Value {
        play(run);
        let out = run.folder.join("report");
        let figures = report(std::slice::from_ref(&run.folder)).expect("a report").figures();
        figures.write(&out).expect("written");
        let drawn = figures.draw(&out, &|id, value| format!("{id} {value}")).expect("drawn");
        assert_eq!(drawn, 8, "the levels' mistakes are left out");
        assert_eq!(StudyFigures::read(&out.join("figures.json")).expect("figures"), figures);
        let text = fs::read_to_string(out.join("figures.json")).expect("a file");
        serde_json::from_str(&text).expect("JSON")
    }

    #[test]
    fn games_do_not_depend_on_threads_or_interruptions() {
        let folder = TempDir::new().expect("a folder");
        let at_once = plan(&folder.path().join("a"), 4);
        assert_eq!(play(&at_once), 4);
        let in_parts = plan(&folder.path().join("b"), 1);
        assert_eq!(play(&in_parts), 1);
        let rest = StudyRun { games: 4, threads: 3, ..in_parts };
        assert_eq!(play(&rest), 3);
        assert_eq!(play(&rest), 0);
        assert_eq!(text_of(&at_once.folder), text_of(&rest.folder));
    }

    #[test]
    fn rows_tell_a_whole_game() {
        let folder = TempDir::new().expect("a folder");
        let run = plan(&folder.path().join("a"), 3);
        play(&run);
        for game in games_of(&run.folder).values() {
            let mut replayed = Game::new(game.positions[0]);
            for ply in &game.plies {
                replayed.push(*ply).expect("a legal ply");
            }
            assert_eq!(replayed.positions(), game.positions);
            assert!(replayed.position().is_over());
            for row in &game.rows {
                assert!((0.0..=1.0).contains(&row.value), "{row:?}");
                // The engine plays what it thinks is best.
                assert!(row.loss.is_nan() || row.loss == 0.0, "{row:?}");
                assert_eq!(row.luck.is_nan(), !row.made.starts_with('+'), "{row:?}");
            }
        }
    }

    #[test]
    fn a_level_is_judged_by_the_engine() {
        let folder = TempDir::new().expect("a folder");
        let run = StudyRun { level: Level::new(2), ..plan(&folder.path().join("a"), 2) };
        play(&run);
        let games = games_of(&run.folder);
        let rows = || games.values().flat_map(|game| &game.rows);
        let differs = |row: &&StudyRow| !row.best.is_empty() && !row.made.starts_with(&row.best);
        assert!(rows().filter(differs).count() > 10);
        assert!(rows().all(|row| row.loss.is_nan() || row.loss >= 0.0));
        assert!(rows().filter(differs).any(|row| row.loss > 0.05));
    }

    #[test]
    fn figures_of_a_few_games_are_plausible() {
        let folder = TempDir::new().expect("a folder");
        let file = figures(&plan(&folder.path().join("a"), 12));
        let group = &file["groups"]["classic"];
        assert_eq!(group["games"], 12);
        let value = |figure: &str| group["figures"][figure]["value"].as_f64().expect(figure);
        let shares = ["deal", "draws", "play", "revision"];
        let sum: f64 = shares.iter().map(|part| value(&format!("luck-share {part}"))).sum();
        assert!((sum - 1.0).abs() < 1e-4, "{sum}");
        assert!((10.0..=52.0).contains(&value("roses")), "{group}");
        assert!((0.0..=8.0).contains(&value("heroes-played")), "{group}");
        assert!(value("decision-loss").abs() < 1e-9, "{group}");
        for drawing in
            ["cards-dealt-classic", "draws-classic", "squares-classic", "margins-classic", "luck"]
        {
            let path = folder.path().join("a/report").join(drawing).with_extension("svg");
            let text = fs::read_to_string(path).expect(drawing);
            assert!(text.starts_with("<svg") && text.contains("prefers-color-scheme"), "{text}");
            assert!(text.contains("<title>") && text.contains(" | "), "{text}");
        }
    }

    #[test]
    fn games_of_two_seeds_are_compared() {
        let folder = TempDir::new().expect("a folder");
        let first = plan(&folder.path().join("a"), 3);
        let second = StudyRun { folder: folder.path().join("b"), seed: 4, ..first.clone() };
        play(&first);
        play(&second);
        let both = report(&[first.folder, second.folder]).expect("a report").figures();
        assert_eq!(both.games(), 6);
        both.write(folder.path()).expect("written");
        let text = fs::read_to_string(folder.path().join("figures.json")).expect("a file");
        let file: Value = serde_json::from_str(&text).expect("JSON");
        let repeats = file["repeats"].as_array().expect("repeats");
        let of_plies = repeats.iter().find(|repeat| repeat["figure"] == "plies").expect("plies");
        assert_eq!(of_plies["seeds"], serde_json::json!([3, 4]));
        assert_eq!(file["groups"]["classic"]["figures"]["plies"]["games"], 6);
    }

    #[test]
    fn folders_of_other_rows_are_refused() {
        let folder = TempDir::new().expect("a folder");
        let error = report(&[folder.path().into()]).expect_err("it is empty");
        assert!(format!("{error:#}").ends_with("has no games"), "{error:#}");
        let run = plan(&folder.path().join("a"), 1);
        play(&run);
        let other = StudyRun { nodes: 9, ..run };
        let error = other.run(&StopSign::default(), &mut |_, _| ()).expect_err("it is refused");
        assert!(format!("{error:#}").contains("different settings"), "{error:#}");
    }
}
