//! Notifications, end to end: real messages to a test push service, real mails to a test mail
//! server.

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
