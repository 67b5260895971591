use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The program in English, with its data in the folder in which it runs.
pub fn bosworth(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bosworth"));
    command
        .args(args)
        .current_dir(folder)
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .env_remove("BOSWORTH_DATABASE")
        .env("LANG", "C")
        .env("XDG_DATA_HOME", std::path::absolute(folder).expect("a path"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs the program to its end.
pub fn run(folder: &Path, args: &[&str], input: &str) -> Output {
    let mut child = bosworth(folder, args).spawn().expect("the program starts");
    // A program that exits early does not read the rest of its input.
    let _ = child.stdin.take().expect("standard input").write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends")
}
