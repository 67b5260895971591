//! The pages in a real browser, as one binary of tests.

mod book;
mod console;
mod correspondence;
mod harness;
mod layout;
mod library;
mod missing_resources;
mod moderation;
mod notifications;
mod online;
mod pages;
mod play;
mod provider_login;
mod random_walk;
mod renderer;
mod screens;
mod second_press;
mod study;
mod table;
mod tournaments;
mod train;
