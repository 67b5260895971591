//! Login, and the user's own account.

mod bots;
mod holiday;
mod login;
mod overview;
mod own_reports;
mod provider;
mod sessions_and_tokens;

use bosworth_protocol::AccountKind;
use bosworth_view::prelude::*;

use self::bots::bots;
use self::holiday::holiday;
use self::login::login_and_registration;
use self::overview::{export_and_deletion, overview, password, preferences};
use self::own_reports::own_reports;
use self::provider::{provider_connection, provider_login, provider_outcome};
use self::sessions_and_tokens::{sessions, tokens};
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
                {provider_outcome()}
                {move || match who.get() {
                    None => view! { {provider_login(visitor)}{login_and_registration(visitor)} },
                    Some((_, AccountKind::Guest)) => view! {
                        {overview(visitor)}
                        {provider_login(visitor)}
                        {login_and_registration(visitor)}
                    },
                    Some(_) => view! {
                        {overview(visitor)}
                        <div class="account-columns">
                            <div>
                                {preferences(visitor)}
                                {holiday(visitor)}
                                {password(visitor)}
                                {provider_connection(visitor)}
                                {export_and_deletion(visitor)}
                            </div>
                            <div>
                                {sessions(visitor)}
                                {tokens(visitor)}
                                {bots(visitor)}
                                {own_reports()}
                            </div>
                        </div>
                    },
                }}
            })}
        </main>
    }
}
