//! For each clause of RULES.md, at least one ruling that holds and one that fails, named after
//! its number. `cargo xtask tidy` fails if one is missing.

mod draw;
mod end;
mod material;
mod score;
mod turn;
