//! The pages for finding games with others, and about people.

use bosworth_web::app::{Part, start};
use bosworth_web::language::ONLINE;
use bosworth_web::online::session::Session;
use bosworth_web::pages::{Account, Leaders, Lobby, PersonPage, SeekPage};
use bosworth_web::route::{Program, Route};
use leptos::prelude::*;

fn main() {
    let prepare = || Session::prepare(Program::Online);
    start(Part { program: Program::Online, texts: ONLINE, prepare, table: || None, page });
}

fn page(route: &Route) -> Option<AnyView> {
    Some(match route.clone() {
        Route::Online => view! { <Lobby/> }.into_any(),
        Route::Seek(id) => view! { <SeekPage id/> }.into_any(),
        Route::Person(name) => view! { <PersonPage name/> }.into_any(),
        Route::Leaders => view! { <Leaders/> }.into_any(),
        Route::Account => view! { <Account/> }.into_any(),
        _ => return None,
    })
}
