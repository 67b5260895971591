use std::collections::HashMap;

use bosworth_client::protocol::{AccountId, Key};
use bosworth_client::{Conversation, Update};

/// A client, its connection, and what it was told.
pub struct Peer {
    pub talk: Conversation,
    pub account: Option<AccountId>,
    /// How many connections there were; the last one may be broken.
    pub connection: u32,
    pub up: bool,
    pub watches: bool,
    pub pinged: u64,
    /// The entry that would be news next, once the table was there.
    pub expects: Option<u32>,
    /// From where the log was asked for last.
    pub asked: u32,
    pub issued: Vec<Key>,
    pub answers: HashMap<Key, Vec<bool>>,
}

impl Peer {
    pub fn new(account: Option<AccountId>) -> Self {
        Self {
            talk: Conversation::new(account),
            account,
            connection: 0,
            up: false,
            watches: false,
            pinged: 0,
            expects: None,
            asked: 0,
            issued: Vec::new(),
            answers: HashMap::new(),
        }
    }

    /// Every entry is told once and in order, every command answered once.
    pub fn hear(&mut self, update: Update) {
        match update {
            Update::Entry { entry, .. } => {
                assert_eq!(Some(entry.seq), self.expects, "each entry is told once");
                self.expects = Some(entry.seq + 1);
            }
            Update::Table => {
                let length = self.talk.live().expect("a table").table.length();
                assert!(self.expects.is_none_or(|next| next <= length));
                self.expects = Some(length.max(self.expects.unwrap_or(0)));
            }
            Update::Done(key) => self.answers.entry(key).or_default().push(true),
            Update::Refused(key, _) => self.answers.entry(key).or_default().push(false),
            Update::Unreadable(why) => panic!("{why}"),
            Update::Unknown { .. } | Update::Ended(_) => panic!("{update:?}"),
            _ => {}
        }
    }
}
