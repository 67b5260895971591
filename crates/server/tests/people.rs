//! People as browsers, programs and attackers meet the server: real requests through the whole
//! router, over a real database. Every answer is checked against the document about it.

mod people {
    mod account;
    mod arrival;
    mod attack;
    mod document;
    mod hangup;
    mod house;
    mod records;
    mod schema;
    mod token;
}
