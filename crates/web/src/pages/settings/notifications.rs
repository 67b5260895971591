//! Notifications while the user is away.

use bosworth_protocol::{
    AccountKind, MailView, NotificationKind, NotificationSettings, PushDevice, PushView,
};
use bosworth_view::event;
use bosworth_view::prelude::*;

use super::device::devices;
use super::mail::mail;
use crate::app::AppContext;
use crate::language::tr;
use crate::lifetime::Lifetime;
use crate::online::api;
use crate::online::visitor::{ServerStatus, Visitor, has_known_account, use_visitor};
use crate::pages::online::widgets::panel as section;
use crate::parts::{button, link_button, live, paragraph, subtitle, table};
use crate::route::Route;

/// The settings with the names of kinds, because a newer server has some that this page does not
/// know.
type NamedSettings = NotificationSettings<String>;

/// The state of the notifications section.
#[derive(Clone, Copy)]
pub(super) struct NotificationsPanel {
    pub(super) lifetime: Lifetime,
    pub(super) visitor: Visitor,
    pub(super) devices: RwSignal<Vec<PushDevice>>,
    pub(super) mail: RwSignal<Option<MailView>>,
    key: RwSignal<Option<String>>,
    settings: RwSignal<Option<NamedSettings>>,
}

impl NotificationsPanel {
    pub(super) fn app(self) -> AppContext {
        self.visitor.app
    }

    /// Fetches the server's push key, if it supports push notifications.
    fn load_key(self) {
        self.lifetime.spawn(async move {
            let key = api::get::<PushView>("api/push").await.ok().and_then(|push| push.key);
            self.key.set(key);
        });
    }

    /// Fetches the notification settings of the account.
    fn load(self) {
        self.lifetime.spawn(async move {
            if let Ok(devices) = api::get("api/me/push").await {
                self.devices.set(devices);
            }
            self.mail.set(api::get("api/me/mail").await.ok());
            self.settings.set(api::get("api/me/notifications").await.ok());
        });
    }

    /// Changes the settings here and on the server.
    fn change(self, change: impl FnOnce(&mut NamedSettings)) {
        let Some(mut settings) = self.settings.get_untracked() else { return };
        change(&mut settings);
        self.settings.set(Some(settings.clone()));
        self.lifetime.spawn(async move {
            let kept = api::send("PUT", "api/me/notifications", Some(&settings)).await;
            if let Err(fault) = kept {
                self.app().toast(fault.text());
                self.load();
            }
        });
    }

    fn has_mail(self) -> bool {
        self.mail.with(|mail| mail.as_ref().is_some_and(|mail| mail.available))
    }
}

/// The section of the settings page. It contacts the server only when it is opened, or immediately
/// for a visitor with an account, to avoid futile requests on a site without a server. It is missing
/// if the server turns out to send no notifications, unless the visitor has asked for them.
pub(super) fn notifications() -> View {
    let visitor = use_visitor();
    let is_known = has_known_account();
    let open = RwSignal::new(is_known);
    let panel = NotificationsPanel {
        lifetime: Lifetime::new(),
        visitor,
        devices: RwSignal::new(Vec::new()),
        mail: RwSignal::new(None),
        key: RwSignal::new(None),
        settings: RwSignal::new(None),
    };
    let who = Memo::new(move |_| {
        visitor.me.with(|me| me.as_ref().map(|me| (me.person.id, me.person.kind)))
    });
    Effect::new(move |_| {
        if !open.get() {
            return;
        }
        match visitor.server.get() {
            ServerStatus::Unknown => visitor.fetch_account(),
            ServerStatus::Available => panel.load_key(),
            ServerStatus::Unavailable => {}
        }
    });
    Effect::new(move |_| {
        if open.get() && who.get().is_some() {
            panel.load();
        }
    });
    let content = move || {
        if !open.get() {
            return vec![
                paragraph("note", "", tr("notify-note")),
                button("notify-open", "", tr("notify-open"), move || open.set(true)),
            ];
        }
        match visitor.server.get() {
            ServerStatus::Unknown => return Vec::new(),
            ServerStatus::Unavailable => return vec![paragraph("note", "", tr("problem-absent"))],
            ServerStatus::Available => {}
        }
        let Some((_, kind)) = who.get() else {
            let account = Route::Account.to_string();
            return vec![
                paragraph("note", "", tr("notify-login")),
                link_button("notify-account", "", tr("title-account"), account),
            ];
        };
        // Shown only once everything has loaded, so that nothing moves.
        let loaded = panel.settings.with(Option::is_some);
        let (key, mails) = (panel.key.get(), panel.has_mail());
        if !loaded {
            return Vec::new();
        }
        if key.is_none() && !mails {
            return vec![paragraph("note", "", tr("notify-off"))];
        }
        let pushes = key.is_some();
        let mails = mails && kind == AccountKind::Person;
        let mut body = vec![paragraph("note", "", tr("notify-note"))];
        body.extend(key.map(|key| devices(panel, key)));
        body.extend(mails.then(|| mail(panel)));
        body.push(kinds(panel, pushes, mails));
        body
    };
    // Rebuilt only when its inputs differ, so that a switch keeps the focus.
    let shown = Memo::new(move |_| {
        let loaded = panel.settings.with(Option::is_some);
        (open.get(), visitor.server.get(), who.get(), panel.key.get(), panel.has_mail(), loaded)
    });
    let body = move || {
        // Read rather than tracked: an unread memo has no dependencies yet.
        shown.with(|_| ());
        untrack(content)
    };
    let is_missing = Memo::new(move |_| {
        let loaded = panel.settings.with(Option::is_some);
        is_known && loaded && panel.key.get().is_none() && !panel.has_mail()
    });
    view! {
        {move || {
            (!is_missing.get()).then(|| section("notify", tr("notify-title"), live("", body)))
        }}
    }
}

