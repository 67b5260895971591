//! The pages for playing.

use bosworth_web::app::{Part, start};
use bosworth_web::language::PLAYING;
use bosworth_web::pages::{Home, Library, Play, SettingsPage};
use bosworth_web::route::{Program, Route};
use bosworth_web::store;
use leptos::prelude::*;

fn main() {
    start(Part {
        program: Program::App,
        texts: PLAYING,
        prepare: || {},
        table: store::current,
        page,
    });
}

fn page(route: &Route) -> Option<AnyView> {
    Some(match route {
        Route::Home => view! { <Home/> }.into_any(),
        Route::Play => view! { <Play/> }.into_any(),
        Route::Library => view! { <Library/> }.into_any(),
        Route::Settings => view! { <SettingsPage/> }.into_any(),
        _ => return None,
    })
}
