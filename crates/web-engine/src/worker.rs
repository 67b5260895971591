//! The worker's event loop: one request at a time, answered by messages.

use core::ops::ControlFlow;

use bosworth_engine::{
    Analysis, Engine, EngineSettings, Level, ReviewDepth, Reviewer, SearchLimits, Watch,
};
use bosworth_reasons::{BoardMark, Explainer, Reason};
use bosworth_rules::{Action, Position, Record};
use bosworth_texts::{Language, Texts};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, JsValue};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use crate::rollouts::roll_out;
use crate::wire::{
    EngineRequest, EngineResponse, ExplainedFindings, Findings, LineFindings, PlyFindings,
    ReasonFindings, letters,
};

/// The memory limit of a search, in MiB.
const HASH: usize = 96;

/// Installs the message handler.
pub fn start() {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let say = {
        let scope = scope.clone();
        move |answer: &EngineResponse| {
            if let Ok(text) = serde_json::to_string(answer) {
                let _ = scope.post_message(&JsValue::from_str(&text));
            }
        }
    };
    let listen = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let text = event.data().as_string().unwrap_or_default();
        match serde_json::from_str(&text) {
            Ok(ask) => answer(ask, &say),
            Err(error) => say(&EngineResponse::Failed(error.to_string())),
        }
    });
    scope.set_onmessage(Some(listen.as_ref().unchecked_ref()));
    listen.forget();
}

fn answer(ask: EngineRequest, say: &impl Fn(&EngineResponse)) {
    let done = match ask {
        EngineRequest::Choose { position, level, game } => choose(&position, level, game, say),
        EngineRequest::Analyse { position, milliseconds, nodes } => {
            analyse(&position, milliseconds, nodes, say)
        }
        EngineRequest::Review { record, depth } => review(&record, depth, say),
        EngineRequest::RollOut { position } => {
            roll_out(&position).map(|found| say(&EngineResponse::RolledOut(found)))
        }
        EngineRequest::Explain { position, actions, language, blue } => {
            let language = Language::from_code(&language).unwrap_or_default();
            explain(&position, &actions, &texts(language, blue), say)
        }
    };
    if let Err(why) = done {
        say(&EngineResponse::Failed(why));
    }
}

fn choose(
    position: &str,
    level: u8,
    game: u64,
    say: &impl Fn(&EngineResponse),
) -> Result<(), String> {
    let position: Position = position.parse().map_err(|error| format!("{error}"))?;
    let level = Level::new(level).ok_or("levels are from 1 to 8")?;
    if position.is_over() {
        return Err("the game is over".into());
    }
    say(&EngineResponse::Chosen(level.choose(&position, game).to_string()));
    Ok(())
}

/// Reports the progress of a search to the page, and enforces its deadline.
struct Reporter<'a, S> {
    say: &'a S,
    position: &'a str,
    begun: f64,
    until: f64,
}

impl<S: Fn(&EngineResponse)> Reporter<'_, S> {
    fn findings(&self, analysis: &Analysis, done: bool) -> Findings {
        let lines = analysis.lines.iter().map(|line| LineFindings {
            actions: line.actions.iter().map(|action| action.to_string()).collect(),
            chance: line.win_chance(),
            exact: line.exact.is_some(),
            margin: f64::from(line.value.margin),
        });
        Findings {
            position: self.position.into(),
            lines: lines.collect(),
            depth: analysis.depth,
            nodes: analysis.nodes,
            milliseconds: js_sys::Date::now() - self.begun,
            exact: analysis.exact,
            forecast: letters(analysis.forecast),
            done,
        }
    }
}

impl<S: Fn(&EngineResponse)> Watch for Reporter<'_, S> {
    fn keep_on(&mut self, _: u64) -> ControlFlow<()> {
        if js_sys::Date::now() < self.until {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }

    fn time_spent(&self) -> f32 {
        // Without a limit, the end is infinitely far away.
        ((js_sys::Date::now() - self.begun) / (self.until - self.begun)) as f32
    }

    fn report(&mut self, analysis: &Analysis) {
        (self.say)(&EngineResponse::Analysis(self.findings(analysis, false)));
    }
}

fn analyse(
    position: &str,
    milliseconds: Option<u32>,
    nodes: Option<u64>,
    say: &impl Fn(&EngineResponse),
) -> Result<(), String> {
    let at: Position = position.parse().map_err(|error| format!("{error}"))?;
    let begun = js_sys::Date::now();
    let until = milliseconds.map_or(f64::INFINITY, |time| begun + f64::from(time));
    let mut reporter = Reporter { say, position, begun, until };
    let engine = Engine::new(EngineSettings { hash: HASH, ..EngineSettings::default() });
    let analysis = engine.analyse_watched(
        &at,
        SearchLimits { nodes, ..SearchLimits::default() },
        &mut reporter,
    );
    say(&EngineResponse::Analysis(reporter.findings(&analysis, true)));
    Ok(())
}

fn texts(language: Language, blue: bool) -> Texts {
    let texts = Texts::new(language, &[]).with_numerals();
    if blue { texts.in_blue() } else { texts }
}

fn explain(
    position: &str,
    actions: &[String],
    texts: &Texts,
    say: &impl Fn(&EngineResponse),
) -> Result<(), String> {
    let position: Position = position.parse().map_err(|error| format!("{error}"))?;
    let actions: Result<Vec<Action>, _> = actions.iter().map(|text| text.parse()).collect();
    let actions = actions.map_err(|error| format!("{error}"))?;
    let &[first, second, ..] = &actions[..] else { return Err("two actions are compared".into()) };
    let engine = Engine::new(EngineSettings { hash: HASH, ..EngineSettings::default() });
    let search = |link: &Position, nodes| engine.analyse(link, SearchLimits::nodes(nodes));
    let explainer = Explainer::new(&position, &actions, search);
    let sentence = |reason: &Reason| ReasonFindings {
        text: texts.because(&position, reason),
        is_own: reason.is_own,
        weight: reason.weight,
        marks: reason.marks(&position).iter().map(BoardMark::to_string).collect(),
    };
    let explained = explainer.accounts().map(|account| {
        let other = if account.action == first { second } else { first };
        let reasons = explainer.reasons(account.action, other);
        let reasons = reasons.iter().map(sentence).collect();
        ExplainedFindings { action: account.action.to_string(), reasons }
    });
    say(&EngineResponse::Explained(explained.collect()));
    Ok(())
}

fn review(record: &str, depth: ReviewDepth, say: &impl Fn(&EngineResponse)) -> Result<(), String> {
    let record: Record = record.parse().map_err(|error| format!("{error}"))?;
    let (game, fault) = record.replay_prefix();
    if let Some(fault) = fault
        && game.plies().is_empty()
    {
        return Err(fault.to_string());
    }
    let engine = Engine::default();
    let mut reviewer = Reviewer::new(&game, &engine, depth.limits());
    let mut begun = false;
    loop {
        let findings = reviewer.step().map(PlyFindings::from);
        if !begun {
            begun = true;
            let review = reviewer.review();
            let (start, first) = (review.start, review.first);
            say(&EngineResponse::Begun { start, first, plies: game.plies().len() });
        }
        match findings {
            Some(findings) => say(&EngineResponse::Ply(findings)),
            None => break,
        }
    }
    say(&EngineResponse::Done(reviewer.review().finished));
    Ok(())
}
