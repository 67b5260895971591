//! Snapshots of the screen, at several sizes and colour depths.

use std::collections::HashMap;
use std::fmt::Write;
use std::time::{Duration, Instant};

use bosworth_board::Press;
use bosworth_engine::ReviewDepth;
use bosworth_fair::Secret;
use bosworth_local::{LocalTable, Seat};
use bosworth_rules::{BySide, Direction, Record, Ruleset, Side};
use bosworth_texts::Language;
use bosworth_tui::{
    AppEffect, ClickTarget, Depth, EffectResult, GameSource, Ground, LeaveReason, LocalClock, Menu,
    TerminalApp, Theme,
};
use insta::assert_snapshot;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::style::{Color, Style};

const PERSON: Seat = Seat::Person;

fn table(seats: BySide<Seat>, rules: Ruleset) -> LocalTable {
    LocalTable::deal("test".into(), Secret::new([7; 32]), rules, seats)
}

fn app(table: LocalTable, language: Language, depth: Depth, ascii: bool) -> TerminalApp {
    let texts = bosworth_tui::texts(language, &[]);
    let source = GameSource::Table(Box::new(table));
    TerminalApp::new(source, texts, Theme { depth, ground: Ground::Dark, ascii }, Duration::ZERO)
}

/// A game of two people after some plies. Their choices are arbitrary but deterministic,
/// independent of the engine.
fn middle(plies: usize, rules: Ruleset) -> LocalTable {
    let mut table = table(BySide { red: PERSON, white: PERSON }, rules);
    for n in 0..plies {
        let actions: Vec<_> = table.position().actions().iter().collect();
        if actions.is_empty() {
            break;
        }
        table.act(actions[(n * 7 + 3) % actions.len()]).expect("a legal action");
    }
    table
}

/// A position with targets of both kinds, and the number of a playable card.
fn with_hero_target() -> (LocalTable, String) {
    let tables = (20..200).map(|plies| middle(plies, Ruleset::CLASSIC));
    let found = tables.into_iter().find_map(|table| {
        let targets = bosworth_board::targets(table.position());
        let hero = targets.iter().any(|target| target.is_hero());
        let free = targets.iter().find(|target| !target.is_hero())?.number;
        (hero && targets.len() >= 3).then(|| (table, free.to_string()))
    });
    found.expect("some position has both")
}

fn press(app: &mut TerminalApp, keys: &str) {
    for key in keys.chars() {
        let code = match key {
            '\n' => KeyCode::Enter,
            '<' => KeyCode::Left,
            '^' => KeyCode::Home,
            '$' => KeyCode::End,
            key => KeyCode::Char(key),
        };
        app.key(code.into(), Instant::now());
    }
}

fn frame(app: &TerminalApp, width: u16, height: u16) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
    terminal
        .draw(|frame| {
            bosworth_tui::draw(app, frame.buffer_mut());
        })
        .expect("it is drawn");
    terminal.backend().buffer().clone()
}

