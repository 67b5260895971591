//! Rebuilds when a new web app is to be embedded.

fn main() {
    // To cargo, a missing folder has always changed, and everything would be recompiled each time.
    // If it cannot be created, nothing worse happens.
    let _ = std::fs::create_dir_all("../../dist");
    println!("cargo:rerun-if-changed=../../dist");
}
