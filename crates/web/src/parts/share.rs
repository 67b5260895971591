//! Sharing a finished game.

use std::rc::Rc;

use bosworth_view::prelude::*;

use super::dialog::Dialog;
use super::elements::button;
use crate::app::AppContext;
use crate::browser;
use crate::language::{fill, tr};
use crate::picture::{PictureText, share_picture};
use crate::route::Route;

/// A finished game, to share.
#[derive(Clone, Debug)]
pub struct SharedGame {
    /// What is written above the picture of the final board.
    pub picture: PictureText,
    /// Where the game can be seen.
    pub page: Route,
    /// Its record.
    pub record: String,
}

/// The button that shares a finished game as a picture, a link or text.
pub fn share_button(app: AppContext, game: impl Fn() -> Option<SharedGame> + 'static) -> View {
    erased_share_button(app, Rc::new(game))
}

fn erased_share_button(app: AppContext, game: Rc<dyn Fn() -> Option<SharedGame>>) -> View {
    let open = RwSignal::new(false);
    let way = move |id: &'static str, share: fn(AppContext, SharedGame)| {
        let game = game.clone();
        button(id, "", tr(id), move || {
            open.set(false);
            if let Some(game) = game() {
                share(app, game);
            }
        })
    };
    view! {
        {button("share-end", "", tr("finale-share"), move || open.set(true))}
        <Dialog open title=tr("share-title")>
            <div class="buttons entries">
                {way("share-picture", |app, game| share_picture(app, game.picture))}
                {way("share-page", |app, game| copy_link(app, format!("{}{}", browser::address(), game.page)))}
                {way("share-record", |app, game| copy(app, game.record, "record-copied"))}
            </div>
        </Dialog>
    }
}

/// Copies a link to the clipboard, and confirms it.
pub fn copy_link(app: AppContext, link: String) {
    copy(app, link, "link-copied");
}

/// Copies a text to the clipboard, and confirms it with a message.
fn copy(app: AppContext, text: String, done: &'static str) {
    browser::copy(&text.clone(), move |copied| {
        app.toast(if copied { tr(done) } else { fill("not-copied", &[("text", text.into())]) });
    });
}
