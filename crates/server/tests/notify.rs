//! Notifications, end to end: real pushes to a push service of the tests' own, real mails to a mail
//! server of theirs.

#[allow(dead_code, reason = "other tests use the rest of it")]
#[path = "people/house.rs"]
mod house;
#[allow(dead_code, reason = "other tests use the rest of it")]
#[path = "online/place.rs"]
mod place;
#[allow(dead_code, reason = "other tests use the rest of it")]
#[path = "people/schema.rs"]
mod schema;

#[path = "notify/away.rs"]
mod away;
#[path = "notify/device.rs"]
mod device;
#[path = "notify/mail.rs"]
mod mail;
#[path = "notify/push.rs"]
mod push;
