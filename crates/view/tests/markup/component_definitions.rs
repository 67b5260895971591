use bosworth_view::prelude::*;

struct Board;

impl Board {
    #[component]
    fn Rose(&self) -> View {
        View::Empty
    }
}

#[component]
fn Pair((red, white): (u8, u8)) -> View {
    view! { <p>{red} {white}</p> }
}

#[component]
fn Crown(#[prop(maybe)] label: String) -> View {
    view! { <p>{label}</p> }
}

fn main() {}
