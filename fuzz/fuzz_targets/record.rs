//! Any text is a list of records or is refused; a record prints as something that reads the
//! same, and replaying and verifying it never fail in another way than by saying so.
#![no_main]

use bosworth_fair::Proof;
use bosworth_rules::Record;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for record in Record::read_all(text).flatten() {
        let printed = record.to_string();
        let again: Record = printed.parse().expect("what was written is read");
        assert_eq!(again, record);
        let _ = record.replay();
        if let Ok(proof) = Proof::of(&record) {
            let _ = proof.verify(&record);
        }
    }
});
