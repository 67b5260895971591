//! Takes the screen and falls over, so that a test can see what is left of the terminal.

fn main() {
    let _screen = bosworth_tui::Screen::take();
    panic!("the sky falls down");
}
