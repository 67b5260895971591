//! What a template is made into.

use bosworth_view::prelude::*;

use crate::{find, html, settled, show};

const SVG: &str = "http://www.w3.org/2000/svg";
const XHTML: &str = "http://www.w3.org/1999/xhtml";

pub(crate) async fn a_template_becomes_elements_texts_and_attributes() {
    let name = "rose";
    show(|| {
        view! {
            <p class="note" hidden>"A " <b title=name>{name} "s"</b> <br/> {7_u8} {None::<String>}</p>
            "after"
        }
    });
    settled().await;
    let expected = "<p class=\"note\" hidden=\"\">A <b title=\"rose\">roses</b><br>7</p>after";
    assert_eq!(html(), expected);
}

/// The messages of the tests.
fn tr(id: &str) -> String {
    format!("the text of {id}")
}

pub(crate) async fn messages_are_looked_up_while_elements_are_made() {
    bosworth_view::set_messages(tr);
    show(|| view! { <p title=tr("hint") class="note">{tr("many")} " roses"</p> });
    settled().await;
    let expected = "<p title=\"the text of hint\" class=\"note\">the text of many roses</p>";
    assert_eq!(html(), expected);
}

pub(crate) async fn elements_inside_an_svg_are_of_svg() {
    show(|| {
        view! {
            <a id="link" href="#">
                <svg>
                    <title>"A rose"</title>
                    <filter><feGaussianBlur/></filter>
                    <a href="#"><text><tspan>"petal"</tspan></text></a>
                    <foreignObject><p>"words"</p></foreignObject>
                    {move || view! { <linearGradient/> }}
                </svg>
            </a>
        }
    });
    settled().await;
    for css in ["svg", "title", "filter", "feGaussianBlur", "svg a", "tspan", "linearGradient"] {
        assert_eq!(find(css).namespace_uri().as_deref(), Some(SVG), "{css}");
    }
    for css in ["#link", "foreignObject p"] {
        assert_eq!(find(css).namespace_uri().as_deref(), Some(XHTML), "{css}");
    }
}

/// A frame around its children, which it shows twice.
#[component]
fn Frame(#[prop(into)] title: String, children: Children) -> View {
    view! { <section><h2>{title}</h2>{children.view()}<hr/>{children.view()}</section> }
}

pub(crate) async fn a_component_shows_its_children() {
    let count = RwSignal::new(1);
    show(move || view! { <Frame title="Twice"><b>{count}</b></Frame> });
    assert_eq!(html(), "<section><h2>Twice</h2><b>1</b><hr><b>1</b></section>");
    count.set(2);
    settled().await;
    assert_eq!(html(), "<section><h2>Twice</h2><b>2</b><hr><b>2</b></section>");
}
