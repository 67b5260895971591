//! The reactive graph: one arena of nodes for all signals, memos, effects and owners.
//!
//! Changes are pushed as marks and pulled as values. A write marks its direct dependents *dirty*
//! and everything behind them *check*; a node that is read, or an effect that is about to run,
//! first brings its sources up to date, and runs only if one of them actually changed. So a diamond
//! of memos is evaluated once per change, and no reader sees an inconsistent state.
//!
//! Nothing here is generic: values are `Rc<dyn Any>`, and the typed handles around them only
//! downcast. A reader holds a reference to the value it read, so a write may replace the value
//! meanwhile. The arena is never borrowed while foreign code runs.

use core::any::{Any, TypeId};
use core::cell::{Cell, RefCell};
use std::rc::Rc;

use slotmap::{SlotMap, new_key_type};

use crate::call::CallMut;

new_key_type! {
    /// The key of a node.
    pub(crate) struct Id;
}

/// The value of a node; its handle knows the type.
pub(crate) type SharedValue = Rc<dyn Any>;

/// Computes a node from its current value; returns the new value if it differs.
pub(crate) type Compute = Rc<RefCell<dyn CallMut<Option<SharedValue>, Option<SharedValue>>>>;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum State {
    Clean,
    /// An indirect source changed: the direct sources must be checked.
    Check,
    /// A source changed.
    Dirty,
}

/// The phase in which a queued effect runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum EffectPhase {
    /// Updates the page.
    Render,
    /// Reads the page: runs once it is up to date.
    User,
}

/// The name of an effect: the type of its closure, which contains the path of the function around
/// it. Only builds with debug assertions have names; pages are smaller without them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EffectName(#[cfg(debug_assertions)] &'static str);

impl EffectName {
    pub(crate) fn of<A, R>(
        #[cfg_attr(not(debug_assertions), expect(unused_variables))] closure: &dyn CallMut<A, R>,
    ) -> Self {
        Self(
            #[cfg(debug_assertions)]
            closure.type_name(),
        )
    }
}

/// The kind of a node.
#[derive(Clone)]
pub(crate) enum NodeKind {
    /// A signal, a stored value or an owner: nothing to compute.
    Plain,
    Memo(Compute),
    Effect(Compute, EffectPhase, EffectName),
}

struct Node {
    /// Creation order: inner nodes are younger than outer ones.
    born: u64,
    kind: NodeKind,
    state: State,
    value: Option<SharedValue>,
    sources: Vec<Id>,
    subscribers: Vec<Id>,
    owner: Option<Id>,
    owned: Vec<Id>,
    cleanups: Vec<Box<dyn FnOnce()>>,
    contexts: Vec<(TypeId, SharedValue)>,
    /// The last flush in which it ran, and how often it did.
    runs: (u32, u8),
}

/// A queued effect, in execution order: render effects first, and older ones before younger ones,
/// which they may dispose of.
type Waiting = (EffectPhase, u64, Id);

#[derive(Default)]
struct Graph {
    nodes: RefCell<SlotMap<Id, Node>>,
    born: Cell<u64>,
    owner: Cell<Option<Id>>,
    observer: Cell<Option<Id>>,
    /// The queued effects, the next one last.
    waiting: RefCell<Vec<Waiting>>,
    is_scheduled: Cell<bool>,
    flushes: Cell<u32>,
}

thread_local! {
    static GRAPH: Graph = Graph::default();
}

fn graph<R>(call: impl FnOnce(&Graph) -> R) -> R {
    GRAPH.with(call)
}

/// Calls a function with a node, unless it was disposed of.
fn with<R>(id: Id, call: impl FnOnce(&mut Node) -> R) -> Option<R> {
    graph(|graph| graph.nodes.borrow_mut().get_mut(id).map(call))
}

/// Creates a node, owned by the current owner.
pub(crate) fn insert(kind: NodeKind, value: Option<SharedValue>) -> Id {
    insert_under(current_owner(), kind, value)
}

pub(crate) fn insert_under(owner: Option<Id>, kind: NodeKind, value: Option<SharedValue>) -> Id {
    graph(|graph| {
        let born = graph.born.get();
        graph.born.set(born + 1);
        let state = if matches!(kind, NodeKind::Plain) { State::Clean } else { State::Dirty };
        let mut nodes = graph.nodes.borrow_mut();
        let id = nodes.insert(Node {
            born,
            kind,
            state,
            value,
            sources: Vec::new(),
            subscribers: Vec::new(),
            owner,
            owned: Vec::new(),
            cleanups: Vec::new(),
            contexts: Vec::new(),
            runs: (0, 0),
        });
        if let Some(owner) = owner.and_then(|owner| nodes.get_mut(owner)) {
            owner.owned.push(id);
        }
        id
    })
}

pub(crate) fn current_owner() -> Option<Id> {
    graph(|graph| graph.owner.get())
}

