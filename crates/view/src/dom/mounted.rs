//! Mounted views, and patching them in place.

use core::cell::RefCell;
use std::borrow::Cow;
use std::rc::Rc;

use web_sys::{Node, Text};

use super::template::MountedTemplate;
use super::{document, insert, remove};
use crate::call::CallMut;
use crate::keyed::Keyed;
use crate::reactive::{EffectName, Owner, RenderEffect};
use crate::view::View;

/// A mounted view. Dropping it ends its effects and event handlers; [`Mounted::remove`] removes its
/// nodes.
///
/// It always has at least one node, which marks the place of a replacement.
pub(crate) enum Mounted {
    Empty(Node),
    Text(Text, Cow<'static, str>),
    Template(MountedTemplate),
    List(MountedList),
    Live(MountedLive),
    Keyed(MountedKeyed),
}

impl Mounted {
    pub(crate) fn new(view: View, parent: &Node, before: Option<&Node>) -> Self {
        match view {
            View::Empty => Self::Empty(marker(parent, before)),
            View::Text(text) => {
                let node = document().create_text_node(&text);
                insert(&node, parent, before);
                Self::Text(node, text)
            }
            View::Template(template, slots) => {
                Self::Template(MountedTemplate::new(template, slots, parent, before))
            }
            View::List(views) => Self::List(MountedList::new(views, parent, before)),
            View::Live(make) => Self::Live(MountedLive::new(make, parent, before)),
            View::Keyed(list) => Self::Keyed(MountedKeyed::new(*list, parent, before)),
        }
    }

    /// Shows another view in the same place, reusing the nodes where the markup is the same.
    pub(crate) fn patch(&mut self, view: View) {
        match (&mut *self, view) {
            (Self::Empty(_), View::Empty) => {}
            (Self::Text(node, old), View::Text(new)) => {
                if *old != new {
                    node.set_data(&new);
                    *old = new;
                }
            }
            (Self::Template(mounted), View::Template(template, slots)) if mounted.is(template) => {
                mounted.patch(slots);
            }
            (Self::List(mounted), View::List(views)) => mounted.patch(views),
            (Self::Live(mounted), View::Live(make)) => mounted.patch(make),
            (_, view) => {
                let mut nodes = Vec::new();
                self.nodes(&mut nodes);
                let Some(last) = nodes.last() else { return };
                let Some(parent) = last.parent_node() else { return };
                // The old nodes are removed only once the new ones exist: if creating them fails,
                // something is still shown. The new ones are created off the page, because removing
                // a focused node forces a layout, which should not include both.
                let (fragment, next) = (document().create_document_fragment(), last.next_sibling());
                *self = Self::new(view, &fragment, None);
                nodes.iter().for_each(remove);
                insert(&fragment, &parent, next.as_ref());
            }
        }
    }

    /// Collects its top-level nodes.
    pub(crate) fn nodes(&self, all: &mut Vec<Node>) {
        match self {
            Self::Empty(marker) => all.push(marker.clone()),
            Self::Text(node, _) => all.push(node.clone().into()),
            Self::Template(mounted) => mounted.nodes(all),
            Self::List(mounted) => {
                mounted.items.iter().for_each(|item| item.nodes(all));
                all.push(mounted.end.clone());
            }
            Self::Live(mounted) => {
                if let Some(content) = &*mounted.content.borrow() {
                    content.nodes(all);
                }
            }
            Self::Keyed(mounted) => {
                mounted.items.borrow().iter().for_each(|item| item.mounted.nodes(all));
                all.push(mounted.end.clone());
            }
        }
    }

    /// Removes its nodes from the page.
    fn remove(&self) {
        let mut nodes = Vec::new();
        self.nodes(&mut nodes);
        nodes.iter().for_each(remove);
    }
}

/// Inserts an invisible placeholder node.
fn marker(parent: &Node, before: Option<&Node>) -> Node {
    let marker: Node = document().create_comment("").into();
    insert(&marker, parent, before);
    marker
}

pub(crate) struct MountedList {
    items: Vec<Mounted>,
    end: Node,
}

impl MountedList {
    fn new(views: Vec<View>, parent: &Node, before: Option<&Node>) -> Self {
        let items = views.into_iter().map(|view| Mounted::new(view, parent, before)).collect();
        Self { items, end: marker(parent, before) }
    }

