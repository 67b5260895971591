//! The worker that thinks.

fn main() {
    bosworth_web_engine::worker::start();
}
