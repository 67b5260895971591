//! The program in the browser.

fn main() {
    bosworth_web::app::start();
}
