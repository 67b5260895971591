//! A builder of a router that records what the API document says about each route.

use std::collections::BTreeSet;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::handler::Handler;
use axum::routing::{MethodRouter, delete, get, post, put};
use schemars::{Schema, SchemaGenerator};

use crate::app::App;
use crate::http::problem;

/// Makes the schema of a type.
pub type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

/// An argument of a handler.
pub trait Argument {
    /// The statuses that it can answer with instead of the handler, or that the handler answers
    /// with because of it.
    const FAILURES: &'static [u16] = &[];
    /// The schema of the body that it reads.
    const BODY: Option<SchemaOf> = None;
}

/// All arguments of a handler, in axum's representation.
pub trait Arguments {
    /// The statuses of failures that follow from the arguments.
    fn failures() -> BTreeSet<u16>;
    /// The schema of the body.
    fn body() -> Option<SchemaOf>;
}

macro_rules! arguments {
    ($($argument:ident)*) => {
        impl<Via, $($argument: Argument),*> Arguments for (Via, $($argument,)*) {
            fn failures() -> BTreeSet<u16> {
                let all: &[&[u16]] = &[$($argument::FAILURES),*];
                all.iter().copied().flatten().copied().collect()
            }

            fn body() -> Option<SchemaOf> {
                let all: &[Option<SchemaOf>] = &[$($argument::BODY),*];
                all.iter().copied().flatten().next()
            }
        }
    };
}

arguments!();
arguments!(A);
arguments!(A B);
arguments!(A B C);
arguments!(A B C D);
arguments!(A B C D E);

/// A route, as far as it can be told from its handler.
#[derive(Clone, Debug)]
pub struct ListedRoute {
    /// The method, in lower case.
    pub method: &'static str,
    /// The path, with its parameters in braces.
    pub path: &'static str,
    /// The statuses of failures that follow from the handler's arguments.
    pub failures: BTreeSet<u16>,
    /// The schema of the body, if it reads one.
    pub body: Option<SchemaOf>,
}

/// A router that knows its routes: axum's cannot list them, and each has to be in the API document.
#[derive(Default, Debug)]
pub struct ListedRouter {
    router: Router<App>,
    routes: Vec<ListedRoute>,
}

impl ListedRouter {
    /// A GET route.
    pub fn get<T: Arguments + 'static>(
        self,
        path: &'static str,
        handler: impl Handler<T, App>,
    ) -> Self {
        self.on::<T>("get", path, get(handler))
    }

    /// A POST route.
    pub fn post<T: Arguments + 'static>(
        self,
        path: &'static str,
        handler: impl Handler<T, App>,
    ) -> Self {
        self.on::<T>("post", path, post(handler))
    }

    /// A PUT route.
    pub fn put<T: Arguments + 'static>(
        self,
        path: &'static str,
        handler: impl Handler<T, App>,
    ) -> Self {
        self.on::<T>("put", path, put(handler))
    }

    /// A PUT route whose body may be longer than those of others.
    pub fn put_up_to<T: Arguments + 'static>(
        self,
        path: &'static str,
        max_body_bytes: usize,
        handler: impl Handler<T, App>,
    ) -> Self {
        let route = put(handler).layer(DefaultBodyLimit::max(max_body_bytes));
        self.on::<T>("put", path, route)
    }

    /// A DELETE route.
    pub fn delete<T: Arguments + 'static>(
        self,
        path: &'static str,
        handler: impl Handler<T, App>,
    ) -> Self {
        self.on::<T>("delete", path, delete(handler))
    }

    fn on<T: Arguments>(
        mut self,
        method: &'static str,
        path: &'static str,
        route: MethodRouter<App>,
    ) -> Self {
        let listed = ListedRoute { method, path, failures: T::failures(), body: T::body() };
        self.routes.push(listed);
        self.router = self.router.route(path, route);
        self
    }

    /// Adds the routes of another router.
    pub fn with(mut self, others: Self) -> Self {
        self.routes.extend(others.routes);
        self.router = self.router.merge(others.router);
        self
    }

    /// All routes.
    pub fn routes(&self) -> &[ListedRoute] {
        &self.routes
    }

    /// All methods and paths.
    pub fn paths(&self) -> Vec<(&'static str, &'static str)> {
        self.routes.iter().map(|route| (route.method, route.path)).collect()
    }

    /// The router. An unsupported method of a known path is a 405.
    pub fn into_router(self) -> Router<App> {
        self.router.method_not_allowed_fallback(problem::wrong_method)
    }
}
