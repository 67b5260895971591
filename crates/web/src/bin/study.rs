//! The pages for learning and studying.

use bosworth_web::app::{Part, start};
use bosworth_web::language::STUDYING;
use bosworth_web::pages::{Analysis, Learn, Review, Rules};
use bosworth_web::route::{Program, Route};
use leptos::prelude::*;

fn main() {
    start(Part { program: Program::Study, texts: STUDYING, prepare: || {}, table: || None, page });
}

fn page(route: &Route) -> Option<AnyView> {
    Some(match route.clone() {
        Route::Review(id) => view! { <Review id/> }.into_any(),
        Route::Analysis(shared) => view! { <Analysis shared/> }.into_any(),
        Route::Learn(lesson) => view! { <Learn lesson/> }.into_any(),
        Route::Rules => view! { <Rules/> }.into_any(),
        _ => return None,
    })
}
