//! Notifications, end to end: real pushes to a push service of the tests' own, real mails to a mail
//! server of theirs.

#[allow(dead_code, reason = "other tests use the rest of it")]
#[path = "http/http_fixture.rs"]
mod http_fixture;
#[allow(dead_code, reason = "other tests use the rest of it")]
#[path = "online/online_fixture.rs"]
mod online_fixture;
#[allow(dead_code, reason = "other tests use the rest of it")]
#[path = "http/schema.rs"]
mod schema;

#[path = "notifications/absence.rs"]
mod absence;
#[path = "notifications/mail.rs"]
mod mail;
#[path = "notifications/push.rs"]
mod push;
#[path = "notifications/push_service.rs"]
mod push_service;