/// Calls a function with the given owner and observer.
pub(crate) fn scoped<R>(owner: Option<Id>, observer: Option<Id>, call: impl FnOnce() -> R) -> R {
    let _scope = Scope::enter(owner, observer);
    call()
}

/// The previous owner and observer, restored even if the call panics, so that tests can expect
/// panics.
struct Scope(Option<Id>, Option<Id>);

impl Scope {
    #[inline(never)]
    fn enter(owner: Option<Id>, observer: Option<Id>) -> Self {
        graph(|graph| Self(graph.owner.replace(owner), graph.observer.replace(observer)))
    }
}

impl Drop for Scope {
    #[inline(never)]
    fn drop(&mut self) {
        graph(|graph| {
            graph.owner.set(self.0);
            graph.observer.set(self.1);
        });
    }
}

/// Returns the value of a node without subscribing; `None` if the node is gone.
pub(crate) fn peek(id: Id) -> Option<SharedValue> {
    refresh(id);
    with(id, |node| node.value.clone()).flatten()
}

/// Returns the value of a node, and subscribes the current observer.
pub(crate) fn read(id: Id) -> Option<SharedValue> {
    let value = peek(id);
    // Only now: a memo that has just run would otherwise mark this reader, which already sees the
    // new value.
    track(id);
    value
}

/// Subscribes the current observer.
fn track(id: Id) {
    graph(|graph| {
        let Some(observer) = graph.observer.get() else { return };
        let mut nodes = graph.nodes.borrow_mut();
        if !nodes.contains_key(id) {
            return;
        }
        let Some(node) = nodes.get_mut(observer) else { return };
        if !node.sources.contains(&id) {
            node.sources.push(id);
            nodes[id].subscribers.push(observer);
        }
    });
}

/// Replaces the value of a node. Returns whether the node exists.
pub(crate) fn replace(id: Id, value: SharedValue) -> bool {
    // The old value is dropped after the arena is released: dropping may run foreign code.
    let mut value = Some(value);
    let old = with(id, |node| core::mem::replace(&mut node.value, value.take()));
    old.is_some()
}

/// Replaces the value of a node, and marks everything that depends on it.
pub(crate) fn write(id: Id, value: SharedValue) {
    if replace(id, value) {
        notify(id);
    }
}

/// Takes the value out of a node, to be changed and put back.
pub(crate) fn take(id: Id) -> Option<SharedValue> {
    with(id, |node| node.value.take()).flatten()
}

/// Marks everything that depends on a signal whose value changed.
pub(crate) fn notify(id: Id) {
    let subscribers = with(id, |node| node.subscribers.clone()).unwrap_or_default();
    for subscriber in subscribers {
        mark(subscriber, State::Dirty);
    }
}

fn mark(id: Id, state: State) {
    let behind = with(id, |node| {
        let before = node.state;
        node.state = before.max(state);
        let is_effect = matches!(node.kind, NodeKind::Effect(..));
        // A node that is already marked has marked its dependents.
        (before == State::Clean).then(|| (is_effect, node.subscribers.clone()))
    });
    let Some(Some((is_effect, subscribers))) = behind else { return };
    if is_effect {
        wait(id);
    }
    for subscriber in subscribers {
        mark(subscriber, State::Check);
    }
}

/// Brings a memo or an effect up to date. Returns whether it had to run.
pub(crate) fn refresh(id: Id) -> bool {
    let Some(state) = with(id, |node| node.state) else { return false };
    if state == State::Clean {
        return false;
    }
    if state == State::Check {
        let sources = with(id, |node| node.sources.clone()).unwrap_or_default();
        for source in sources {
            refresh(source);
            // A source that changed has marked this node.
            if with(id, |node| node.state) == Some(State::Dirty) {
                break;
            }
        }
        if with(id, |node| node.state) != Some(State::Dirty) {
            with(id, |node| node.state = State::Clean);
            return false;
        }
    }
    run(id);
    true
}

/// Runs a memo or an effect.
fn run(id: Id) {
    clean(id);
    let compute = with(id, |node| {
        node.state = State::Clean;
        match &node.kind {
            NodeKind::Memo(compute) | NodeKind::Effect(compute, ..) => {
                Some((compute.clone(), node.value.clone()))
            }
            NodeKind::Plain => None,
        }
    });
    let Some(Some((compute, value))) = compute else { return };
    let changed = scoped(Some(id), Some(id), || compute.borrow_mut().call_mut(value));
    if let Some(value) = changed {
        write(id, value);
    }
}

/// Unsubscribes a node from its sources, runs its cleanups and disposes of what it owns.
pub(crate) fn clean(id: Id) {
    // Contexts are dropped after the arena is released, too.
    let Some((cleanups, owned, _contexts)) = graph(|graph| {
        let mut nodes = graph.nodes.borrow_mut();
        let node = nodes.get_mut(id)?;
        let sources = core::mem::take(&mut node.sources);
        let contexts = core::mem::take(&mut node.contexts);
        let out = (core::mem::take(&mut node.cleanups), core::mem::take(&mut node.owned), contexts);
        for source in sources {
            if let Some(source) = nodes.get_mut(source) {
                source.subscribers.retain(|subscriber| *subscriber != id);
            }
        }
        Some(out)
    }) else {
        return;
    };
    for cleanup in cleanups {
        scoped(None, None, cleanup);
    }
    for owned in owned {
        remove(owned);
    }
}

