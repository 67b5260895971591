use anyhow::Result;

use crate::Browser;

/// The password of all registered users.
pub const PASSWORD: &str = "a red rose and a white one";

/// Interactions shared by several tests.
impl Browser {
    /// Registers an account, and ends up in the lobby.
    pub async fn register(&self, name: &str) -> Result<()> {
        self.goto("#/account").await?;
        self.type_into("#register-name", name).await?;
        self.type_into("#register-password", PASSWORD).await?;
        self.click("#register-go").await?;
        self.find("#quick-play").await?;
        Ok(())
    }

    /// The number of plies in the move list on the page.
    pub async fn plies(&self) -> Result<u64> {
        let script = "return document.querySelectorAll('.moves .ply').length";
        Ok(self.script(script, &[]).await?.as_u64().unwrap_or_default())
    }
}
