//! The worker that thinks.

fn main() {
    bosworth_worker::worker::start();
}
