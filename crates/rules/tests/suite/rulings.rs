//! One ruling that holds and one that fails for each clause of RULES.md, with its number.
//! `cargo xtask tidy` sees to it that none is missing.

mod draw;
mod end;
mod material;
mod score;
mod turn;
