use bosworth_view::prelude::*;

fn main() {
    let hidden = true;
    let _ = view! { <p {hidden}>"Roses"</p> };
    let _ = view! { <p event:click=move |_| ()>"Roses"</p> };
}
