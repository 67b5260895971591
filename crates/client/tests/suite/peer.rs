use std::collections::HashMap;

use bosworth_client::protocol::{AccountId, IdempotencyKey};
use bosworth_client::{Conversation, Update};

/// A client, its connection, and the updates it reported.
pub struct Peer {
    pub talk: Conversation,
    pub account: Option<AccountId>,
    /// The generation of the connection, which may be broken.
    pub connection: u32,
    pub up: bool,
    pub watches: bool,
    pub pinged: u64,
    /// The next entry to be reported, once the table is known.
    pub expects: Option<u32>,
    /// The `since` of the last log request.
    pub asked: u32,
    pub issued: Vec<IdempotencyKey>,
    pub answers: HashMap<IdempotencyKey, Vec<bool>>,
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

    /// Asserts that every entry is reported once and in order, and every command answered once.
    pub fn hear(&mut self, update: Update) {
        match update {
            Update::Entry { entry, .. } => {
                assert_eq!(Some(entry.seq), self.expects, "each entry is reported once");
                self.expects = Some(entry.seq + 1);
            }
            Update::Table => {
                let length = self.talk.live().expect("a table").table.length();
                assert!(self.expects.is_none_or(|next| next <= length));
                self.expects = Some(length.max(self.expects.unwrap_or(0)));
            }
            Update::Done(key) => self.answers.entry(key).or_default().push(true),
            Update::Refused { key, .. } => self.answers.entry(key).or_default().push(false),
            Update::Unreadable(why) => panic!("{why}"),
            Update::Unknown { .. } | Update::Ended(_) => panic!("{update:?}"),
            _ => {}
        }
    }
}