/// The switches, by notification kind and channel.
fn kinds(panel: NotificationsPanel, pushes: bool, mails: bool) -> View {
    let mut heads = vec![tr("notify-kind")];
    heads.extend(pushes.then(|| tr("notify-push")));
    heads.extend(mails.then(|| tr("notify-mail")));
    let row = |kind: NotificationKind| {
        let name = tr(&format!("notify-{}", kind.name()));
        let mut cells = vec![view! { {name.clone()} }];
        cells.extend(pushes.then(|| {
            let label = format!("{name}: {}", tr("notify-push"));
            switch(panel, format!("push-{}", kind.name()), label, kind, |it| &mut it.push)
        }));
        cells.extend(mails.then(|| {
            let label = format!("{name}: {}", tr("notify-mail"));
            switch(panel, format!("mail-{}", kind.name()), label, kind, |it| &mut it.mail)
        }));
        (false, cells)
    };
    let rows = NotificationKind::ALL.into_iter().map(row).collect();
    let digest = move || panel.settings.with(|it| it.as_ref().is_some_and(|it| it.digest));
    view! {
        {subtitle(tr("notify-what"))}
        {table(tr("notify-what"), heads, rows)}
        {mails.then(|| view! {
            <label class="check">
                <input type="checkbox" id="digest" prop:checked=digest
                    on:change=move |event| {
                        let on = event::checked(&event);
                        panel.change(|settings| settings.digest = on);
                    }/>
                {tr("notify-digest")}
            </label>
        })}
    }
}

/// One switch.
fn switch(
    panel: NotificationsPanel,
    id: String,
    label: String,
    kind: NotificationKind,
    channel: fn(&mut NamedSettings) -> &mut Vec<String>,
) -> View {
    let on = move || {
        let settings = panel.settings.get();
        settings.is_some_and(|mut settings| is_on(channel(&mut settings), kind))
    };
    let change = move |event| {
        let on = event::checked(&event);
        panel.change(|settings| turn(channel(settings), kind, on));
    };
    // The label makes the whole cell clickable.
    view! {
        <label>
            <input type="checkbox" id=id aria-label=label prop:checked=on on:change=change/>
        </label>
    }
}

fn is_on(kinds: &[String], kind: NotificationKind) -> bool {
    kinds.iter().any(|other| other == kind.name())
}

/// Turns a kind on or off, and leaves all others as they are.
fn turn(kinds: &mut Vec<String>, kind: NotificationKind, on: bool) {
    kinds.retain(|other| other != kind.name());
    kinds.extend(on.then(|| kind.name().to_owned()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_kind_leaves_the_settings_readable_and_is_kept() {
        let body = r#"{"push":["turn","gift","over"],"mail":["gift"],"digest":true}"#;
        let mut settings: NamedSettings = bosworth_json::from_str(body).expect("settings");
        assert!(is_on(&settings.push, NotificationKind::Turn));
        assert!(!is_on(&settings.mail, NotificationKind::Turn));
        turn(&mut settings.push, NotificationKind::Turn, false);
        turn(&mut settings.mail, NotificationKind::Time, true);
        let sent = serde_json::to_string(&settings).expect("JSON");
        assert_eq!(sent, r#"{"push":["gift","over"],"mail":["gift","time"],"digest":true}"#);
    }
}
