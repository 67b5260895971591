//! Functions for plain elements.

use bosworth_view::prelude::*;

/// A `div` with a class.
pub fn group(class: &'static str, parts: Vec<View>) -> View {
    view! { <div class=class>{parts}</div> }
}

/// A reactive part of a page. Elements with the same markup are updated in place, which keeps the
/// focus.
pub fn live(class: &'static str, content: impl Fn() -> Vec<View> + 'static) -> View {
    view! { <div class=class>{content}</div> }
}

fn named(id: &str) -> Option<String> {
    (!id.is_empty()).then(|| id.to_string())
}

/// The heading of a page, which receives the focus on navigation.
pub fn headline(text: String) -> View {
    view! { <h1 tabindex="-1">{text}</h1> }
}

/// The heading of a section.
pub fn title(id: &str, text: String) -> View {
    view! { <h2 id=named(id) tabindex="-1">{text}</h2> }
}

/// The heading of a subsection.
pub fn subtitle(text: String) -> View {
    view! { <h3>{text}</h3> }
}

/// A paragraph.
pub fn paragraph(class: &str, id: &str, text: String) -> View {
    view! { <p class=class.to_string() id=named(id)>{text}</p> }
}

/// A button.
pub fn button(id: &str, class: &str, text: String, press: impl Fn() + 'static) -> View {
    erased_button(id, class, text, Box::new(press))
}

fn erased_button(id: &str, class: &str, text: String, press: Box<dyn Fn()>) -> View {
    let class = format!("button {class}");
    view! { <button type="button" id=named(id) class=class on:click=move |_| press()>{text}</button> }
}

/// An icon button.
pub fn sign_button(
    id: &str,
    label: String,
    sign: &'static str,
    press: impl Fn() + 'static,
) -> View {
    let press: Box<dyn Fn()> = Box::new(press);
    view! {
        <button type="button" class="button" id=named(id) aria-label=label on:click=move |_| press()>{sign}</button>
    }
}

/// A link that looks like a button.
pub fn link_button(id: &str, class: &str, text: String, address: String) -> View {
    let class = format!("button {class}");
    view! { <a id=named(id) class=class href=address>{text}</a> }
}

/// A table whose first column has the row headers; some rows are highlighted.
pub fn table(name: String, heads: Vec<String>, rows: Vec<(bool, Vec<View>)>) -> View {
    let heads: Vec<_> =
        heads.into_iter().map(|head| view! { <th scope="col">{head}</th> }).collect();
    let row = |(out, cells): (bool, Vec<View>)| {
        let cells: Vec<_> = cells.into_iter().enumerate().map(cell).collect();
        view! { <tr class:out=out>{cells}</tr> }
    };
    let rows: Vec<_> = rows.into_iter().map(row).collect();
    view! {
        <table class="numbers">
            <caption class="unseen">{name}</caption>
            <thead><tr>{heads}</tr></thead>
            <tbody>{rows}</tbody>
        </table>
    }
}

fn cell((n, content): (usize, View)) -> View {
    match n {
        0 => view! { <th scope="row">{content}</th> },
        _ => view! { <td>{content}</td> },
    }
}
