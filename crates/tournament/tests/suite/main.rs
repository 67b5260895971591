//! Tournament scenarios, and laws that hold for all of them.

mod driver;
mod duplicate;
mod entering;
mod formats;
mod laws;
mod pairing;
mod standings;
mod wire;
