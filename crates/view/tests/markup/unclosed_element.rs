use bosworth_view::prelude::*;

fn main() {
    let _ = view! {
        <main>
            <p>"Roses"
        </main>
    };
}
