//! Notification bodies.

use bosworth_protocol::{
    ForgottenPassword, MailLink, MailRequest, MailView, NotificationKind, NotificationSettings,
    PasswordReset, PushDevice, PushKeys, PushRequest, PushView,
};
use insta::assert_snapshot;
use serde::Serialize;

use crate::lines;

/// What can be written, but says nothing about being equal.
fn line(body: &impl Serialize) -> String {
    serde_json::to_string(body).expect("a text") + "\n"
}

#[test]
fn notification_settings() {
    for kind in NotificationKind::ALL {
        assert_eq!(serde_json::to_value(kind).expect("a text"), kind.name());
        assert_eq!(NotificationKind::from_name(kind.name()), Some(kind));
    }
    let mut said = String::new();
    let (push, mail) = (vec![NotificationKind::Turn, NotificationKind::Round], Vec::new());
    said += &lines(&[NotificationSettings { push, mail, digest: true }]);
    said += &lines(&[PushView { key: None }, PushView { key: Some("BK".into()) }]);
    let keys = PushKeys { p256dh: "BP".into(), auth: "aa".into() };
    let endpoint = "https://push.example.org/x".to_string();
    said += &lines(&[PushRequest { endpoint, keys, language: Some("de".into()) }]);
    let device = PushDevice { id: "d1".into(), created: 1, seen: None, agent: "Mozilla".into() };
    said += &lines(&[device.clone(), PushDevice { seen: Some(2), ..device }]);
    let (address, password) = ("anne@example.org".to_string(), "a white rose".to_string());
    said += &lines(&[
        MailView { available: true, address: Some(address.clone()), confirmed: true },
        MailView { available: false, address: None, confirmed: false },
    ]);
    said += &line(&MailRequest { address, password: password.clone(), language: None });
    said += &line(&MailLink { secret: "00".into() });
    said += &line(&ForgottenPassword { who: "Anne".into() });
    said += &line(&PasswordReset { secret: "00".into(), password });
    assert_snapshot!(said, @r#"
    {"push":["turn","round"],"mail":[],"digest":true}
    {}
    {"key":"BK"}
    {"endpoint":"https://push.example.org/x","keys":{"p256dh":"BP","auth":"aa"},"language":"de"}
    {"id":"d1","created":1,"agent":"Mozilla"}
    {"id":"d1","created":1,"seen":2,"agent":"Mozilla"}
    {"available":true,"address":"anne@example.org","confirmed":true}
    {"available":false,"confirmed":false}
    {"address":"anne@example.org","password":"a white rose"}
    {"secret":"00"}
    {"who":"Anne"}
    {"secret":"00","password":"a white rose"}
    "#);
}
