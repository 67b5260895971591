//! The HTTP API: real requests through the whole router, over a real database. Every response is
//! validated against the API document.

mod people {
    mod account;
    mod admin;
    mod apart;
    mod arrival;
    mod attack;
    mod document;
    mod hangup;
    mod house;
    mod records;
    mod schema;
    mod token;
}
