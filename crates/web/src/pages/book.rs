use bosworth_view::prelude::*;

use crate::browser;
use crate::language::{fetch_book, texts, tr};
use crate::lifetime::Lifetime;
use crate::parts::{button, headline, paragraph};

/// The article that was fetched last, with its language; it is shared by all its sections.
#[derive(Clone, Copy, Default)]
pub struct Article(RwSignal<(&'static str, ArticleState)>);

#[derive(Clone, Default)]
enum ArticleState {
    #[default]
    Loading,
    Failed,
    /// Its markup.
    Loaded(String),
}

/// The book of the game: what many games of self-play say about it.
///
/// The build makes a file of markup in each language out of docs/study; this page inserts it.
#[component]
pub fn Book(
    /// The section to begin with, or nothing.
    section: String,
) -> View {
    let page = Lifetime::new();
    let Article(article) = expect_context();
    let language = texts().language().code();
    let fetch = move || {
        article.set((language, ArticleState::Loading));
        page.spawn(async move {
            let fetched = fetch_book().await;
            article.set((language, fetched.map_or(ArticleState::Failed, ArticleState::Loaded)));
        });
    };
    let is_here = move |(of, state): &(&'static str, ArticleState)| {
        *of == language && matches!(state, ArticleState::Loaded(_))
    };
    if !article.with_untracked(is_here) {
        fetch();
    }
    Effect::new(move |_| {
        if !section.is_empty() && article.with(is_here) {
            show(page, &section);
        }
    });
    let content = move || match article.with(|(_, state)| state.clone()) {
        ArticleState::Loading => View::Empty,
        ArticleState::Failed => {
            let again = button("", "primary", tr("load-again"), fetch);
            view! { <div role="alert">{paragraph("", "", tr("chunk-failed-why"))}{again}</div> }
        }
        ArticleState::Loaded(text) => view! { <div class="article" prop:innerHTML=text></div> },
    };
    view! { <main id="main" class="book">{headline(tr("title-book"))}{content}</main> }
}

/// Scrolls to a section, once it is drawn.
fn show(page: Lifetime, section: &str) {
    let id = format!("book-{section}");
    page.after(0, move || {
        if let Some(heading) = browser::document().get_element_by_id(&id) {
            browser::focus(&format!("#{id}"));
            heading.scroll_into_view();
        }
    });
}
