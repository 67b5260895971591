use bosworth_engine::{Engine, SearchLimits};
use bosworth_practice::{
    Attempt, DailyAnswer, Day, MistakeCard, MistakeKey, Progress, PuzzleWish, daily_puzzle,
};
use bosworth_puzzles::{Grade, Puzzle, PuzzleId, PuzzleSet};
use bosworth_reasons::Explainer;
use bosworth_rules::{Action, Game, Position};
use bosworth_texts::Texts;

/// What to train.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum TrainingKind {
    /// The position of the day if it was not answered, then puzzles.
    #[default]
    Mixed,
    /// The position of the day.
    Daily,
    /// Puzzles.
    Puzzles,
    /// Mistakes of one's own that are due.
    Mistakes,
}

/// What a position on the board is.
#[derive(Clone, PartialEq, Eq, Debug)]
enum TrainingTask {
    Daily(Day, PuzzleId),
    Puzzle(PuzzleId),
    Mistake(MistakeKey),
}

/// Training of one person, without files, clocks and random numbers.
pub struct PracticeSession {
    tasks: TaskChooser,
    current: CurrentTask,
    answered: u32,
    right: u32,
}

/// Chooses positions.
struct TaskChooser {
    set: PuzzleSet,
    progress: Progress,
    kind: TrainingKind,
    wish: PuzzleWish,
    /// The puzzles and the mistakes of this session.
    shown: Vec<PuzzleId>,
    repeated: Vec<MistakeKey>,
}

struct CurrentTask {
    task: TrainingTask,
    /// The position, as a game that nobody has acted in.
    game: Game,
    /// What each legal action costs, the best first, in points of win chance out of 100.
    losses: Vec<(Action, f64)>,
    puzzle: Option<Puzzle>,
    hints: usize,
    is_tried: bool,
    is_over: bool,
}

/// Why no position can be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NothingToTrain {
    /// The set is empty.
    NoPuzzles,
    /// All puzzles of this kind were answered within half a year.
    AllAnswered,
    /// The position of the day was answered.
    DailyAnswered,
    /// No game was reviewed.
    NoMistakes,
    /// No mistake is due today.
    NoneDue,
}

impl NothingToTrain {
    /// The reason in words.
    pub fn text(self, texts: &Texts) -> String {
        texts.get(match self {
            Self::NoPuzzles => "train-no-puzzles",
            Self::AllAnswered => "train-none",
            Self::DailyAnswered => "train-daily-done",
            Self::NoMistakes => "train-no-mistakes",
            Self::NoneDue => "train-none-due",
        })
    }
}

impl TaskChooser {
    fn next(&mut self, now: i64, luck: u64) -> Result<CurrentTask, NothingToTrain> {
        let task = self.choose(now, luck).ok_or_else(|| self.why_nothing())?;
        match &task {
            TrainingTask::Daily(_, puzzle) | TrainingTask::Puzzle(puzzle) => {
                self.shown.push(*puzzle);
            }
            TrainingTask::Mistake(key) => self.repeated.push(key.clone()),
        }
        self.begin(task).ok_or_else(|| self.why_nothing())
    }

    fn choose(&self, now: i64, luck: u64) -> Option<TrainingTask> {
        let today = Day::of(now);
        let daily = || {
            let puzzle = daily_puzzle(&self.set, today)?;
            let is_new = self.progress.daily(today).is_none() && !self.shown.contains(&puzzle);
            is_new.then_some(TrainingTask::Daily(today, puzzle))
        };
        let puzzle = || {
            let next = self.progress.next_puzzle(&self.set, self.wish, &self.shown, now, luck);
            next.map(TrainingTask::Puzzle)
        };
        match self.kind {
            TrainingKind::Mixed => daily().or_else(puzzle),
            TrainingKind::Daily => daily(),
            TrainingKind::Puzzles => puzzle(),
            TrainingKind::Mistakes => {
                let due = self.progress.mistakes.due(today);
                let next = due.into_iter().find(|key| !self.repeated.contains(key))?;
                Some(TrainingTask::Mistake(next.clone()))
            }
        }
    }

    fn begin(&self, task: TrainingTask) -> Option<CurrentTask> {
        let (position, losses, puzzle) = match &task {
            TrainingTask::Daily(_, id) | TrainingTask::Puzzle(id) => {
                let puzzle = self.set.find(*id)?;
                let answers = puzzle.answers().iter();
                let losses = answers.map(|answer| (answer.action, answer.loss())).collect();
                (*puzzle.position(), losses, Some(puzzle))
            }
            TrainingTask::Mistake(key) => {
                let card = self.progress.mistakes.card(key)?;
                (card.position()?, card.losses(), None)
            }
        };
        let game = Game::new(position);
        Some(CurrentTask { task, game, losses, puzzle, hints: 0, is_tried: false, is_over: false })
    }

