use bosworth_board::Scene;
use ratatui::style::Style;

use super::seat;
use crate::app::{GameSource, TerminalApp};
use crate::painter::wrap;

/// The selection and its effect, or the latest message.
pub(super) fn messages(
    app: &TerminalApp,
    scene: &Scene,
    columns: u16,
    large: bool,
) -> Vec<(String, Style)> {
    let theme = app.theme;
    let mut out = Vec::new();
    let mut put = |text: &str, style: Style| {
        out.extend(wrap(text, columns).into_iter().map(|line| (line, style)));
    };
    if app.is_upside_down() {
        put(&app.texts.get("tui-turned"), theme.faint());
    }
    if let GameSource::Records { games, place, .. } = &app.source {
        let (record, game, fault) = &games[*place];
        if let Some(before) = app.ply().checked_sub(1) {
            put(&app.texts.ply(&game.positions()[before], game.plies()[before]), Style::new());
            for comment in record.steps.get(before).into_iter().flat_map(|step| &step.comments) {
                put(comment, theme.faint());
            }
        }
        review_words(app, &mut put);
        if let Some(fault) = fault.as_ref().filter(|_| app.ply() == game.plies().len()) {
            put(&app.texts.format("tui-fault", &[("fault", fault.clone().into())]), theme.hero());
        }
    }
    if let Some(online) = app.online() {
        seat::messages(app, online, columns, large, &mut put);
    }
    if let Some(question) = app.question() {
        put(&question, theme.hero());
    } else if scene.chosen.is_some() {
        put(&preview(app, scene), theme.target());
        put(&app.texts.get("tui-confirm"), theme.faint());
    } else if let Some(message) = &app.message {
        put(message, theme.strong());
    }
    if app.shows_end() {
        for line in app.end_lines() {
            put(&line, theme.target());
        }
    } else if scene.chosen.is_none() && app.asks.is_none() && scene.is_open() {
        put(&app.texts.get("tui-choose"), theme.faint());
    }
    out
}

/// The review of the current ply, and of the game.
fn review_words(app: &TerminalApp, put: &mut impl FnMut(&str, Style)) {
    let theme = app.theme;
    let percent = |part: f64| app.texts.number(100.0 * part, 0);
    if let Some(ply) = app.ply().checked_sub(1).and_then(|n| app.plies.get(n)) {
        let mut parts = Vec::new();
        if let (Some(mark), Some(better)) = (ply.mark(), ply.better()) {
            parts.push(mark.sign().to_string());
            let better = app.action_name(better);
            parts.push(app.texts.format("tui-best", &[("action", better.into())]));
        }
        if let Some(loss) = ply.loss().filter(|loss| *loss >= 0.005) {
            parts.push(app.texts.format("tui-loss", &[("loss", percent(loss).into())]));
            if ply.decision.as_ref().is_some_and(|decision| decision.exact) {
                parts.push(app.texts.get("exact"));
            }
        }
        if let Some(luck) = ply.luck() {
            let luck = app.signed(100.0 * luck);
            parts.push(app.texts.format("tui-luck", &[("luck", luck.into())]));
        }
        if !parts.is_empty() {
            put(&parts.join(" · "), theme.hint());
        }
    }
    if app.is_reviewing() {
        let all = app.game().plies().len();
        let values = [("done", app.plies.len().into()), ("all", all.into())];
        put(&app.texts.format("tui-reviewing", &values), theme.faint());
    } else if let Some(summaries) = &app.summaries {
        // Accuracy is a percentage already.
        let values = [
            ("red", app.texts.number(summaries.red.accuracy(), 0).into()),
            ("white", app.texts.number(summaries.white.accuracy(), 0).into()),
        ];
        put(&app.texts.format("tui-reviewed", &values), theme.faint());
    }
}

fn preview(app: &TerminalApp, scene: &Scene) -> String {
    let position = &scene.position;
    let Some(target) = scene.chosen_target() else { return app.texts.get("tui-preview-draw") };
    let gains: Vec<_> = [position.side(), !position.side()]
        .into_iter()
        .filter(|&side| target.gain[side] != 0 || side == position.side())
        .map(|side| {
            let points = format!("{:+}", target.gain[side]).replace('-', "\u{2212}");
            let values = [("side", app.side_name(side).into()), ("points", points.into())];
            app.texts.format("tui-gain", &values)
        })
        .collect();
    let values = [
        ("action", app.texts.short_action(target.action).into()),
        ("target", target.square.to_string().into()),
        ("gain", gains.join(", ").into()),
    ];
    app.texts.format(if target.is_hero() { "tui-preview-hero" } else { "tui-preview" }, &values)
}
