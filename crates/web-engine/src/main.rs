//! The entry point of the engine worker.

fn main() {
    bosworth_web_engine::worker::start();
}
