//! Takes over the terminal and panics, so that a test can see what state the terminal is left in.

fn main() {
    let mut theme = bosworth_tui::Theme::from_environment(false);
    let _screen = bosworth_tui::TerminalScreen::take(&mut theme, false);
    panic!("the sky falls down");
}
