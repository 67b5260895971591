//! The page of an online table.

use bosworth_web::app::{Part, start};
use bosworth_web::language::TABLE;
use bosworth_web::online::session::Session;
use bosworth_web::pages::OnlineTable;
use bosworth_web::route::{Program, Route};
use leptos::prelude::*;

fn main() {
    let prepare = || Session::prepare(Program::Table);
    start(Part { program: Program::Table, texts: TABLE, prepare, table: || None, page });
}

fn page(route: &Route) -> Option<AnyView> {
    match route.clone() {
        Route::Game(id) => Some(view! { <OnlineTable id/> }.into_any()),
        _ => None,
    }
}