/// Disposes of a node and everything it owns; handles to it become invalid.
pub(crate) fn dispose(id: Id) {
    let owner = with(id, |node| node.owner).flatten();
    if let Some(owner) = owner {
        with(owner, |owner| owner.owned.retain(|owned| *owned != id));
    }
    remove(id);
}

fn remove(id: Id) {
    clean(id);
    // Its value is dropped after the arena is released: dropping may run foreign code.
    let gone = graph(|graph| {
        let mut nodes = graph.nodes.borrow_mut();
        let gone = nodes.remove(id)?;
        for subscriber in &gone.subscribers {
            if let Some(subscriber) = nodes.get_mut(*subscriber) {
                subscriber.sources.retain(|source| *source != id);
            }
        }
        Some(gone)
    });
    drop(gone);
}

/// Queues an effect, and schedules a flush.
pub(crate) fn wait(id: Id) {
    let place = with(id, |node| match &node.kind {
        NodeKind::Effect(_, turn, _) => Some((*turn, node.born, id)),
        NodeKind::Plain | NodeKind::Memo(_) => None,
    });
    let Some(Some(place)) = place else { return };
    graph(|graph| {
        let mut waiting = graph.waiting.borrow_mut();
        let at = waiting.partition_point(|later| *later > place);
        waiting.insert(at, place);
        if !graph.is_scheduled.replace(true) {
            schedule();
        }
    });
}

#[cfg(target_arch = "wasm32")]
fn schedule() {
    wasm_bindgen_futures::spawn_local(async { flush() });
}

/// Outside of a browser there are no microtasks: tests call [`flush`].
#[cfg(not(target_arch = "wasm32"))]
fn schedule() {}

/// How often an effect may run in one flush. Effects that settle do so after a few runs.
const MAX_RUNS_PER_FLUSH: u8 = 100;

/// Runs the queued effects, including those that they queue.
///
/// # Panics
/// If effects keep queueing each other: a cycle.
pub fn flush() {
    let flush = graph(|graph| graph.flushes.replace(graph.flushes.get().wrapping_add(1)));
    while let Some((_, _, next)) = graph(|graph| graph.waiting.borrow_mut().pop()) {
        if refresh(next) {
            let runs = with(next, |node| {
                let (last, runs) = node.runs;
                node.runs = (flush, if last == flush { runs + 1 } else { 1 });
                node.runs.1
            });
            if runs == Some(MAX_RUNS_PER_FLUSH) {
                cycle(flush);
            }
        }
    }
    graph(|graph| graph.is_scheduled.set(false));
}

/// Reports effects that queue each other without end.
#[cfg(debug_assertions)]
fn cycle(flush: u32) -> ! {
    // Of several effects, all but the first have run once less.
    let is_part = |node: &Node| node.runs.0 == flush && node.runs.1 + 1 >= MAX_RUNS_PER_FLUSH;
    let names = graph(|graph| {
        let nodes = graph.nodes.borrow();
        let names =
            nodes.values().filter(|node| is_part(node)).filter_map(|node| match node.kind {
                NodeKind::Effect(_, _, EffectName(name)) => Some(name),
                NodeKind::Plain | NodeKind::Memo(_) => None,
            });
        names.collect::<Vec<_>>().join(", ")
    });
    panic!("a cycle of effects, which make each other run again: {names}")
}

/// Reports effects that queue each other without end.
#[cfg(not(debug_assertions))]
#[cold]
fn cycle(_: u32) -> ! {
    panic!("a cycle of effects; builds with debug assertions name them")
}

pub(crate) fn is_alive(id: Id) -> bool {
    graph(|graph| graph.nodes.borrow().contains_key(id))
}

pub(crate) fn add_cleanup(cleanup: Box<dyn FnOnce()>) {
    if let Some(owner) = current_owner() {
        with(owner, |owner| owner.cleanups.push(cleanup));
    }
}

pub(crate) fn provide(kind: TypeId, value: SharedValue) {
    if let Some(owner) = current_owner() {
        with(owner, |owner| {
            owner.contexts.retain(|(known, _)| *known != kind);
            owner.contexts.push((kind, value));
        });
    }
}

/// Returns the context of a type from the nearest owner that provides it.
pub(crate) fn context(kind: TypeId) -> Option<SharedValue> {
    graph(|graph| {
        let nodes = graph.nodes.borrow();
        let mut owner = graph.owner.get();
        while let Some(node) = owner.and_then(|owner| nodes.get(owner)) {
            if let Some((_, value)) = node.contexts.iter().find(|(known, _)| *known == kind) {
                return Some(value.clone());
            }
            owner = node.owner;
        }
        None
    })
}
