//! Login, and the user's own account.

mod bots;
mod entrance;
mod holiday;
mod keys;
mod own;

use bosworth_protocol::AccountKind;
use bosworth_view::prelude::*;

use self::bots::bots;
use self::entrance::entrance;
use self::holiday::holiday;
use self::keys::{sessions, tokens};
use self::own::{farewell, overview, password, preferences};
use crate::language::tr;
use crate::online::visitor::use_visitor;
use crate::pages::online::require_server::require_server;

/// The account page.
#[component]
pub fn Account() -> View {
    let visitor = use_visitor();
    // Rebuilt for another account only, not when details of the account change.
    let who = Memo::new(move |_| {
        visitor.me.with(|me| me.as_ref().map(|me| (me.person.id, me.person.kind)))
    });
    view! {
        <main id="main" class="online account">
            <h1 tabindex="-1">{tr("title-account")}</h1>
            {require_server(move || view! {
                {move || match who.get() {
                    None => entrance(visitor),
                    Some((_, AccountKind::Guest)) => view! { {overview(visitor)}{entrance(visitor)} },
                    Some(_) => view! {
                        {overview(visitor)}
                        {preferences(visitor)}
                        {holiday(visitor)}
                        {password(visitor)}
                        {sessions(visitor)}
                        {tokens(visitor)}
                        {bots(visitor)}
                        {farewell(visitor)}
                    },
                }}
            })}
        </main>
    }
}
