//! A panic leaves the terminal usable.
use std::io::Read;
use std::num::NonZeroU16;

use portable_pty::{CommandBuilder, PtySize, native_pty_system};

#[test]
fn a_panic_restores_the_terminal() {
    let tests = std::env::current_exe().expect("this test");
    let program = tests.parent().and_then(|deps| deps.parent()).expect("the target folder");
    let program = program.join("examples/panic");
    let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size).expect("a terminal");
    let mut command = CommandBuilder::new(program);
    command.env("RUST_BACKTRACE", "0");
    let mut child = pair.slave.spawn_command(command).expect("cargo builds examples for tests");
    drop(pair.slave);
    let mut output = Vec::new();
    // On some systems end of file on a pseudo-terminal is an error.
    let _ = pair.master.try_clone_reader().expect("its output").read_to_end(&mut output);
    assert!(!child.wait().expect("it ends").success());
    let [rows, columns] = [24, 80].map(|size| NonZeroU16::new(size).expect("some"));
    let mut parser = vt100::Parser::new(rows, columns, 0);
    parser.process(&output);
    let screen = parser.screen();
    assert!(!screen.alternate_screen() && !screen.hide_cursor());
    assert!(screen.contents().contains("the sky falls down"), "{}", screen.contents());
    let text = String::from_utf8_lossy(&output);
    assert!(text.contains("\x1b[?1049h"), "the screen was taken");
}