    fn patch(&mut self, views: Vec<View>) {
        for gone in self.items.drain(views.len().min(self.items.len())..) {
            gone.remove();
        }
        let Some(parent) = self.end.parent_node() else { return };
        for (n, view) in views.into_iter().enumerate() {
            match self.items.get_mut(n) {
                Some(item) => item.patch(view),
                None => self.items.push(Mounted::new(view, &parent, Some(&self.end))),
            }
        }
    }
}

pub(crate) struct MountedLive {
    content: Rc<RefCell<Option<Mounted>>>,
    effect: Option<RenderEffect>,
}

impl MountedLive {
    fn new(mut make: Box<dyn CallMut<(), View>>, parent: &Node, before: Option<&Node>) -> Self {
        let content = Rc::new(RefCell::new(None::<Mounted>));
        let shown = Rc::clone(&content);
        let mut place = Some((parent.clone(), before.cloned()));
        let name = EffectName::of(&*make);
        let effect = RenderEffect::new(
            name,
            Box::new(move |()| {
                let view = make.call_mut(());
                let mut shown = shown.borrow_mut();
                match (&mut *shown, place.take()) {
                    (Some(mounted), _) => mounted.patch(view),
                    (None, Some((parent, before))) => {
                        *shown = Some(Mounted::new(view, &parent, before.as_ref()));
                    }
                    (None, None) => {}
                }
            }),
        );
        Self { content, effect: Some(effect) }
    }

    /// Continues with another closure.
    fn patch(&mut self, mut make: Box<dyn CallMut<(), View>>) {
        self.effect = None;
        let shown = Rc::clone(&self.content);
        let name = EffectName::of(&*make);
        self.effect = Some(RenderEffect::new(
            name,
            Box::new(move |()| {
                let view = make.call_mut(());
                if let Some(mounted) = &mut *shown.borrow_mut() {
                    mounted.patch(view);
                }
            }),
        ));
    }
}

struct KeyedItem {
    key: u64,
    owner: Owner,
    mounted: Mounted,
}

impl KeyedItem {
    fn nodes(&self) -> Vec<Node> {
        let mut nodes = Vec::new();
        self.mounted.nodes(&mut nodes);
        nodes
    }

    fn first_node(&self) -> Option<Node> {
        self.nodes().into_iter().next()
    }

    /// Moves the item unless it is already in place: moving a node ends its animations.
    fn move_before(&self, parent: &Node, before: &Node) {
        let nodes = self.nodes();
        let is_there = nodes.last().and_then(Node::next_sibling).as_ref() == Some(before);
        if !is_there {
            for node in &nodes {
                insert(node, parent, Some(before));
            }
        }
    }
}

impl Drop for KeyedItem {
    fn drop(&mut self) {
        self.owner.dispose();
    }
}

pub(crate) struct MountedKeyed {
    items: Rc<RefCell<Vec<KeyedItem>>>,
    end: Node,
    _effect: RenderEffect,
}

impl MountedKeyed {
    fn new(list: Keyed, parent: &Node, before: Option<&Node>) -> Self {
        let end = marker(parent, before);
        let items = Rc::new(RefCell::new(Vec::new()));
        let (shown, last, mut list) = (Rc::clone(&items), end.clone(), list);
        let name = EffectName::of(&*list.items);
        let effect = RenderEffect::new(
            name,
            Box::new(move |()| {
                let new = list.items.call_mut(());
                let mut shown = shown.borrow_mut();
                let mut old: Vec<KeyedItem> = core::mem::take(&mut *shown);
                old.retain(|item| {
                    let stays = new.iter().any(|(key, _)| *key == item.key);
                    if !stays {
                        item.mounted.remove();
                    }
                    stays
                });
                let Some(parent) = last.parent_node() else { return };
                // In reverse order, so that each item is inserted before one already in place.
                let mut before = last.clone();
                for (key, make) in new.into_iter().rev() {
                    let item = if let Some(n) = old.iter().position(|item| item.key == key) {
                        let item = old.remove(n);
                        item.move_before(&parent, &before);
                        item
                    } else {
                        let owner = list.owner.map_or_else(Owner::new, Owner::child);
                        let mounted = owner.with(|| Mounted::new(make(), &parent, Some(&before)));
                        KeyedItem { key, owner, mounted }
                    };
                    before = item.first_node().unwrap_or(before);
                    shown.push(item);
                }
                shown.reverse();
                // Items with duplicate keys.
                for item in &old {
                    item.mounted.remove();
                }
            }),
        );
        Self { items, end, _effect: effect }
    }
}
