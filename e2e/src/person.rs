use anyhow::Result;

use crate::Browser;

/// The password of everybody who registers.
pub const PASSWORD: &str = "a red rose and a white one";

/// What tests of several pages have a person do and see.
impl Browser {
    /// Registers an account, which leads to the lobby.
    pub async fn register(&self, name: &str) -> Result<()> {
        self.goto("#/account").await?;
        self.type_into("#register-name", name).await?;
        self.type_into("#register-password", PASSWORD).await?;
        self.click("#register-go").await?;
        self.find("#quick-play").await?;
        Ok(())
    }

    /// How many plies the list of the game on the page has.
    pub async fn plies(&self) -> Result<u64> {
        let script = "return document.querySelectorAll('.moves .ply').length";
        Ok(self.script(script, &[]).await?.as_u64().unwrap_or_default())
    }
}