    fn why_nothing(&self) -> NothingToTrain {
        match self.kind {
            TrainingKind::Mistakes if self.progress.mistakes.is_empty() => {
                NothingToTrain::NoMistakes
            }
            TrainingKind::Mistakes => NothingToTrain::NoneDue,
            _ if self.set.is_empty() => NothingToTrain::NoPuzzles,
            TrainingKind::Daily => NothingToTrain::DailyAnswered,
            TrainingKind::Mixed | TrainingKind::Puzzles => NothingToTrain::AllAnswered,
        }
    }
}

impl PracticeSession {
    /// Begins with the first position.
    pub fn begin(
        set: PuzzleSet,
        progress: Progress,
        (kind, wish): (TrainingKind, PuzzleWish),
        now: i64,
        luck: u64,
    ) -> Result<Self, NothingToTrain> {
        let (shown, repeated) = (Vec::new(), Vec::new());
        let mut tasks = TaskChooser { set, progress, kind, wish, shown, repeated };
        let current = tasks.next(now, luck)?;
        Ok(Self { tasks, current, answered: 0, right: 0 })
    }

    /// Moves to the next position, or stays at the last one.
    pub fn next(&mut self, now: i64, luck: u64) -> Result<(), NothingToTrain> {
        self.current = self.tasks.next(now, luck)?;
        Ok(())
    }

    /// What was done until now.
    pub fn progress(&self) -> &Progress {
        &self.tasks.progress
    }

    /// The position, as a game that nobody has acted in.
    pub fn game(&self) -> &Game {
        &self.current.game
    }

    /// Whether an answer is expected.
    pub fn is_open(&self) -> bool {
        !self.current.is_over
    }

    /// The best action, once it is known.
    pub fn solution(&self) -> Option<Action> {
        let (best, _) = self.current.losses.first().filter(|_| self.current.is_over)?;
        Some(*best)
    }

    /// What the position is.
    pub fn title(&self, texts: &Texts) -> String {
        match &self.current.task {
            TrainingTask::Daily(day, _) => {
                texts.format("train-daily", &[("date", day.to_string().into())])
            }
            TrainingTask::Puzzle(_) => {
                let rating = self.current.puzzle.as_ref().map_or(0, Puzzle::rating);
                let own = texts.number(self.progress().standing().rating().round(), 0);
                let values = [("rating", u32::from(rating).into()), ("own", own.into())];
                texts.format("train-puzzle", &values)
            }
            TrainingTask::Mistake(key) => texts.format(
                "train-mistake",
                &[("game", key.game.clone().into()), ("ply", key.ply.into())],
            ),
        }
    }

    /// Grades an answer, and notes it if it is the first: what it costs, why, and what it changed.
    pub fn answer(&mut self, action: Action, now: i64, texts: &Texts) -> Vec<String> {
        if !self.is_open() {
            return vec![texts.get("train-answered")];
        }
        let current = &mut self.current;
        let position = *current.game.position();
        let known = current.losses.iter().find(|(known, _)| *known == action);
        let Some(&(_, loss)) = known else {
            let why = position.choose(action).err();
            return why.map(|why| texts.refusal(why, &position)).into_iter().collect();
        };
        let grade = Grade::of(loss);
        let is_right = grade <= Grade::Right;
        let is_first = !std::mem::replace(&mut current.is_tried, true);
        current.is_over = is_right;
        let mut lines = vec![verdict(grade, loss, &current.losses, texts)];
        lines.extend(reasons(&position, action, &current.losses, texts));
        if is_first {
            self.answered += 1;
            self.right += u32::from(is_right);
            lines.extend(self.note(loss, now, texts));
        }
        lines
    }

    /// Notes the first answer. Returns what it changed.
    fn note(&mut self, loss: f64, now: i64, texts: &Texts) -> Vec<String> {
        let progress = &mut self.tasks.progress;
        let before = progress.standing();
        if let Some(puzzle) = &self.current.puzzle {
            progress.record(Attempt::new(puzzle.id(), now, loss, puzzle.rating()));
        }
        let mut lines = Vec::new();
        match &self.current.task {
            TrainingTask::Daily(day, _) => {
                progress.answer_daily(*day, DailyAnswer::new(now, loss));
                let streak = progress.daily_streak(*day);
                if streak > 1 {
                    lines.push(texts.count("train-streak", streak));
                }
            }
            TrainingTask::Puzzle(_) => {}
            TrainingTask::Mistake(key) => {
                let is_right = Grade::of(loss) <= Grade::Right;
                progress.mistakes.review(key, now, is_right);
                let due = progress.mistakes.card(key).and_then(MistakeCard::due);
                let days = due.map_or(1, |due| due.since(Day::of(now)));
                lines.push(texts.count("train-again", days as u32));
            }
        }
        let after = progress.standing();
        if after.rated > before.rated {
            let change = (after.rating().round() - before.rating().round()) as i64;
            let sign = if change < 0 { '−' } else { '+' };
            let values = [
                ("rating", texts.number(after.rating().round(), 0).into()),
                ("change", format!("{sign}{}", change.abs()).into()),
            ];
            lines.push(texts.format("train-rating", &values));
        }
        lines
    }

