//! The pages.

fn main() {
    bosworth_web::app::start();
}