/// The characters alone.
fn signs(buffer: &Buffer) -> String {
    let mut out = String::new();
    for y in 0..buffer.area.height {
        let line: String = (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect();
        let _ = writeln!(out, "{}", line.trim_end());
    }
    out
}

/// The characters, then a map with a letter for each style.
fn styled(buffer: &Buffer) -> String {
    let mut out = signs(buffer) + "\n";
    let mut known: HashMap<Style, char> = HashMap::new();
    let mut legend = String::new();
    for y in 0..buffer.area.height {
        let mut line = String::new();
        for x in 0..buffer.area.width {
            let style = buffer[(x, y)].style();
            let next = char::from(b'a' + known.len() as u8);
            line.push(*known.entry(style).or_insert_with(|| {
                let _ = writeln!(
                    legend,
                    "{next} fg {:?} bg {:?} {:?}",
                    style.fg.unwrap_or_default(),
                    style.bg.unwrap_or_default(),
                    style.add_modifier
                );
                next
            }));
        }
        let _ = writeln!(out, "{line}");
    }
    out + "\n" + &legend
}

#[test]
fn frames_at_three_sizes_and_three_depths() {
    for (width, height) in [(80, 24), (120, 40), (200, 60)] {
        for depth in [Depth::True, Depth::Sixteen, Depth::None] {
            let (table, card) = with_hero_target();
            let mut app = app(table, Language::English, depth, false);
            press(&mut app, &card);
            let shown = styled(&frame(&app, width, height));
            assert_snapshot!(format!("frame_{width}x{height}_{depth:?}"), shown);
        }
    }
}

#[test]
fn a_light_ground_at_every_depth() {
    for depth in [Depth::True, Depth::Indexed, Depth::Sixteen] {
        let (table, card) = with_hero_target();
        let mut app = app(table, Language::English, depth, false);
        app.set_ground(Ground::Light);
        press(&mut app, &card);
        assert_snapshot!(format!("light_{depth:?}"), styled(&frame(&app, 80, 24)));
    }
}

#[test]
fn every_cell_is_painted() {
    for depth in [Depth::True, Depth::Indexed, Depth::Sixteen] {
        for keys in ["", "t", "e", "1", "?"] {
            let mut app = app(middle(30, Ruleset::CLASSIC), Language::English, depth, false);
            press(&mut app, keys);
            for size in [(80, 24), (120, 40), (60, 20)] {
                let buffer = frame(&app, size.0, size.1);
                let bare = buffer.content.iter().find(|cell| {
                    cell.bg == Color::Reset || (cell.symbol() != " " && cell.fg == Color::Reset)
                });
                assert_eq!(bare, None, "{depth:?} {keys:?} {size:?}");
            }
        }
    }
}

#[test]
fn north_is_up_for_red_and_cards_show_their_listed_names() {
    for (width, height) in [(80, 24), (120, 40)] {
        let seats = BySide { red: PERSON, white: Seat::Level(1) };
        let mut app = app(table(seats, Ruleset::CLASSIC), Language::English, Depth::None, false);
        let shown = signs(&frame(&app, width, height));
        let ranks: String =
            shown.lines().filter_map(|line| line.trim_start().chars().next()).collect();
        assert!(ranks.find('9') < ranks.find('1'), "north is up:\n{shown}");
        let position = *app.table().expect("a table").position();
        for side in [Side::Red, Side::White] {
            for card in position.hand(side) {
                let arrow = match card.direction {
                    Direction::North => "↑",
                    Direction::NorthEast => "↗",
                    Direction::East => "→",
                    Direction::SouthEast => "↘",
                    Direction::South => "↓",
                    Direction::SouthWest => "↙",
                    Direction::West => "←",
                    Direction::NorthWest => "↖",
                };
                assert!(shown.contains(&format!("{arrow} {card}")), "{card}:\n{shown}");
            }
        }
        assert!(!shown.contains("south is up"));
        press(&mut app, "f");
        let turned = signs(&frame(&app, width, height));
        assert!(turned.contains("south is up"), "a turned board says so:\n{turned}");
    }
}

#[test]
fn ascii_cards_show_their_whole_names() {
    for plies in (0..60).step_by(7) {
        let app = app(middle(plies, Ruleset::CLASSIC), Language::English, Depth::None, true);
        let shown = signs(&frame(&app, 80, 24));
        let position = *app.table().expect("a table").position();
        for card in Side::ALL.into_iter().flat_map(|side| position.hand(side).iter()) {
            assert!(shown.contains(&format!(" {card} ")), "{card}:\n{shown}");
        }
        assert!(!shown.contains('~'), "nothing is cut:\n{shown}");
    }
}

#[test]
fn ascii_frames_contain_only_ascii() {
    let (table, card) = with_hero_target();
    let mut app = app(table, Language::German, Depth::None, true);
    press(&mut app, &card);
    let shown = signs(&frame(&app, 80, 24));
    assert!(shown.is_ascii(), "{shown}");
    assert_snapshot!("ascii", shown);
    press(&mut app, "?");
    assert!(signs(&frame(&app, 80, 24)).is_ascii());
}

#[test]
fn every_language_fits_the_minimum_window() {
    for language in Language::ALL {
        let mut app = app(middle(40, Ruleset::CLASSIC), language, Depth::None, false);
        press(&mut app, "t");
        assert_snapshot!(format!("territories_{}", language.code()), signs(&frame(&app, 80, 24)));
        press(&mut app, "?");
        let help = signs(&frame(&app, 80, 24));
        assert!(!help.contains('…'), "{help}");
        assert_snapshot!(format!("help_{}", language.code()), help);
    }
}

#[test]
fn the_menu_fits_in_every_language() {
    for language in Language::ALL {
        let texts = bosworth_tui::texts(language, &[]);
        let mut buffer = Buffer::empty(ratatui::layout::Rect::new(0, 0, 80, 24));
        let theme = Theme { depth: Depth::None, ground: Ground::Dark, ascii: false };
        Menu::new(Ruleset::CLASSIC).draw(&texts, theme, &mut buffer);
        let shown = signs(&buffer);
        assert!(!shown.contains('…'), "{shown}");
        assert_snapshot!(format!("menu_{}", language.code()), shown);
    }
}

#[test]
fn finished_games_show_the_winner_in_edition_colours() {
    let rules = "kingofroses".parse().expect("a ruleset");
    let mut app = app(middle(500, rules), Language::English, Depth::Sixteen, false);
    assert!(app.table().is_some_and(LocalTable::is_over));
    press(&mut app, "te");
    assert_snapshot!(styled(&frame(&app, 100, 31)));
}

#[test]
fn the_result_is_the_headline_and_replaces_the_chances() {
    for (language, result, chances) in [
        (Language::English, "Blue wins, 55 to 46.", "expected lead"),
        (Language::German, "55", "Vorsprung"),
        (Language::French, "55", "avance"),
    ] {
        let rules = "kingofroses".parse().expect("a ruleset");
        let mut app = app(middle(500, rules), language, Depth::None, false);
        press(&mut app, "e");
        let shown = signs(&frame(&app, 100, 31));
        let headline = shown.lines().next().expect("a first line");
        assert!(headline.contains(result), "{headline}");
        assert!(!shown.contains(chances), "{shown}");
    }
}

#[test]
fn one_key_reviews_a_finished_game_and_another_leads_back() {
    let mut open = app(middle(24, Ruleset::CLASSIC), Language::English, Depth::None, false);
    press(&mut open, "v");
    assert_eq!(open.leave(), None, "it is in progress");
    let mut over = app(middle(500, Ruleset::CLASSIC), Language::English, Depth::None, false);
    assert!(signs(&frame(&over, 80, 24)).contains("v review"));
    press(&mut over, "v");
    assert_eq!(over.leave(), Some(LeaveReason::Review));
    let game = over.table().expect("a table").game().clone();
    let record = Record::of(&game);
    let texts = bosworth_tui::texts(Language::English, &[]);
    let theme = Theme { depth: Depth::None, ground: Ground::Dark, ascii: false };
    let mut review = TerminalApp::review(record, game, texts, theme);
    assert!(matches!(review.effects()[..], [AppEffect::Review { .. }]));
    assert!(signs(&frame(&review, 80, 24)).contains("q back to the game"));
    press(&mut review, "q");
    assert_eq!(review.leave(), Some(LeaveReason::Back));
}

#[test]
fn bars_fit_a_narrow_window() {
    for language in Language::ALL {
        let texts = bosworth_tui::texts(language, &[]);
        let bars = [
            "hint-bar-play",
            "hint-bar-watch",
            "hint-bar-over",
            "hint-bar-view",
            "hint-bar-review",
            "hint-bar-back",
        ]
        .map(|id| format!("tui-{id}"))
        .into_iter()
        .chain(
            ["play", "next", "over", "watch", "watch-over"].map(|id| format!("online-bar-{id}")),
        );
        for id in bars {
            let line = texts.format(&id, &[("count", 12.into())]);
            assert!(line.chars().count() <= 78, "{}: {line}", line.chars().count());
        }
    }
}

#[test]
fn resizing_below_the_minimum_keeps_the_state() {
    let mut app = app(middle(24, Ruleset::CLASSIC), Language::English, Depth::True, false);
    let before = signs(&frame(&app, 80, 24));
    assert_snapshot!(signs(&frame(&app, 60, 20)), @r"
    The window is too small: 60 × 20. The game needs at least 80
    × 24.
    ");
    for (width, height) in [(1, 1), (2, 50), (79, 24), (80, 23), (500, 3)] {
        frame(&app, width, height);
    }
    press(&mut app, "f");
    press(&mut app, "f");
    assert_eq!(signs(&frame(&app, 80, 24)), before);
}

#[test]
fn no_window_size_panics() {
    let mut app = app(middle(60, Ruleset::CLASSIC), Language::German, Depth::True, false);
    press(&mut app, "te");
    for width in (1..240).step_by(13) {
        for height in (1..80).step_by(7) {
            frame(&app, width, height);
        }
    }
}

/// Lets computers play to the end, answering at once.
fn play_out(app: &mut TerminalApp) {
    for _ in 0..2000 {
        let now = Instant::now();
        app.drive(now);
        for effect in app.effects() {
            if let AppEffect::Choose { ticket, level, position, game } = effect {
                let action = bosworth_tui::choose(level, &position, game);
                app.answer(EffectResult::Chosen(ticket, action), now);
            }
        }
        if app.table().is_some_and(LocalTable::is_over) {
            return;
        }
    }
    panic!("the game has no end");
}

#[test]
fn two_computers_with_the_same_seed_play_the_same_game() {
    for levels in [(1, 1), (2, 4), (5, 3)] {
        let game = || {
            let seats = BySide { red: Seat::Level(levels.0), white: Seat::Level(levels.1) };
            let mut app =
                app(table(seats, Ruleset::CLASSIC), Language::English, Depth::None, false);
            play_out(&mut app);
            app.table().expect("a table").game().clone()
        };
        assert_eq!(game(), game(), "{levels:?}");
    }
}

#[test]
fn computer_games_can_be_paused_and_stepped() {
    let seats = BySide { red: Seat::Level(1), white: Seat::Level(1) };
    let mut app = app(table(seats, Ruleset::CLASSIC), Language::English, Depth::None, false);
    let plies = |app: &TerminalApp| app.table().expect("a table").game().plies().len();
    press(&mut app, " ");
    app.drive(Instant::now());
    assert!(app.effects().is_empty(), "nobody thinks while the game stands");
    for step in 1..=3 {
        press(&mut app, "s");
        for effect in app.effects() {
            if let AppEffect::Choose { ticket, level, position, game } = effect {
                let action = bosworth_tui::choose(level, &position, game);
                app.answer(EffectResult::Chosen(ticket, action), Instant::now());
            }
        }
        app.drive(Instant::now());
        app.drive(Instant::now());
        assert_eq!(plies(&app), step);
    }
    assert!(app.wake().is_none(), "and nothing ticks");
}

#[test]
fn keys_choose_confirm_and_take_back() {
    let mut app = app(middle(0, Ruleset::CLASSIC), Language::English, Depth::None, false);
    let plies = |app: &TerminalApp| app.table().expect("a table").game().plies().len();
    press(&mut app, "d");
    assert!(signs(&frame(&app, 80, 24)).contains("cannot draw"), "five cards are enough");
    press(&mut app, "2");
    assert_eq!(plies(&app), 0, "a card is only chosen");
    press(&mut app, "\n");
    assert_eq!(plies(&app), 1);
    press(&mut app, "11");
    let after = plies(&app);
    press(&mut app, "<");
    let earlier = format!("Action {} of {after}", after - 1);
    assert!(signs(&frame(&app, 80, 24)).contains(&earlier));
    press(&mut app, "1\n$");
    assert_eq!(plies(&app), after, "what is past is only looked at");
    press(&mut app, "u");
    assert_eq!(plies(&app), after - 1);
    press(&mut app, "r");
    assert_eq!(plies(&app), after);
    press(&mut app, "uuuuu");
    assert_eq!(plies(&app), 0);
    assert!(signs(&frame(&app, 80, 24)).contains("nothing to undo"));
    assert!(app.effects().contains(&AppEffect::Save));
    press(&mut app, "q");
    assert_eq!(app.leave(), Some(LeaveReason::Quit));
}

#[test]
fn the_mouse_does_what_keys_do() {
    let mut app = app(middle(0, Ruleset::CLASSIC), Language::English, Depth::None, false);
    let hits = |app: &TerminalApp| {
        let mut buffer = Buffer::empty(ratatui::layout::Rect::new(0, 0, 80, 24));
        bosworth_tui::draw(app, &mut buffer)
    };
    let card =
        hits(&app).into_iter().find(|(_, hit)| matches!(hit, ClickTarget::Press(Press::Card(_))));
    let (_, card) = card.expect("a card can be clicked");
    app.click(card);
    assert!(signs(&frame(&app, 80, 24)).contains("Enter confirms"));
    app.click(card);
    assert_eq!(app.table().expect("a table").game().plies().len(), 1);
    let targets = bosworth_board::targets(app.table().expect("a table").position());
    app.click(ClickTarget::Press(Press::Square(targets[0].square)));
    app.click(ClickTarget::Press(Press::Square(targets[0].square)));
    assert_eq!(app.table().expect("a table").game().plies().len(), 2);
}

#[test]
fn stale_analyses_are_ignored() {
    let mut app = app(middle(10, Ruleset::CLASSIC), Language::English, Depth::None, false);
    press(&mut app, "h");
    let effects = app.effects();
    let Some(AppEffect::Analyse { ticket, position, .. }) = effects.first() else {
        panic!("a hint is asked for: {effects:?}")
    };
    let engine = bosworth_engine::Engine::default();
    let found = engine.analyse(position, bosworth_engine::SearchLimits::nodes(200));
    let now = Instant::now();
    app.answer(EffectResult::Analysed(ticket + 100, found.clone()), now);
    assert!(signs(&frame(&app, 80, 24)).contains("Looking for"), "that was another question");
    app.answer(EffectResult::Analysed(*ticket, found), now);
    assert!(signs(&frame(&app, 80, 24)).contains("Best: "));
    press(&mut app, "e");
    app.drive(now);
    assert!(signs(&frame(&app, 80, 24)).contains("expected lead"));
}

#[test]
fn a_long_name_leaves_room_for_the_points() {
    let mut record = bosworth_rules::Record::of(middle(30, Ruleset::CLASSIC).game());
    record.set_tag("Red", "Richard of Shrewsbury, Duke of York and Norfolk");
    let (game, _) = record.replay_prefix();
    let texts = bosworth_tui::texts(Language::English, &[]);
    let theme = Theme { depth: Depth::None, ground: Ground::Dark, ascii: false };
    let source = GameSource::Records { games: vec![(record, game, None)], place: 0, review: None };
    let app = TerminalApp::new(source, texts, theme, Duration::ZERO);
    let shown = signs(&frame(&app, 80, 24));
    assert!(shown.contains("Richard of") && shown.contains("♞♞♞♞"), "{shown}");
    assert_eq!(shown.matches("0 points").count(), 2, "{shown}");
}

#[test]
fn a_record_can_be_stepped_through() {
    let table = middle(30, Ruleset::CLASSIC);
    let record = bosworth_tui::record(&table, bosworth_rules::Date::from_days(20_772));
    let (game, _) = record.replay_prefix();
    let fault = Some("something is wrong here".to_string());
    let games = vec![(record.clone(), game.clone(), None), (record, game, fault)];
    let texts = bosworth_tui::texts(Language::English, &[]);
    let theme = Theme { depth: Depth::None, ground: Ground::Dark, ascii: false };
    let source = GameSource::Records { games, place: 0, review: Some(ReviewDepth::Standard) };
    let mut app = TerminalApp::new(source, texts, theme, Duration::ZERO);
    let effects = app.effects();
    let [AppEffect::Review { ticket, game, .. }] = &effects[..] else { panic!("{effects:?}") };
    let engine = bosworth_engine::Engine::default();
    let review =
        bosworth_engine::Review::of(game, &engine, bosworth_engine::SearchLimits::nodes(50));
    let now = Instant::now();
    for ply in &review.plies {
        app.answer(EffectResult::Reviewed(*ticket, ply.clone()), now);
    }
    let summaries = BySide::from_fn(|side| review.summary(side));
    app.answer(EffectResult::Summary(*ticket, summaries), now);
    press(&mut app, "jjjjjjj");
    let shown = signs(&frame(&app, 80, 24));
    assert!(shown.contains("Action 7 of 30") && shown.contains("Accuracy"), "{shown}");
    let marked: Vec<_> =
        review.plies.iter().filter(|ply| ply.mark().is_some()).map(|ply| ply.number).collect();
    let shows = |app: &TerminalApp, at: usize| {
        let shown = signs(&frame(app, 80, 24));
        assert!(shown.contains(&format!("Action {at} of 30")), "{marked:?}\n{shown}");
    };
    press(&mut app, "^");
    for &at in &marked {
        app.key(KeyCode::Tab.into(), now);
        shows(&app, at);
    }
    app.key(KeyCode::Tab.into(), now);
    assert!(signs(&frame(&app, 80, 24)).contains("No more mistakes."));
    app.key(KeyCode::BackTab.into(), now);
    shows(&app, marked[marked.len() - 2]);
    press(&mut app, "?");
    let help = signs(&frame(&app, 80, 24));
    assert!(help.contains("the next mistake") && !help.contains("is saved"), "{help}");
    press(&mut app, "?");
    press(&mut app, "n$");
    let shown = signs(&frame(&app, 80, 24));
    assert!(shown.contains("game 2 of 2") && shown.contains("something is wrong"), "{shown}");
}

#[test]
fn running_out_of_time_ends_a_local_game() {
    let clock = LocalClock::new("1+0".parse().expect("a clock"));
    let mut app =
        app(middle(0, Ruleset::CLASSIC), Language::English, Depth::None, false).with_clock(clock);
    let start = Instant::now();
    app.drive(start);
    assert!(signs(&frame(&app, 80, 24)).contains("1:00 · 0"));
    assert_eq!(app.wake(), None, "the clock starts with the first action");
    for code in [KeyCode::Char('1'), KeyCode::Enter] {
        app.key(code.into(), start);
    }
    assert!(app.wake().is_some_and(|wake| wake <= start + Duration::from_secs(1)));
    app.drive(start + Duration::from_secs(10));
    let shown = signs(&frame(&app, 80, 24));
    assert!(shown.contains("◷ 0:50 · 0"), "{shown}");
    app.effects();
    app.drive(start + Duration::from_mins(1));
    assert!(app.effects().contains(&AppEffect::Save));
    let shown = signs(&frame(&app, 80, 24));
    assert!(shown.contains("White ran out of time.") && shown.contains("Red wins."), "{shown}");
    assert_eq!(app.wake(), None, "and nothing ticks");
}

#[test]
fn the_menu_offers_an_unfinished_game_and_servers() {
    let texts = bosworth_tui::texts(Language::English, &[]);
    let mut buffer = Buffer::empty(ratatui::layout::Rect::new(0, 0, 80, 24));
    let theme = Theme { depth: Depth::None, ground: Ground::Dark, ascii: false };
    Menu::new(Ruleset::CLASSIC)
        .with_unfinished(Some("you – level 3, 17 actions".into()))
        .with_servers(vec!["http://localhost:1485".into()])
        .draw(&texts, theme, &mut buffer);
    assert_snapshot!("menu_go_on", signs(&buffer));
}

/// An ending in which one card decides: Blue draws, and wins unless SE2 comes.
const LAST_CARD: &str = "1wrrww3/rrwwrww2/1rr1rrw1r/1wwrwrww1/wwrr1rw2/r2r1w3/wrwrwr1w1/r1wrwwr2/w2w2r2 \
                         b9 w E2,S1,S2,SW1,NW2 N2,NE2,SE3,S3 0 0 W1 kingofroses";

#[test]
fn what_is_known_about_the_end_of_the_game_is_a_sentence() {
    for language in Language::ALL {
        let start = LAST_CARD.parse().expect("a position");
        let game = bosworth_rules::Game::new(start);
        let record = bosworth_rules::Record::of(&game);
        let source =
            GameSource::Records { games: vec![(record, game, None)], place: 0, review: None };
        let theme = Theme { depth: Depth::None, ground: Ground::Dark, ascii: false };
        let mut app =
            TerminalApp::new(source, bosworth_tui::texts(language, &[]), theme, Duration::ZERO);
        press(&mut app, "eh");
        let now = Instant::now();
        app.drive(now);
        for effect in app.effects() {
            let AppEffect::Analyse { ticket, position, .. } = effect else { continue };
            let engine = bosworth_engine::Engine::default();
            let found = engine.analyse(&position, bosworth_engine::SearchLimits::nodes(2_000));
            app.answer(EffectResult::Analysed(ticket, found), now);
        }
        let shown = signs(&frame(&app, 80, 24));
        assert_snapshot!(format!("forecast_{}", language.code()), shown);
    }
}
