//! The mail address of an account.

use bosworth_protocol::{MailRequest, MailView};
use bosworth_view::prelude::*;

use super::notifications::NotificationsPanel;
use crate::language::{fill, texts, tr};
use crate::online::api;
use crate::pages::online::widgets::{button, field, form};
use crate::parts::{group, paragraph, subtitle};

/// The address, or the form to set one.
pub(super) fn mail(panel: NotificationsPanel) -> View {
    let (address, password) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let give = move || {
        let request = MailRequest {
            address: address.get_untracked().trim().into(),
            password: password.get_untracked(),
            language: Some(texts().language().code().to_owned()),
        };
        panel.lifetime.spawn(async move {
            match api::post::<MailView>("api/me/mail", &request).await {
                Ok(view) => {
                    password.set(String::new());
                    panel.mail.set(Some(view));
                    panel.app().toast(tr("mail-sent"));
                }
                Err(fault) => panel.app().toast(fault.text()),
            }
        });
    };
    let forget = move || {
        panel.lifetime.spawn(async move {
            match api::delete("api/me/mail").await {
                Ok(()) => panel.mail.update(|mail| {
                    if let Some(mail) = mail {
                        (mail.address, mail.confirmed) = (None, false);
                    }
                }),
                Err(fault) => panel.app().toast(fault.text()),
            }
        });
    };
    let body = move || {
        let mail = panel.mail.get();
        let Some((address_given, confirmed)) =
            mail.and_then(|mail| mail.address.map(|address| (address, mail.confirmed)))
        else {
            let fields = view! {
                <div class="fields">
                    {field("mail-address", "email", "email", address)}
                    {field("mail-password", "password", "current-password", password)}
                </div>
                <button type="submit" class="button" id="mail-go">{tr("mail-go")}</button>
            };
            return form("mail-form", give, fields);
        };
        let id = if confirmed { "mail-confirmed" } else { "mail-unconfirmed" };
        let text = fill(id, &[("address", address_given.into())]);
        let parts =
            vec![paragraph("", id, text), button("mail-forget", "", tr("mail-forget"), forget)];
        group("", parts)
    };
    group(
        "",
        vec![subtitle(tr("mail-title")), paragraph("note", "", tr("mail-note")), view! { {body} }],
    )
}
