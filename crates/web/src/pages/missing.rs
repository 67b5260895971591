use bosworth_view::prelude::*;

use crate::language::tr;
use crate::parts::{headline, link_button};
use crate::route::Route;

/// In place of a page, at an address that no page has.
pub fn missing() -> View {
    let home = link_button("missing-home", "primary", tr("brand-label"), Route::Home.to_string());
    view! { <main id="main">{headline(tr("title-missing"))}{home}</main> }
}
