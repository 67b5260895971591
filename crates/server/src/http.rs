//! Everything that is asked over HTTP.

pub mod answer;
pub mod games;
pub mod problem;
pub mod route;
pub mod seeks;

use self::route::Routes;

/// All routes of the interface.
pub fn routes() -> Routes {
    games::routes().with(seeks::routes())
}
