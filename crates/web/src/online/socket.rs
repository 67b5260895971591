use std::cell::RefCell;

use bosworth_protocol::FromServer;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{MessageEvent, WebSocket};

use super::link::{Link, State, Step};
use super::session::Session;
use crate::browser;

/// A websocket with its listeners.
struct Wire {
    socket: WebSocket,
    _message: Closure<dyn FnMut(MessageEvent)>,
    _close: Closure<dyn FnMut()>,
}

/// The connection and who listens to it.
#[derive(Default)]
struct Rim {
    link: Link,
    wire: Option<Wire>,
    /// How many connections there were: an old one is not listened to.
    number: u32,
    session: Option<Session>,
}

thread_local! {
    static RIM: RefCell<Rim> = RefCell::default();
}

/// Lets a session hear everything from now on.
pub fn attach(session: Session) {
    RIM.with_borrow_mut(|rim| rim.session = Some(session));
}

/// Looks at the connection.
pub fn with<T>(look: impl FnOnce(&Link) -> T) -> T {
    RIM.with_borrow(|rim| look(&rim.link))
}

/// Changes the connection and does what comes of it.
pub fn drive(change: impl FnOnce(&mut Link) -> Vec<Step>) {
    let (before, steps, after, session) = RIM.with_borrow_mut(|rim| {
        let before = rim.link.state();
        let steps = change(&mut rim.link);
        (before, steps, rim.link.state(), rim.session)
    });
    for step in steps {
        perform(step);
    }
    if let Some(session) = session.filter(|_| before != after) {
        session.turned(after);
    }
}

/// How the connection stands.
pub fn state() -> State {
    with(Link::state)
}

fn perform(step: Step) {
    match step {
        Step::Connect => connect(),
        Step::Close => close(),
        Step::Send(message) => {
            let Ok(text) = serde_json::to_string(&message) else { return };
            RIM.with_borrow(|rim| {
                if let Some(wire) = &rim.wire {
                    let _ = wire.socket.send_with_str(&text);
                }
            });
        }
        Step::Wait(milliseconds, number) => {
            browser::after(milliseconds, move || drive(|link| link.timer(number)));
        }
    }
}

fn close() {
    RIM.with_borrow_mut(|rim| {
        rim.number += 1;
        if let Some(wire) = &rim.wire {
            wire.socket.set_onmessage(None);
            wire.socket.set_onclose(None);
            let _ = wire.socket.close();
        }
    });
}

fn connect() {
    close();
    let number = RIM.with_borrow(|rim| rim.number);
    let current = move || RIM.with_borrow(|rim| rim.number == number);
    let address = format!("{}api/ws", browser::folder()).replacen("http", "ws", 1);
    let Ok(socket) = WebSocket::new(&address) else {
        browser::after(0, || drive(Link::lost));
        return;
    };
    let message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let session = RIM.with_borrow(|rim| rim.session);
        let text = event.data().as_string().unwrap_or_default();
        // What is not understood comes from a newer server and can be done without.
        if let (true, Some(session), Ok(message)) =
            (current(), session, serde_json::from_str::<FromServer>(&text))
        {
            RIM.with_borrow_mut(|rim| rim.link.heard(browser::now()));
            session.hear(message);
        }
    });
    let closed = Closure::<dyn FnMut()>::new(move || {
        if current() {
            drive(Link::lost);
        }
    });
    socket.set_onmessage(Some(message.as_ref().unchecked_ref()));
    socket.set_onclose(Some(closed.as_ref().unchecked_ref()));
    let wire = Wire { socket, _message: message, _close: closed };
    let old = RIM.with_borrow_mut(|rim| rim.wire.replace(wire));
    // Its listeners may be running: they are let go when nothing is.
    browser::after(0, move || drop(old));
}
