//! Parsing records never panics, what parses survives the round trip, and replaying and verifying
//! fail only with an error.
#![no_main]

use bosworth_fair::Proof;
use bosworth_rules::Record;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for record in Record::read_all(text).flatten() {
        let printed = record.to_string();
        let again: Record = printed.parse().expect("a printed record parses");
        // Printing adds the mandatory tags and puts them first; from then on it is idempotent.
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
