//! Sees to it that a new web app is embedded.

use std::path::Path;

fn main() {
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../dist");
    // To cargo, a folder that is missing has always changed, and everything would be compiled
    // again each time. If it cannot be made, that is all that happens.
    let _ = std::fs::create_dir_all(&dist);
    println!("cargo:rerun-if-changed=../../dist");
}
