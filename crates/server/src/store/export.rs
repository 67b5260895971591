use bosworth_practice::Progress;
use bosworth_protocol::NotificationSettings;
use bosworth_table::AccountId;
use futures_util::TryStreamExt;

use super::{
    Account, GameFilter, GameRow, HistoryPoint, LoginSession, MailAddress, Rating, ReviewedGame,
    Store, StoreError, StoredConditional, StoredDailyAnswer, StoredDevice, StoredHoliday,
    StoredIdentity, StoredSeek, Token,
};

/// Everything stored about an account, for its owner. Game logs are read one by one.
#[derive(Debug, Clone, PartialEq)]
pub struct AccountExport {
    /// The account itself.
    pub account: Account,
    /// Its bots.
    pub bots: Vec<Account>,
    /// Ratings by speed, with their history.
    pub ratings: Vec<(i64, Rating, Vec<HistoryPoint>)>,
    /// Ratings by results without luck, by speed.
    pub ratings_without_luck: Vec<(i64, Rating)>,
    /// What reviews found in its games, newest first.
    pub reviews: Vec<ReviewedGame>,
    /// The games, newest first.
    pub games: Vec<GameRow>,
    /// Its login sessions.
    pub sessions: Vec<LoginSession>,
    /// Its tokens.
    pub tokens: Vec<Token>,
    /// Open offers.
    pub seeks: Vec<StoredSeek>,
    /// Its push devices.
    pub devices: Vec<StoredDevice>,
    /// The mail address.
    pub mail: Option<MailAddress>,
    /// Its identities at other services.
    pub identities: Vec<StoredIdentity>,
    /// The notification settings.
    pub notifications: NotificationSettings,
    /// Its holidays, oldest first.
    pub holidays: Vec<StoredHoliday>,
    /// Its conditional actions.
    pub conditionals: Vec<StoredConditional>,
    /// What it has done while training.
    pub training: Progress,
    /// Its answers to the positions of days, oldest first.
    pub daily_answers: Vec<StoredDailyAnswer>,
}

impl Store {
    /// Returns everything stored about an account.
    pub async fn export_account(&self, id: AccountId) -> Result<Option<AccountExport>, StoreError> {
        let Some(account) = self.account(id).await? else { return Ok(None) };
        let mut ratings = Vec::new();
        for (speed, rating) in self.ratings(id).await? {
            ratings.push((speed, rating, self.rating_history(id, speed).await?));
        }
        let games = GameFilter { account: Some(id), ..GameFilter::default() };
        Ok(Some(AccountExport {
            account,
            bots: self.bots_of(id).await?,
            ratings,
            ratings_without_luck: self.ratings_without_luck(id).await?,
            reviews: self.reviewed_games(id, u32::MAX).await?,
            games: self.all_games(games).try_collect().await?,
            sessions: self.sessions_of(id).await?,
            tokens: self.tokens_of(id).await?,
            seeks: self.seeks_of(id).await?,
            devices: self.devices_of(id).await?,
            mail: self.mail_address(id).await?,
            identities: self.identities_of(id).await?,
            notifications: self.notification_settings(id).await?,
            holidays: self.holidays_of(id).await?,
            conditionals: self.conditionals_of(id).await?,
            training: self.training(id).await?,
            daily_answers: self.daily_answers_of(id).await?,
        }))
    }
}
