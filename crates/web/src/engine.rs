//! The pages' asynchronous interface to the engine workers.

use std::cell::RefCell;

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, JsValue};
use web_sys::{Event, MessageEvent, Worker, WorkerOptions, WorkerType};

use crate::browser;
use crate::lifetime::Lifetime;
use bosworth_web_engine::wire::{EngineRequest, EngineResponse};

/// The purpose of a request. Each lane has a worker of its own and one request at a time: a new
/// request cancels the previous one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lane {
    /// The computer's actions in a game.
    Play,
    /// Hints, the bar, the analysis board.
    Study,
    /// Reviews of whole games.
    Review,
    /// Games that are played on from a position.
    Rollouts,
}

/// A worker with its event handlers.
struct EngineWorker {
    worker: Worker,
    busy: bool,
    _listen: Closure<dyn FnMut(MessageEvent)>,
    _fail: Closure<dyn FnMut(Event)>,
}

type Listener = Box<dyn FnMut(EngineResponse)>;

/// An optional value for each lane.
type ByLane<T> = [Option<T>; 4];

thread_local! {
    static WORKERS: RefCell<ByLane<EngineWorker>> = RefCell::default();
    static LISTENERS: RefCell<ByLane<Listener>> = RefCell::default();
}

/// Sends a request on behalf of a page; once the page is gone, responses are discarded. The
/// previous request on this lane is cancelled immediately by terminating its worker; a new one
/// starts within a few milliseconds.
pub fn ask(
    page: Lifetime,
    lane: Lane,
    ask: &EngineRequest,
    listener: impl FnMut(EngineResponse) + 'static,
) {
    stop(lane);
    let listener = Box::new(page.bind(listener));
    LISTENERS.with_borrow_mut(|listeners| listeners[lane as usize] = Some(listener));
    let sent = WORKERS.with_borrow_mut(|seats| -> Result<(), JsValue> {
        let seat = match &mut seats[lane as usize] {
            Some(seat) => seat,
            place => place.insert(EngineWorker::new(lane)?),
        };
        seat.busy = true;
        let text = serde_json::to_string(ask).unwrap_or_default();
        seat.worker.post_message(&JsValue::from_str(&text))
    });
    if sent.is_err() {
        dispatch(lane, EngineResponse::Failed("cannot start the worker".into()));
    }
}

/// Cancels the request on a lane; its listener is not called again.
pub fn stop(lane: Lane) {
    LISTENERS.with_borrow_mut(|listeners| listeners[lane as usize].take());
    WORKERS.with_borrow_mut(|seats| {
        if let Some(seat) = seats[lane as usize].take_if(|seat| seat.busy) {
            seat.worker.terminate();
        }
    });
}

/// Dispatches a response to the listener.
fn dispatch(lane: Lane, answer: EngineResponse) {
    let last = match &answer {
        EngineResponse::Chosen(_)
        | EngineResponse::Done(_)
        | EngineResponse::Explained(_)
        | EngineResponse::RolledOut(_)
        | EngineResponse::Failed(_) => true,
        EngineResponse::Analysis(findings) => findings.done,
        EngineResponse::Begun { .. } | EngineResponse::Ply(_) => false,
    };
    if last {
        WORKERS.with_borrow_mut(|seats| {
            if let Some(seat) = &mut seats[lane as usize] {
                seat.busy = false;
            }
        });
    }
    // The listener may send a new request, so nothing is borrowed during the call.
    let listener = LISTENERS.with_borrow_mut(|listeners| listeners[lane as usize].take());
    if let Some(mut listener) = listener {
        listener(answer);
        if !last {
            LISTENERS.with_borrow_mut(|listeners| {
                listeners[lane as usize].get_or_insert(listener);
            });
        }
    }
}

impl EngineWorker {
    fn new(lane: Lane) -> Result<Self, JsValue> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(&browser::asset("worker"), &options)?;
        let listen = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let text = event.data().as_string().unwrap_or_default();
            let answer = bosworth_json::from_str(&text);
            dispatch(
                lane,
                answer.unwrap_or_else(|error| EngineResponse::Failed(error.to_string())),
            );
        });
        let fail = Closure::<dyn FnMut(Event)>::new(move |event: Event| {
            event.prevent_default();
            // A worker that failed to load or crashed is not reused.
            if let Some(seat) = WORKERS.with_borrow_mut(|seats| seats[lane as usize].take()) {
                seat.worker.terminate();
            }
            // If the script failed to load, the event has no message.
            let why = js_sys::Reflect::get(&event, &"message".into()).ok();
            let why = why.and_then(|why| why.as_string());
            dispatch(
                lane,
                EngineResponse::Failed(why.unwrap_or_else(|| "cannot load the worker".into())),
            );
        });
        worker.set_onmessage(Some(listen.as_ref().unchecked_ref()));
        worker.set_onerror(Some(fail.as_ref().unchecked_ref()));
        Ok(Self { worker, busy: false, _listen: listen, _fail: fail })
    }
}
