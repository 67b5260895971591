//! Events as players meet them, and laws that hold for all of them.

mod drive;
mod duplicate;
mod entry;
mod kinds;
mod laws;
mod pairing;
mod standings;
mod wire;
