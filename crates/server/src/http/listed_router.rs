//! A builder of a router that records the method and path of each route.

use axum::Router;
use axum::handler::Handler;
use axum::routing::{MethodRouter, delete, get, post, put};

use crate::app::App;
use crate::http::problem;

/// A router that knows the methods and paths of its routes: axum's cannot list them, and each has
/// to be in the API document.
#[derive(Default, Debug)]
pub struct ListedRouter {
    router: Router<App>,
    paths: Vec<(&'static str, &'static str)>,
}

impl ListedRouter {
    /// A GET route.
    pub fn get<T: 'static>(self, path: &'static str, handler: impl Handler<T, App>) -> Self {
        self.on("get", path, get(handler))
    }

    /// A POST route.
    pub fn post<T: 'static>(self, path: &'static str, handler: impl Handler<T, App>) -> Self {
        self.on("post", path, post(handler))
    }

    /// A PUT route.
    pub fn put<T: 'static>(self, path: &'static str, handler: impl Handler<T, App>) -> Self {
        self.on("put", path, put(handler))
    }

    /// A DELETE route.
    pub fn delete<T: 'static>(self, path: &'static str, handler: impl Handler<T, App>) -> Self {
        self.on("delete", path, delete(handler))
    }

    fn on(mut self, method: &'static str, path: &'static str, route: MethodRouter<App>) -> Self {
        self.paths.push((method, path));
        self.router = self.router.route(path, route);
        self
    }

    /// Adds the routes of another router.
    pub fn with(mut self, others: Self) -> Self {
        self.paths.extend(others.paths);
        self.router = self.router.merge(others.router);
        self
    }

    /// All methods and paths.
    pub fn paths(&self) -> &[(&'static str, &'static str)] {
        &self.paths
    }

    /// The router. An unsupported method of a known path is a 405.
    pub fn into_router(self) -> Router<App> {
        self.router.method_not_allowed_fallback(problem::wrong_method)
    }
}
