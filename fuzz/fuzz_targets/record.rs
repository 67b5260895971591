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
        // Tags that every record has are added and put first; after that nothing changes.
        assert_eq!(again.to_string(), printed);
        assert_eq!(again.start, record.start);
        assert_eq!(again.steps, record.steps);
        assert_eq!(again.comments, record.comments);
        assert_eq!(again.result, record.result);
        let _ = record.replay();
        if let Ok(proof) = Proof::of(&record) {
            let _ = proof.verify(&record);
        }
    }
});