    /// A hint: first the ideas of the puzzle, then what kind of action it is, then the action, after
    /// which a position that was not tried counts as missed.
    pub fn hint(&mut self, now: i64, texts: &Texts) -> Vec<String> {
        if !self.is_open() {
            return vec![texts.get("train-answered")];
        }
        let current = &mut self.current;
        let tags = current.puzzle.as_ref().map(Puzzle::tags).unwrap_or_default();
        let ideas: Vec<_> = tags.iter().map(|tag| texts.get(&format!("train-tag-{tag}"))).collect();
        let kind = match current.losses.first() {
            Some((Action::Play(_), _)) => "train-kind-play",
            Some((Action::Hero(_), _)) => "train-kind-hero",
            _ => "train-kind-draw",
        };
        let mut steps = Vec::new();
        if !ideas.is_empty() {
            steps.push(texts.format("train-hint-ideas", &[("ideas", ideas.join(", ").into())]));
        }
        steps.push(texts.get(kind));
        let hint = steps.get(current.hints).cloned();
        current.hints += 1;
        hint.map_or_else(|| self.give_away(now, texts), |hint| vec![hint])
    }

    fn give_away(&mut self, now: i64, texts: &Texts) -> Vec<String> {
        let current = &mut self.current;
        current.is_over = true;
        let [(best, _), .., (_, worst)] = current.losses[..] else { return Vec::new() };
        let is_first = !std::mem::replace(&mut current.is_tried, true);
        let values = [("action", texts.short_action(best).into())];
        let mut lines = vec![texts.format("train-solution", &values)];
        lines.extend(reasons(current.game.position(), best, &current.losses, texts));
        if is_first {
            self.answered += 1;
            lines.extend(self.note(worst, now, texts));
        }
        lines
    }

    /// The session in a sentence; none if nothing was answered.
    pub fn summary(&self, texts: &Texts) -> Option<String> {
        let rating = texts.number(self.progress().standing().rating().round(), 0);
        let values = [
            ("right", self.right.into()),
            ("answered", self.answered.into()),
            ("rating", rating.into()),
        ];
        (self.answered > 0).then(|| texts.format("train-summary", &values))
    }
}

/// What an answer is worth, and what it costs.
fn verdict(grade: Grade, loss: f64, losses: &[(Action, f64)], texts: &Texts) -> String {
    let points = |points: f64| texts.number(points, u32::from(points.fract() != 0.0));
    let gap = losses.get(1).map_or(0.0, |(_, second)| *second);
    match grade {
        Grade::Best => texts.format("train-best", &[("gap", points(gap).into())]),
        Grade::Right => texts.format("train-right", &[("loss", points(loss).into())]),
        Grade::Close => texts.format("train-close", &[("loss", points(loss).into())]),
        Grade::Wrong => texts.format("train-wrong", &[("loss", points(loss).into())]),
    }
}

/// Why an action is good, compared with the second best, or bad, compared with the best: of a bad one
/// only what is about itself, so that there is something left to find.
fn reasons(
    position: &Position,
    action: Action,
    losses: &[(Action, f64)],
    texts: &Texts,
) -> Vec<String> {
    let [(best, _), (second, _), ..] = *losses else { return Vec::new() };
    let is_best = action == best;
    let other = if is_best { second } else { best };
    let engine = Engine::default();
    let search = |link: &Position, nodes| engine.analyse(link, SearchLimits::nodes(nodes));
    let explainer = Explainer::new(position, &[action, other], search);
    let mut reasons = explainer.reasons(action, other);
    let speaks = |weight: f64| (weight > 0.0) == is_best;
    reasons.retain(|reason| speaks(reason.weight) && (is_best || reason.is_own));
    // In a paragraph, a sentence after one about another action would be taken to be about that one.
    reasons.sort_by_key(|reason| !reason.is_own);
    reasons.iter().map(|reason| texts.because(position, reason)).collect()
}

#[cfg(test)]
mod tests {
    use bosworth_texts::Language;

    use super::*;

    #[test]
    fn sentences_about_the_right_answer_come_before_those_about_another_action() {
        let texts = Texts::new(Language::English, &[]);
        let suite = include_str!("../../../../suites/regret.txt");
        let positions = suite.lines().filter_map(|line| line.split_once(" ; "));
        let mut about_both = 0;
        for (position, values) in positions.take(25) {
            let position: Position = position.parse().expect("a position");
            let actions = values.split(' ').filter_map(|value| value.split_once('='));
            let losses: Vec<(Action, f64)> =
                actions.map(|(action, _)| (action.parse().expect("an action"), 0.0)).collect();
            let said = reasons(&position, losses[0].0, &losses, &texts);
            let is_other = |text: &&String| {
                let starts = ["With ", "Drawing instead"].iter().any(|it| text.starts_with(it));
                starts || text.contains(", by contrast, ")
            };
            let own = said.iter().take_while(|text| !is_other(text)).count();
            assert!(said[own..].iter().all(|text| is_other(&text)), "{position}: {said:?}");
            about_both += u32::from(own > 0 && own < said.len());
        }
        assert!(about_both > 0, "no position has sentences about both");
    }
}
