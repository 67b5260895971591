//! Errors as responses.

use axum::Json;
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use bosworth_protocol::tournament::TournamentRefusal;
use bosworth_protocol::{Problem, ProblemKind};

use crate::access_log::FailedLogin;
use crate::auth::account_name::InvalidName;
use crate::auth::password::InvalidPassword;
use crate::auth::password_hashers::HashersBusy;
use crate::auth::rate_limits::RetryAfter;
use crate::house_rules::RegistrationRefusal;
use crate::listen::connection_limits::TooManyConnections;
use crate::store::StoreError;

/// A request that failed.
#[derive(Debug)]
pub struct Failure {
    status: StatusCode,
    problem: Problem,
    /// Seconds until a retry makes sense.
    retry: Option<i64>,
    cause: Option<InternalCause>,
    login: Option<FailedLogin>,
}

/// The internal cause of a failure: attached to the response for the log, never sent.
#[derive(Clone, Debug)]
pub struct InternalCause(pub String);

impl Failure {
    /// A failure of a kind, with an explanation and advice.
    pub fn new(status: StatusCode, problem: ProblemKind, message: impl Into<String>) -> Self {
        let problem = Problem { problem, message: message.into(), refusal: None };
        Self { status, problem, retry: None, cause: None, login: None }
    }

    /// The request is malformed.
    pub fn bad_request(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, ProblemKind::BadRequest, message)
    }

    /// The request is malformed, in a way that has a status of its own.
    pub fn malformed(status: StatusCode, message: impl Into<String>) -> Self {
        Self::new(status, ProblemKind::BadRequest, message)
    }

    /// The body did not arrive in time.
    pub fn body_timeout() -> Self {
        let message = "the request body did not arrive in time";
        Self::new(StatusCode::REQUEST_TIMEOUT, ProblemKind::BadRequest, message)
    }

    /// The caller has to authenticate.
    pub fn unauthorized(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNAUTHORIZED, ProblemKind::Unauthorized, message)
    }

    /// The caller is not allowed to.
    pub fn forbidden(message: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, ProblemKind::Forbidden, message)
    }

    /// The requested resource does not exist.
    pub fn not_found(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, ProblemKind::NotFound, message)
    }

    /// The request conflicts with the current state.
    pub fn conflict(message: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, ProblemKind::Conflict, message)
    }

    /// A refusal by a tournament; its reason determines the kind of problem.
    pub fn refused(refusal: TournamentRefusal) -> Self {
        let message = refusal.to_string();
        let mut failure = match refusal {
            TournamentRefusal::NotOrganiser
            | TournamentRefusal::Rating
            | TournamentRefusal::Guests
            | TournamentRefusal::Bots
            | TournamentRefusal::Password
            | TournamentRefusal::Removed => Self::forbidden(message),
            TournamentRefusal::BadText | TournamentRefusal::Team => Self::bad_request(message),
            TournamentRefusal::Over
            | TournamentRefusal::NotBegun
            | TournamentRefusal::Begun
            | TournamentRefusal::TooLate
            | TournamentRefusal::TooOften
            | TournamentRefusal::Full
            | TournamentRefusal::NoProposal
            | TournamentRefusal::NoPlayer
            | TournamentRefusal::NoGame
            | TournamentRefusal::Result => Self::conflict(message),
        };
        failure.problem.refusal = Some(refusal);
        failure
    }

    /// Wrong name or password; which of them is not revealed.
    pub fn wrong_credentials(name: &str) -> Self {
        let message = "wrong name or password";
        let failure = Self::new(StatusCode::UNAUTHORIZED, ProblemKind::WrongCredentials, message);
        Self { login: Some(FailedLogin::new(name)), ..failure }
    }

    /// The server cannot handle the request at the moment.
    pub fn unavailable() -> Self {
        let message = "the server cannot do this at the moment; try again";
        let kind = ProblemKind::Unavailable;
        Self { retry: Some(1), ..Self::new(StatusCode::SERVICE_UNAVAILABLE, kind, message) }
    }

    /// An internal server error.
    #[expect(clippy::needless_pass_by_value, reason = "errors are passed on as they are")]
    pub fn internal(cause: impl ToString) -> Self {
        let message = "internal server error; please tell the host of this server";
        let failure =
            Self::new(StatusCode::INTERNAL_SERVER_ERROR, ProblemKind::Unavailable, message);
        Self { cause: Some(InternalCause(cause.to_string())), ..failure }
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.problem)).into_response();
        if let Some(seconds) = self.retry {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        if let Some(cause) = self.cause {
            response.extensions_mut().insert(cause);
        }
        if let Some(login) = self.login {
            response.extensions_mut().insert(login);
        }
        response
    }
}

impl From<RetryAfter> for Failure {
    fn from(RetryAfter(milliseconds): RetryAfter) -> Self {
        let seconds = (milliseconds.max(1) as u64).div_ceil(1_000) as i64;
        let message = format!("too many requests; retry in {seconds} s");
        let failure = Self::new(StatusCode::TOO_MANY_REQUESTS, ProblemKind::TooMany, message);
        Self { retry: Some(seconds), ..failure }
    }
}

impl From<TooManyConnections> for Failure {
    fn from(TooManyConnections: TooManyConnections) -> Self {
        let message = "too many connections from your address; close some";
        let failure = Self::new(StatusCode::TOO_MANY_REQUESTS, ProblemKind::TooMany, message);
        Self { retry: Some(5), ..failure }
    }
}

impl From<HashersBusy> for Failure {
    fn from(HashersBusy: HashersBusy) -> Self {
        Self { retry: Some(5), ..Self::unavailable() }
    }
}

impl From<RegistrationRefusal> for Failure {
    fn from(why: RegistrationRefusal) -> Self {
        Self::forbidden(match why {
            RegistrationRefusal::Closed => "registration is closed on this server; play as a guest",
            RegistrationRefusal::NoInvitation => {
                "registration on this server requires a valid invitation"
            }
        })
    }
}

impl From<InvalidName> for Failure {
    fn from(why: InvalidName) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, ProblemKind::BadName, why.to_string())
    }
}

impl From<InvalidPassword> for Failure {
    fn from(why: InvalidPassword) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, ProblemKind::BadPassword, why.to_string())
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NameTaken => {
                let message = "this name is taken; choose another one";
                Self::new(StatusCode::CONFLICT, ProblemKind::NameTaken, message)
            }
            StoreError::NotAGuest => Self::conflict("you already have an account"),
            error if error.is_outage() => {
                Self { cause: Some(InternalCause(error.to_string())), ..Self::unavailable() }
            }
            error => Self::internal(error),
        }
    }
}

/// The answer to a method that a path does not support.
pub async fn wrong_method() -> Failure {
    let message = "method not allowed; GET /api lists the supported ones";
    Failure::new(StatusCode::METHOD_NOT_ALLOWED, ProblemKind::BadRequest, message)
}

/// The answer to an unknown path.
pub async fn unknown() -> Failure {
    Failure::not_found("not found; GET /api lists all routes")
}
