//! Notifications, end to end: real messages to a test push service, real mails to a test mail
//! server.

mod absence;
mod mail;
mod push;
mod push_service;
