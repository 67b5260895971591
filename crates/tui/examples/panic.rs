//! Takes over the terminal and panics, so that a test can see what state the terminal is left in.

fn main() {
    let _screen = bosworth_tui::Screen::take();
    panic!("the sky falls down");
}
