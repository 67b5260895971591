//! Plain elements as functions over type-erased views.
//!
//! Every distinct view type is monomorphised into code of its own. With type erasure, a page of
//! many small elements needs few such types, so pages that are mostly text add little more than
//! the text to the binary.

use leptos::prelude::*;

/// A `div` with a class.
pub fn group(class: &'static str, parts: Vec<AnyView>) -> AnyView {
    view! { <div class=class>{parts}</div> }.into_any()
}

/// A reactive part of a page. Elements are updated in place where their types match, which keeps
/// the focus.
pub fn live(
    class: &'static str,
    content: impl Fn() -> Vec<AnyView> + Send + Sync + 'static,
) -> AnyView {
    erased_live(class, Box::new(content))
}

fn erased_live(
    class: &'static str,
    content: Box<dyn Fn() -> Vec<AnyView> + Send + Sync>,
) -> AnyView {
    view! { <div class=class>{move || content()}</div> }.into_any()
}

fn named(id: &str) -> Option<String> {
    (!id.is_empty()).then(|| id.to_string())
}

/// The heading of a page, which is focused when the page is shown.
pub fn headline(text: String) -> AnyView {
    view! { <h1 tabindex="-1">{text}</h1> }.into_any()
}

/// The heading of a section.
pub fn title(id: &str, text: String) -> AnyView {
    view! { <h2 id=named(id) tabindex="-1">{text}</h2> }.into_any()
}

/// The heading of a subsection.
pub fn subtitle(text: String) -> AnyView {
    view! { <h3>{text}</h3> }.into_any()
}

/// A paragraph.
pub fn paragraph(class: &str, id: &str, text: String) -> AnyView {
    view! { <p class=class.to_string() id=named(id)>{text}</p> }.into_any()
}

/// A button.
pub fn button(id: &str, class: &str, text: String, press: impl Fn() + 'static) -> AnyView {
    erased_button(id, class, text, Box::new(press))
}

fn erased_button(id: &str, class: &str, text: String, press: Box<dyn Fn()>) -> AnyView {
    let class = format!("button {class}");
    view! { <button type="button" id=named(id) class=class on:click=move |_| press()>{text}</button> }
        .into_any()
}

/// An icon button.
pub fn sign_button(
    id: &str,
    label: String,
    sign: &'static str,
    press: impl Fn() + 'static,
) -> AnyView {
    let press: Box<dyn Fn()> = Box::new(press);
    view! {
        <button type="button" class="button" id=named(id) aria-label=label on:click=move |_| press()>{sign}</button>
    }
    .into_any()
}

/// A link that looks like a button.
pub fn link_button(id: &str, class: &str, text: String, address: String) -> AnyView {
    let class = format!("button {class}");
    view! { <a id=named(id) class=class href=address>{text}</a> }.into_any()
}

/// A table whose first column has the row headers; some rows are highlighted.
pub fn table(name: String, heads: Vec<String>, rows: Vec<(bool, Vec<AnyView>)>) -> AnyView {
    let heads: Vec<_> =
        heads.into_iter().map(|head| view! { <th scope="col">{head}</th> }).collect();
    let row = |(out, cells): (bool, Vec<AnyView>)| {
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
    .into_any()
}

fn cell((n, content): (usize, AnyView)) -> AnyView {
    match n {
        0 => view! { <th scope="row">{content}</th> }.into_any(),
        _ => view! { <td>{content}</td> }.into_any(),
    }
}
