//! `bosworth engine` and `bosworth best`, end to end.

mod best;
mod games;
mod program;
mod protocol;
mod refusals;
