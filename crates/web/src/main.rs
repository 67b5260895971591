//! The entry point of the web app.

fn main() {
    bosworth_web::app::start();
}
