use crate::app::AppContext;
use crate::browser;
use crate::clocked_table::ClockedTable;
use crate::language::{fill, tr};
use crate::route::Route;
use crate::store;

/// Makes a stored game the current one.
pub fn open_game(app: AppContext, id: &str) {
    match store::game(id).map(|entry| ClockedTable::restore(id, &entry.saved)) {
        Some(Ok(table)) => {
            app.table.set(Some(table));
            store::keep_current(id);
            browser::go(&Route::Play);
        }
        Some(Err(why)) => app.toast(fill("library-broken", &[("why", why.into())])),
        None => app.toast(tr("library-gone")),
    }
}
