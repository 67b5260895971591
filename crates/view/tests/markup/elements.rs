use bosworth_view::prelude::*;

fn main() {
    let _ = view! { <svg><circel r="5"/></svg> };
    let _ = view! { <svg><div>"Roses"</div></svg> };
    let _ = view! { <p>"Roses "<path d="M0 0"/></p> };
    let _ = view! { <title>"Roses"</title> };
}
