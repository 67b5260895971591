//! Templates: the markup of a `view!` as a string of instructions.
//!
//! An instruction is a control character followed by its argument, up to the next control
//! character. Only the macro writes them, and only this module reads them.
//!
//! | | argument | |
//! |---|---|---|
//! | `\x01` | tag | opens an HTML element |
//! | `\x02` | tag | opens an SVG element |
//! | `\x03` | name | an attribute, whose value is the argument of the `\x04` that follows |
//! | `\x05` | text | a text node |
//! | `\x06` | | closes the element |
//! | `\x07` | | a child: the next slot |
//! | `\x08` | name | an attribute: the next slot |
//! | `\x0b` | name | a class that is present or not: the next slot |
//! | `\x0c` | name | a style: the next slot |
//! | `\x0e` | name | a property: the next slot |
//! | `\x0f` | name | an event handler: the next slot |
//! | `\x10` | | a reference: the next slot |
//! | `\x11` | id | a text node: a message |
//! | `\x12` | id | the value of an attribute, like `\x04`: a message |

use core::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::Reflect;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, Event, HtmlElement, Node};

use super::mounted::Mounted;
use super::{document, insert};
use crate::call::CallMut;
use crate::event::Listener;
use crate::reactive::{EffectName, RenderEffect};
use crate::slot::{Slot, SlotValue};

thread_local! {
    static MESSAGES: Cell<fn(&str) -> String> = const { Cell::new(str::to_string) };
}

/// Sets the function that returns the messages of templates, those of `tr("id")` in a `view!`.
pub fn set_messages(messages: fn(&str) -> String) {
    MESSAGES.set(messages);
}

fn message(id: &str) -> String {
    MESSAGES.get()(id)
}

const SVG: &str = "http://www.w3.org/2000/svg";

/// A mounted template.
pub(crate) struct MountedTemplate {
    template: &'static str,
    roots: Vec<Root>,
    slots: Vec<MountedSlot>,
}

/// A top-level node of a template.
enum Root {
    Node(Node),
    /// A child, by the index of its slot.
    Slot(usize),
}

enum MountedSlot {
    Child(Mounted),
    Value(MountedValue),
    Handler(MountedHandler),
    Ref(Element),
}

impl MountedTemplate {
    pub(crate) fn new(
        template: &'static str,
        slots: Vec<Slot>,
        parent: &Node,
        before: Option<&Node>,
    ) -> Self {
        let document = document();
        let mut mounted = Self { template, roots: Vec::new(), slots: Vec::new() };
        let mut slots = slots.into_iter();
        let mut open: Vec<Element> = Vec::new();
        let mut name = "";
        for (code, argument) in instructions(template) {
            match code {
                1 | 2 => {
                    let namespace = (code == 2).then_some(SVG);
                    let element = match namespace {
                        Some(_) => document.create_element_ns(namespace, argument),
                        None => document.create_element(argument),
                    };
                    let Ok(element) = element else { unreachable!("a tag is a valid name") };
                    open.push(element);
                }
                3 => name = argument,
                4 => {
                    if let Some(element) = open.last() {
                        let _ = element.set_attribute(name, argument);
                    }
                }
                0x12 => {
                    if let Some(element) = open.last() {
                        let _ = element.set_attribute(name, &message(argument));
                    }
                }
                5 | 0x11 => {
                    let text = match code {
                        5 => document.create_text_node(argument),
                        _ => document.create_text_node(&message(argument)),
                    };
                    mounted.place(text.into(), open.last(), parent, before);
                }
                6 => {
                    let Some(element) = open.pop() else { continue };
                    mounted.place(element.into(), open.last(), parent, before);
                }
                _ => {
                    let Some(slot) = slots.next() else {
                        unreachable!("the macro counts the slots")
                    };
                    let slot = match (slot, open.last()) {
                        (Slot::View(view), Some(element)) => {
                            MountedSlot::Child(Mounted::new(view, element, None))
                        }
                        (Slot::View(view), None) => {
                            mounted.roots.push(Root::Slot(mounted.slots.len()));
                            MountedSlot::Child(Mounted::new(view, parent, before))
                        }
                        (slot, Some(element)) => {
                            let place = Place { element: element.clone(), code, name: argument };
                            MountedSlot::new(place, slot)
                        }
                        (_, None) => unreachable!("only elements have attributes"),
                    };
                    mounted.slots.push(slot);
                }
            }
        }
        mounted
    }

    /// Inserts a node into the open element, or at the top level.
    fn place(&mut self, node: Node, open: Option<&Element>, parent: &Node, before: Option<&Node>) {
        if let Some(element) = open {
            insert(&node, element, None);
        } else {
            insert(&node, parent, before);
            self.roots.push(Root::Node(node));
        }
    }

    /// Whether it was made from this markup.
    pub(crate) fn is(&self, template: &'static str) -> bool {
        core::ptr::eq(self.template, template)
    }

    /// Fills the slots with new values.
    pub(crate) fn patch(&mut self, slots: Vec<Slot>) {
        for (mounted, slot) in self.slots.iter_mut().zip(slots) {
            match (mounted, slot) {
                (MountedSlot::Child(mounted), Slot::View(view)) => mounted.patch(view),
                (MountedSlot::Value(mounted), slot) => mounted.patch(slot),
                (MountedSlot::Handler(mounted), Slot::Handler(handle)) => {
                    *mounted.handle.borrow_mut() = handle;
                }
                (MountedSlot::Ref(element), Slot::Ref(node)) => node.set(Some(element.clone())),
                _ => {}
            }
        }
    }

