//! Routes that can be counted.

use axum::Router;
use axum::handler::Handler;
use axum::routing::{MethodRouter, delete, get, post, put};

use crate::app::App;
use crate::http::problem;

/// Routes with their methods and paths: a router does not tell which it has, and every one has
/// to be in the document about them.
#[derive(Default, Debug)]
pub struct Routes {
    router: Router<App>,
    paths: Vec<(&'static str, &'static str)>,
}

impl Routes {
    /// A route for asking.
    pub fn get<T: 'static>(self, path: &'static str, handler: impl Handler<T, App>) -> Self {
        self.on("get", path, get(handler))
    }

    /// A route for doing.
    pub fn post<T: 'static>(self, path: &'static str, handler: impl Handler<T, App>) -> Self {
        self.on("post", path, post(handler))
    }

    /// A route for setting.
    pub fn put<T: 'static>(self, path: &'static str, handler: impl Handler<T, App>) -> Self {
        self.on("put", path, put(handler))
    }

    /// A route for taking away.
    pub fn delete<T: 'static>(self, path: &'static str, handler: impl Handler<T, App>) -> Self {
        self.on("delete", path, delete(handler))
    }

    fn on(mut self, method: &'static str, path: &'static str, route: MethodRouter<App>) -> Self {
        self.paths.push((method, path));
        self.router = self.router.route(path, route);
        self
    }

    /// These and others.
    pub fn with(mut self, others: Self) -> Self {
        self.paths.extend(others.paths);
        self.router = self.router.merge(others.router);
        self
    }

    /// All methods and paths.
    pub fn paths(&self) -> &[(&'static str, &'static str)] {
        &self.paths
    }

    /// The router. A path that is asked by a method it does not have says so.
    pub fn into_router(self) -> Router<App> {
        self.router.method_not_allowed_fallback(problem::wrong_method)
    }
}
