//! Parts that are rebuilt when the signals that they read change.

use bosworth_view::prelude::*;

use crate::{changed_nodes, find, html, settled, show, text};

pub(crate) async fn a_part_is_inserted_and_removed_between_its_siblings() {
    let shown = RwSignal::new(false);
    show(move || {
        view! { <i>"before"</i> {move || shown.get().then(|| view! { <b>"part"</b> })} <u>"after"</u> }
    });
    let (before, after) = (find("i"), find("u"));
    for _ in 0..2 {
        assert_eq!(html(), "<i>before</i><u>after</u>");
        shown.set(true);
        settled().await;
        assert_eq!(html(), "<i>before</i><b>part</b><u>after</u>");
        shown.set(false);
        settled().await;
    }
    assert_eq!((find("i"), find("u")), (before, after), "the siblings are the same nodes");
}

pub(crate) async fn other_markup_replaces_the_nodes_in_place() {
    let kind = RwSignal::new(0);
    show(move || {
        let part = move || match kind.get() {
            0 => view! { <b>"element"</b> },
            1 => "text".into_view(),
            2 => vec![view! { <i>"a"</i> }, view! { <i>"b"</i> }].into_view(),
            3 => view! { <s>"two"</s> <s>"roots"</s> },
            _ => View::Empty,
        };
        view! { <p>"[" {part} "]"</p> }
    });
    let shown = ["<b>element</b>", "text", "<i>a</i><i>b</i>", "<s>two</s><s>roots</s>", ""];
    for from in 0..shown.len() {
        for (to, expected) in shown.iter().enumerate() {
            kind.set(from);
            settled().await;
            kind.set(to);
            settled().await;
            assert_eq!(html(), format!("<p>[{expected}]</p>"), "from {from} to {to}");
        }
    }
}

pub(crate) async fn a_list_grows_and_shrinks_at_its_end() {
    let count = RwSignal::new(2);
    show(move || {
        let items = move || (0..count.get()).map(|n| view! { <li>{n}</li> }).collect_view();
        view! { <ul>{items}</ul> <p>"end"</p> }
    });
    let first = find("li");
    for (n, shown) in [(4, "0123"), (1, "0"), (0, ""), (3, "012")] {
        count.set(n);
        settled().await;
        assert_eq!(text(), format!("{shown}end"));
        if n == 4 || n == 1 {
            assert_eq!(find("li"), first, "items that stay keep their nodes");
        }
    }
    // A change of the items alone changes no nodes.
    assert_eq!(changed_nodes(|| count.notify()).await, (0, 0));
}

pub(crate) async fn parts_of_parts_run_on_their_own() {
    let (outer, inner) = (RwSignal::new("a"), RwSignal::new(1));
    let runs = RwSignal::new((0, 0));
    show(move || {
        move || {
            runs.update_untracked(|runs| runs.0 += 1);
            let part = move || {
                runs.update_untracked(|runs| runs.1 += 1);
                inner.get()
            };
            view! { <p>{outer.get()} <b>{part}</b></p> }
        }
    });
    let bold = find("b");
    assert_eq!((html().as_str(), runs.get()), ("<p>a<b>1</b></p>", (1, 1)));
    inner.set(2);
    settled().await;
    assert_eq!((html().as_str(), runs.get()), ("<p>a<b>2</b></p>", (1, 2)));
    outer.set("b");
    settled().await;
    assert_eq!((html().as_str(), runs.get()), ("<p>b<b>2</b></p>", (2, 3)));
    // The part reuses the nodes of the one before it, and subscribes once.
    inner.set(3);
    settled().await;
    assert_eq!((html().as_str(), runs.get()), ("<p>b<b>3</b></p>", (2, 4)));
    assert_eq!(find("b"), bold);
}

pub(crate) async fn a_replaced_part_runs_no_longer() {
    let (shown, count, runs) = (RwSignal::new(true), RwSignal::new(0), RwSignal::new(0));
    show(move || {
        let part = move || {
            runs.update_untracked(|runs| *runs += 1);
            count.get()
        };
        move || {
            if shown.get() {
                view! { <p title=move || count.get()>{part}</p> }
            } else {
                View::Empty
            }
        }
    });
    count.set(1);
    settled().await;
    assert_eq!(runs.get(), 2);
    let removed = find("p");
    shown.set(false);
    settled().await;
    count.set(2);
    settled().await;
    assert_eq!(runs.get(), 2, "neither the part");
    assert_eq!(removed.get_attribute("title").as_deref(), Some("1"), "nor its attributes");
}

pub(crate) async fn lists_in_lists_keep_their_order() {
    let rows = RwSignal::new(vec![vec!["a"], vec![], vec!["b", "c"]]);
    let last = RwSignal::new(false);
    show(move || {
        let row = |row: Vec<&'static str>| row.into_iter().map(IntoView::into_view).collect_view();
        let part = move || rows.get().into_iter().map(row).collect_view();
        let end = move || last.get().then_some("z");
        view! { <p>{part} {end} "."</p> }
    });
    assert_eq!(text(), "abc.");
    rows.set(vec![vec![], vec!["x", "y"], vec!["b"], vec!["c", "d"]]);
    last.set(true);
    settled().await;
    assert_eq!(text(), "xybcdz.");
    rows.set(vec![vec!["only"]]);
    settled().await;
    assert_eq!(text(), "onlyz.");
}
