//! `bosworth engine` as a match runner meets it, and `bosworth best`: the real programs.

mod best;
mod games;
mod program;
mod protocol;
mod refusals;
