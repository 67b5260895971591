use anyhow::Result;
use serde_json::{Value, json};

use crate::Browser;

/// A complete game, which Red wins.
pub const GAME: &str = include_str!("../tests/game.rose");

/// The game up to the last occurrence of a text in its record, without its result.
pub fn game_until(text: &str) -> String {
    let game = GAME.replace("[Result \"1-0\"]\n", "").replace("[Score \"221-130\"]\n", "");
    let at = game.replace('\n', " ").rfind(text).unwrap_or(game.len());
    format!("{} *\n", &game[..at])
}

impl Browser {
    /// Stores a game in the library and makes it the current one. A seat is `"person"` or
    /// `{ "level": 5 }`, Red's first.
    pub async fn store_game(&self, id: &str, record: &str, seats: [Value; 2]) -> Result<()> {
        let script = "const [id, record, seats] = arguments;
            const saved = { record, seats, started: 1.79e12, updated: 1.79e12 };
            localStorage.setItem('bosworth/game/' + id, JSON.stringify(saved));
            localStorage.setItem('bosworth/current', JSON.stringify(id));";
        self.script(script, &[json!(id), json!(record), json!(seats)]).await?;
        self.reload().await?;
        self.find("#main h1").await?;
        Ok(())
    }

    /// Stores settings, and loads the page with them.
    pub async fn store_settings(&self, settings: Value) -> Result<()> {
        let script = "localStorage.setItem('bosworth/settings', JSON.stringify(arguments[0]))";
        self.script(script, &[settings]).await?;
        self.reload().await?;
        self.find("#main h1").await?;
        Ok(())
    }
}
