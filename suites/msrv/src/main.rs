//! Plays a game of the computer against itself with the published crates. The other crates are only
//! compiled.

use bosworth_analysis as _;
use bosworth_board as _;
use bosworth_engine::{Engine, EngineSettings, SearchLimits};
use bosworth_fair::{Deck, Nonce, Secret};
use bosworth_json as _;
use bosworth_local as _;
use bosworth_puzzles as _;
use bosworth_rules::{BySide, Ruleset};
use bosworth_table as _;
use bosworth_texts as _;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let secret: Secret = "5ec2e7".parse()?;
    let nonces = BySide { red: "lancaster".parse::<Nonce>()?, white: "york".parse()? };
    let (mut position, mut deck) = Deck::deal(&secret.key("game 7", &nonces), Ruleset::CLASSIC);
    let engine = Engine::new(EngineSettings::default());
    while !position.is_over() {
        let analysis = engine.analyse(&position, SearchLimits::nodes(20));
        let action = analysis.best().ok_or("a game that is not over has an action")?;
        (_, position) = position.act_with(action, |pending| deck.draw_card(pending))?;
    }
    println!("{position}");
    Ok(())
}