    pub(crate) fn nodes(&self, all: &mut Vec<Node>) {
        for root in &self.roots {
            match root {
                Root::Node(node) => all.push(node.clone()),
                Root::Slot(n) => {
                    if let MountedSlot::Child(mounted) = &self.slots[*n] {
                        mounted.nodes(all);
                    }
                }
            }
        }
    }
}

/// The instructions of a template with their arguments.
fn instructions(template: &'static str) -> impl Iterator<Item = (u8, &'static str)> {
    let is_code = |byte: &u8| *byte < 0x20 && *byte != b'\n' && *byte != b'\t';
    let mut rest = template;
    core::iter::from_fn(move || {
        let code = *rest.as_bytes().first()?;
        let end = rest.bytes().skip(1).position(|byte| is_code(&byte));
        let end = end.map_or(rest.len(), |end| end + 1);
        let argument = &rest[1..end];
        rest = &rest[end..];
        Some((code, argument))
    })
}

/// The target of a slot: an attribute, an event or a property of an element.
#[derive(Clone)]
struct Place {
    element: Element,
    code: u8,
    name: &'static str,
}

impl MountedSlot {
    fn new(place: Place, slot: Slot) -> Self {
        match slot {
            Slot::View(_) => unreachable!("children have no place of their own"),
            Slot::Handler(handle) => Self::Handler(MountedHandler::new(place, handle)),
            Slot::Ref(node) => {
                node.set(Some(place.element.clone()));
                Self::Ref(place.element)
            }
            slot => {
                let last = Rc::new(RefCell::new(SlotValue::Absent));
                let mut mounted = MountedValue { place, last, effect: None };
                mounted.patch(slot);
                Self::Value(mounted)
            }
        }
    }
}

type Handle = Box<dyn CallMut<Event, ()>>;

/// An event handler, which can be replaced without registering a new listener.
struct MountedHandler {
    handle: Rc<RefCell<Handle>>,
    _listener: Listener,
}

impl MountedHandler {
    fn new(place: Place, handle: Handle) -> Self {
        let handle = Rc::new(RefCell::new(handle));
        let called = Rc::clone(&handle);
        let call = Box::new(move |event| called.borrow_mut().call_mut(event));
        Self { handle, _listener: Listener::new(place.element.into(), place.name, call) }
    }
}

/// An attribute, a class, a style or a property.
struct MountedValue {
    place: Place,
    last: Rc<RefCell<SlotValue>>,
    effect: Option<RenderEffect>,
}

impl MountedValue {
    fn patch(&mut self, slot: Slot) {
        self.effect = None;
        match slot {
            Slot::Value(value) => self.place.fill(&self.last, value),
            Slot::Live(mut value) => {
                let (place, last) = (self.place.clone(), Rc::clone(&self.last));
                let name = EffectName::of(&*value);
                self.effect = Some(RenderEffect::new(
                    name,
                    Box::new(move |()| {
                        place.fill(&last, value.call_mut(()));
                    }),
                ));
            }
            Slot::View(_) | Slot::Handler(_) | Slot::Ref(_) => {}
        }
    }
}

impl Place {
    /// Sets a value, unless it is already set.
    fn fill(&self, last: &RefCell<SlotValue>, value: SlotValue) {
        let Self { element, code, name } = self;
        // The user may have changed a property since.
        let is_property = !matches!(code, 0x08 | 0x0b | 0x0c);
        if !is_property && *last.borrow() == value {
            return;
        }
        match (code, &value) {
            (0x08, _) if *name == "class" => set_classes(element, &last.borrow(), &value),
            (0x08, SlotValue::Absent | SlotValue::Flag(false)) => {
                drop(element.remove_attribute(name));
            }
            (0x08, SlotValue::Flag(true)) => drop(element.set_attribute(name, "")),
            (0x08, SlotValue::Text(text)) => drop(element.set_attribute(name, text)),
            (0x0b, value) => {
                let is_there = *value == SlotValue::Flag(true);
                drop(element.class_list().toggle_with_force(name, is_there));
            }
            (0x0c, SlotValue::Text(text)) => {
                // SVG elements have a style as well.
                let style = element.unchecked_ref::<HtmlElement>().style();
                drop(style.set_property(name, text));
            }
            (0x0c, _) => {
                drop(element.unchecked_ref::<HtmlElement>().style().remove_property(name));
            }
            (_, value) => {
                let (name, value) = (JsValue::from(*name), property(value));
                // Writing the same value would move the caret.
                if Reflect::get(element, &name).ok().as_ref() != Some(&value) {
                    drop(Reflect::set(element, &name, &value));
                }
            }
        }
        last.replace(value);
    }
}

/// Replaces the classes of one value with those of another; other classes stay.
fn set_classes(element: &Element, old: &SlotValue, new: &SlotValue) {
    let list = element.class_list();
    for (value, is_there) in [(old, false), (new, true)] {
        if let SlotValue::Text(text) = value {
            for class in text.split_ascii_whitespace() {
                let _ = list.toggle_with_force(class, is_there);
            }
        }
    }
}

fn property(value: &SlotValue) -> JsValue {
    match value {
        SlotValue::Absent => JsValue::NULL,
        SlotValue::Flag(flag) => JsValue::from(*flag),
        SlotValue::Text(text) => JsValue::from(text.as_ref()),
    }
}
