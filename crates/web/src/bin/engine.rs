//! The worker that thinks.

fn main() {
    bosworth_web::worker::start();
}
