//! Finished games for research, if the host wants it.

use std::pin::pin;

use bosworth_protocol::{AccountKind, PlayerView, Players};
use bosworth_rules::{Record, Side};
use futures_util::stream::TryStreamExt;

use crate::http::records::{PlayerNames, log, record};
use crate::store::{GameFilter, Store, StoreError};

/// The tags that stay when players are not named. The others lead to the public page of the game, on
/// which the names are: its number, the proof of its shuffle, when exactly it was played.
const TAGS_WITHOUT_NAMES: [&str; 5] = ["Event", "Site", "Date", "Clock", "Termination"];

/// Passes on the records of all finished games that are public, newest first, without aborted ones.
/// Returns their number.
///
/// With `names`, they are the records that the server publishes; without, nothing in them says who
/// played. Neither contains chat or anything else about accounts.
pub async fn finished_games<E: From<StoreError>>(
    store: &Store,
    names: bool,
    mut on_record: impl FnMut(&Record) -> Result<(), E>,
) -> Result<u64, E> {
    let filter = GameFilter { ended: Some(true), shown: true, ..GameFilter::default() };
    let mut rows = pin!(store.all_games(filter));
    let mut players = PlayerNames::new(store);
    let mut count = 0;
    while let Some(row) = rows.try_next().await? {
        if row.ending.as_ref().is_none_or(|ending| ending.aborted) {
            continue;
        }
        let log = log(store, row.id).await?;
        let Some(mut record) = record(&row, &log, &mut players).await? else { continue };
        if !names {
            remove_names(&mut record, &players.players(row.seats).await?);
        }
        on_record(&record)?;
        count += 1;
    }
    Ok(count)
}

/// Replaces names by the kind of player, and removes what leads to them.
fn remove_names(record: &mut Record, players: &Players) {
    record.tags.retain(|(name, _)| TAGS_WITHOUT_NAMES.contains(&name.as_str()));
    for (tag, side) in [("Red", Side::Red), ("White", Side::White)] {
        let kind = match players.of(side) {
            PlayerView::Account { person, .. } => match person.kind {
                AccountKind::Person => "person".into(),
                AccountKind::Guest => "guest".into(),
                AccountKind::Bot => "bot".into(),
            },
            PlayerView::Computer { level } => format!("Computer, level {level}"),
        };
        record.set_tag(tag, &kind);
    }
    record.comments.clear();
    for step in &mut record.steps {
        step.comments.clear();
    }
}
