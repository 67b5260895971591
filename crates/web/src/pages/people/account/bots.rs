use bosworth_protocol::{BotRequest, NewBot, Person, TokenView};
use bosworth_view::prelude::*;

use super::sessions_and_tokens::new_token;
use crate::language::{fill, tr};
use crate::lifetime::Lifetime;
use crate::online::api;
use crate::online::visitor::Visitor;
use crate::pages::online::widgets::{folded_panel, form, name_field};
use crate::parts::confirm_dialog;
use crate::route::Route;

/// The state of the bots section.
#[derive(Clone, Copy)]
struct Bots {
    visitor: Visitor,
    page: Lifetime,
    found: RwSignal<Vec<Person>>,
    /// The token that was just created; it is shown only once.
    token: RwSignal<Option<String>>,
    name: RwSignal<String>,
    /// The bot to be deleted, awaiting confirmation.
    doomed: RwSignal<Option<String>>,
    asking: RwSignal<bool>,
}

impl Bots {
    fn list(self) {
        self.page.spawn(async move {
            let bots = api::get::<Vec<Person>>("api/me/bots").await.unwrap_or_default();
            self.found.set(bots);
        });
    }

    fn make(self) {
        let request = BotRequest { name: self.name.get_untracked().trim().into() };
        self.page.spawn(async move {
            match api::post::<NewBot>("api/me/bots", &request).await {
                Ok(made) => {
                    self.found.update(|found| found.push(made.person));
                    self.token.set(made.token.token);
                    self.name.set(String::new());
                }
                Err(fault) => self.visitor.app.toast(fault.text()),
            }
        });
    }

    /// Revokes the tokens of a bot, and shows its new one.
    fn renew(self, name: String) {
        self.page.spawn(async move {
            let path = format!("api/me/bots/{}/token", api::part(&name));
            match api::post::<TokenView>(&path, &()).await {
                Ok(made) => {
                    self.token.set(made.token);
                    self.visitor.app.say(fill("bot-renewed", &[("name", name.into())]));
                }
                Err(fault) => self.visitor.app.toast(fault.text()),
            }
        });
    }

    fn delete(self) {
        self.asking.set(false);
        let Some(name) = self.doomed.get_untracked() else { return };
        self.page.spawn(async move {
            match api::delete(&format!("api/me/bots/{}", api::part(&name))).await {
                Ok(()) => {
                    self.found.update(|found| found.retain(|bot| bot.name != name));
                    self.token.set(None);
                    self.visitor.app.toast(fill("bot-deleted", &[("name", name.into())]));
                }
                Err(fault) => self.visitor.app.toast(fault.text()),
            }
        });
    }

    fn row(self, bot: Person) -> View {
        let page = Route::Person(bot.name.clone()).to_string();
        let label = |id: &str| format!("{}: {}", tr(id), bot.name);
        let (renewed, doomed) = (bot.name.clone(), bot.name.clone());
        let ask = move |_| {
            self.doomed.set(Some(doomed.clone()));
            self.asking.set(true);
        };
        view! {
            <li class="offer bot">
                <a class="player" href=page>{bot.name.clone()}</a>
                <div class="offer-do">
                    <button type="button" class="button small renew" aria-label=label("bot-renew")
                        on:click=move |_| self.renew(renewed.clone())>{tr("bot-renew")}</button>
                    <button type="button" class="button small delete" aria-label=label("bot-delete")
                        on:click=ask>{tr("bot-delete")}</button>
                </div>
            </li>
        }
    }
}

/// The bot accounts owned by this account.
pub fn bots(visitor: Visitor) -> View {
    let bots = Bots {
        visitor,
        page: Lifetime::new(),
        found: RwSignal::default(),
        token: RwSignal::new(None),
        name: RwSignal::default(),
        doomed: RwSignal::new(None),
        asking: RwSignal::new(false),
    };
    bots.list();
    let text = Signal::derive(move || {
        let name = bots.doomed.get().unwrap_or_default();
        fill("bot-delete-text", &[("name", name.into())])
    });
    let body = view! {
        <p class="note">{tr("bots-note")}</p>
        <ul class="offer-list">{move || bots.found.get().into_iter().map(|bot| bots.row(bot)).collect_view()}</ul>
        {new_token(visitor, bots.token)}
        {form("bot-form", move || bots.make(), view! {
            {name_field("bot-name", "off", bots.name)}
            <button type="submit" class="button" id="bot-go">{tr("bot-go")}</button>
        })}
        {confirm_dialog("bot-delete", bots.asking, tr("bot-delete-title"), text, "bot-delete", move || bots.delete())}
    };
    folded_panel("bots", tr("bots-title"), body)
}
