//! The state of a board, as one binary of tests.

mod input;
mod premove;
mod scene;
