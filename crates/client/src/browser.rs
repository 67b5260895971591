//! The driver for web pages, on the browser's websocket and timers.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{MessageEvent, WebSocket, Window};

use crate::{Conversation, Millis, RandomSource, SocketOperation};

/// A [`Conversation`] with a server over the browser's websocket. Clones share it.
#[derive(Clone)]
pub struct Socket(Rc<Inner>);

struct Inner {
    address: String,
    conversation: RefCell<Conversation>,
    wire: RefCell<Option<Wire>>,
    /// The generation of the connection: events of older ones are ignored.
    generation: Cell<u32>,
    /// When the armed timer fires.
    timer: Cell<Option<Millis>>,
    changed: Box<dyn Fn(&Socket)>,
}

/// A websocket with its listeners.
struct Wire {
    socket: WebSocket,
    _message: Closure<dyn FnMut(MessageEvent)>,
    _close: Closure<dyn FnMut()>,
}

impl Socket {
    /// A conversation with the server at this websocket URL. `changed` is called after every event
    /// that may have changed its state. It connects on [`Conversation::start`].
    pub fn new(address: String, changed: impl Fn(&Self) + 'static) -> Self {
        Self(Rc::new(Inner {
            address,
            conversation: RefCell::default(),
            wire: RefCell::default(),
            generation: Cell::default(),
            timer: Cell::default(),
            changed: Box::new(changed),
        }))
    }

    /// Reads from the conversation.
    pub fn with<T>(&self, look: impl FnOnce(&Conversation) -> T) -> T {
        look(&self.0.conversation.borrow())
    }

    /// Takes something out of the conversation without driving it.
    pub fn take<T>(&self, take: impl FnOnce(&mut Conversation) -> T) -> T {
        take(&mut self.0.conversation.borrow_mut())
    }

    /// Changes the conversation, and carries out the resulting steps.
    pub fn drive(&self, change: impl FnOnce(&mut Conversation, Millis, RandomSource<'_>)) {
        change(&mut self.0.conversation.borrow_mut(), now(), &mut random);
        while let Some(step) = self.take(Conversation::step) {
            match step {
                SocketOperation::Connect => self.connect(),
                SocketOperation::Close => self.close(),
                SocketOperation::Send(message) => {
                    if let (Some(wire), Ok(text)) =
                        (&*self.0.wire.borrow(), serde_json::to_string(&message))
                    {
                        let _ = wire.socket.send_with_str(&text);
                    }
                }
            }
        }
        self.set_timer();
        (self.0.changed)(self);
    }

    /// Arms the timer. One that fires early is harmless.
    fn set_timer(&self) {
        let Some(at) = self.with(Conversation::wake_at) else { return };
        if self.0.timer.get().is_some_and(|set| set <= at) {
            return;
        }
        self.0.timer.set(Some(at));
        let this = self.clone();
        after(at.saturating_sub(now()), move || {
            if this.0.timer.get() == Some(at) {
                this.0.timer.set(None);
            }
            this.drive(Conversation::tick);
        });
    }

    fn close(&self) {
        self.0.generation.set(self.0.generation.get() + 1);
        if let Some(wire) = self.0.wire.take() {
            wire.socket.set_onmessage(None);
            wire.socket.set_onclose(None);
            let _ = wire.socket.close();
            // One of its closures may be running: drop them from the event loop.
            after(0, move || drop(wire));
        }
    }

    fn connect(&self) {
        self.close();
        let generation = self.0.generation.get();
        let lost = {
            let this = self.clone();
            move || {
                if this.0.generation.get() == generation {
                    this.drive(|talk, now, random| talk.lost(now, String::new(), random));
                }
            }
        };
        let Ok(socket) = WebSocket::new(&self.0.address) else {
            return after(0, lost);
        };
        let this = self.clone();
        let message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let text = event.data().as_string().unwrap_or_default();
            if this.0.generation.get() == generation {
                this.drive(|talk, now, random| talk.receive_text(now, &text, random));
            }
        });
        let close = Closure::<dyn FnMut()>::new(lost);
        socket.set_onmessage(Some(message.as_ref().unchecked_ref()));
        socket.set_onclose(Some(close.as_ref().unchecked_ref()));
        *self.0.wire.borrow_mut() = Some(Wire { socket, _message: message, _close: close });
    }
}

fn window() -> Window {
    let Some(window) = web_sys::window() else { unreachable!("pages run in a window") };
    window
}

/// Wall-clock time in milliseconds. Unlike `performance.now()` it advances while the machine is
/// suspended, after which a connection is rarely alive. The price: setting the clock may time out
/// a healthy connection.
pub fn now() -> Millis {
    js_sys::Date::now() as Millis
}

fn random() -> u64 {
    let mut bytes = [0; 8];
    let filled = window().crypto().map(|crypto| crypto.get_random_values_with_u8_array(&mut bytes));
    assert!(matches!(filled, Ok(Ok(_))), "browsers have a source of randomness");
    u64::from_le_bytes(bytes)
}

fn after(milliseconds: Millis, call: impl FnOnce() + 'static) {
    let call = Closure::once_into_js(call);
    let _ = window().set_timeout_with_callback_and_timeout_and_arguments_0(
        call.unchecked_ref(),
        milliseconds.min(i32::MAX as Millis) as i32,
    );
}
