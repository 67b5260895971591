use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::*;

/// Runs a test inside an owner.
fn owned(test: impl FnOnce()) {
    let owner = Owner::new();
    owner.with(test);
    owner.dispose();
}

/// An effect that logs what it reads.
fn log<T: 'static>(read: impl Fn() -> T + 'static) -> Rc<RefCell<Vec<T>>> {
    let seen = Rc::new(RefCell::new(Vec::new()));
    let noted = Rc::clone(&seen);
    Effect::new(move |_| noted.borrow_mut().push(read()));
    seen
}

#[test]
fn an_effect_runs_once_for_many_writes() {
    owned(|| {
        let (a, b) = (RwSignal::new(1), RwSignal::new(10));
        let seen = log(move || a.get() + b.get());
        assert!(seen.borrow().is_empty(), "not before the microtask");
        flush();
        a.set(2);
        b.set(20);
        assert_eq!(*seen.borrow(), [11], "not during the writes");
        flush();
        assert_eq!(*seen.borrow(), [11, 22]);
        flush();
        assert_eq!(seen.borrow().len(), 2, "nothing changed");
    });
}

#[test]
fn a_diamond_is_evaluated_once_without_glitches() {
    owned(|| {
        let source = RwSignal::new(1);
        let runs = Rc::new(Cell::new(0));
        let left = Memo::new(move |_| source.get() * 2);
        let right = Memo::new(move |_| source.get() * 3);
        let counted = Rc::clone(&runs);
        let sum = Memo::new(move |_| {
            counted.set(counted.get() + 1);
            left.get() + right.get()
        });
        let seen = log(move || (source.get(), sum.get()));
        flush();
        source.set(2);
        flush();
        assert_eq!(*seen.borrow(), [(1, 5), (2, 10)]);
        assert_eq!(runs.get(), 2);
    });
}

#[test]
fn readers_of_a_memo_run_only_when_its_value_changes() {
    owned(|| {
        let source = RwSignal::new(1);
        let even = Memo::new(move |_| source.get() % 2 == 0);
        let seen = log(move || even.get());
        flush();
        source.set(3);
        flush();
        assert_eq!(*seen.borrow(), [false]);
        source.set(4);
        flush();
        assert_eq!(*seen.borrow(), [false, true]);
    });
}

#[test]
fn a_memo_is_always_up_to_date_and_receives_its_previous_value() {
    owned(|| {
        let source = RwSignal::new(1);
        let largest = Memo::new(move |last: Option<&i32>| {
            let now = source.get();
            last.map_or(now, |last| now.max(*last))
        });
        assert_eq!(largest.get(), 1);
        source.set(5);
        assert_eq!(largest.get_untracked(), 5, "without a flush");
        source.set(2);
        assert_eq!(largest.get(), 5);
    });
}

#[test]
fn subscriptions_follow_the_latest_reads() {
    owned(|| {
        let (choice, a, b) = (RwSignal::new(true), RwSignal::new(1), RwSignal::new(2));
        let seen = log(move || if choice.get() { a.get() } else { b.get() });
        flush();
        choice.set(false);
        flush();
        a.set(7);
        flush();
        assert_eq!(*seen.borrow(), [1, 2], "a is not read any more");
        b.set(8);
        flush();
        assert_eq!(*seen.borrow(), [1, 2, 8]);
    });
}

#[test]
fn untracked_reads_do_not_subscribe() {
    owned(|| {
        let signal = RwSignal::new(1);
        let seen = log(move || signal.get_untracked() + untrack(|| signal.get()));
        flush();
        signal.set(2);
        flush();
        assert_eq!(*seen.borrow(), [2]);
    });
}

#[test]
fn an_effect_disposes_of_what_it_created_before_it_runs_again() {
    owned(|| {
        let signal = RwSignal::new(1);
        let ended = Rc::new(Cell::new(0));
        let created = Rc::new(RefCell::new(Vec::new()));
        let (ends, keeps) = (Rc::clone(&ended), Rc::clone(&created));
        Effect::new(move |_| {
            keeps.borrow_mut().push(StoredValue::new(signal.get()));
            let ends = Rc::clone(&ends);
            on_cleanup(move || ends.set(ends.get() + 1));
        });
        flush();
        signal.set(2);
        flush();
        let created = created.borrow();
        assert_eq!(ended.get(), 1);
        assert!(created[0].is_disposed());
        assert_eq!(created[1].get_value(), 2);
    });
}

#[test]
fn an_inner_effect_disposed_of_by_its_outer_effect_does_not_run() {
    owned(|| {
        let open = RwSignal::new(Some(1));
        let seen = Rc::new(RefCell::new(Vec::new()));
        let noted = Rc::clone(&seen);
        Effect::new(move |_| {
            if open.get().is_some() {
                let noted = Rc::clone(&noted);
                // Would panic if it ran although the outer effect has disposed of it.
                Effect::new(move |_| {
                    let number = open.get();
                    noted.borrow_mut().push(number.expect("it is open"));
                });
            }
        });
        flush();
        open.set(None);
        flush();
        open.set(Some(3));
        flush();
        assert_eq!(*seen.borrow(), [1, 3]);
    });
}

#[test]
fn effects_that_write_the_page_run_before_those_that_read_it() {
    owned(|| {
        let signal = RwSignal::new(0);
        let seen = Rc::new(RefCell::new(Vec::new()));
        let (reads, writes) = (Rc::clone(&seen), Rc::clone(&seen));
        Effect::new(move |_| reads.borrow_mut().push(("read", signal.get())));
        let page = RenderEffect::new(
            EffectName::of(&|()| ()),
            Box::new(move |()| {
                writes.borrow_mut().push(("written", signal.get()));
            }),
        );
        flush();
        signal.set(1);
        flush();
        drop(page);
        signal.set(2);
        flush();
        let expected = [("written", 0), ("read", 0), ("written", 1), ("read", 1), ("read", 2)];
        assert_eq!(*seen.borrow(), expected);
    });
}

#[test]
fn writing_a_disposed_signal_does_nothing_and_reading_it_panics() {
    let owner = Owner::new();
    let (signal, memo) = owner.with(|| {
        let signal = RwSignal::new(1);
        (signal, Memo::new(move |_| signal.get() + 1))
    });
    assert_eq!(memo.get_untracked(), 2);
    owner.cleanup();
    signal.set(2);
    assert_eq!(signal.try_update(|value| *value), None);
    assert_eq!(signal.try_get_untracked(), None);
    assert_eq!(memo.try_get(), None);
    assert!(std::panic::catch_unwind(|| signal.get()).is_err());
    let seen = Rc::new(Cell::new(0));
    let noted = Rc::clone(&seen);
    owner.with(|| Effect::new(move |_| noted.set(noted.get() + 1)));
    flush();
    assert_eq!(seen.get(), 1, "the graph works after a panic");
    owner.dispose();
}

#[test]
fn an_effect_that_writes_what_it_reads_settles() {
    owned(|| {
        let signal = RwSignal::new(0);
        Effect::new(move |_| {
            if signal.get() < 5 {
                signal.update(|value| *value += 1);
            }
        });
        flush();
        assert_eq!(signal.get_untracked(), 5);
    });
}

#[test]
#[should_panic(expected = "a cycle of effects, which make each other run again: \
                           bosworth_view::reactive::tests::a_cycle_of_effects_is_reported")]
fn a_cycle_of_effects_is_reported_with_their_names() {
    owned(|| {
        let (ping, pong) = (RwSignal::new(0), RwSignal::new(0));
        Effect::new(move |_| pong.set(ping.get() + 1));
        Effect::new(move |_| ping.set(pong.get() + 1));
        flush();
    });
}

#[test]
fn an_effect_that_runs_in_many_flushes_is_not_a_cycle() {
    owned(|| {
        let count = RwSignal::new(0);
        let seen = log(move || count.get());
        for n in 0..1000 {
            count.set(n);
            flush();
        }
        assert_eq!(seen.borrow().len(), 1000);
    });
}

#[test]
fn contexts_come_from_the_nearest_owner() {
    owned(|| {
        provide_context(1_u32);
        let inner = Owner::new();
        inner.with(|| {
            assert_eq!(use_context::<u32>(), Some(1));
            provide_context(2_u32);
            assert_eq!(expect_context::<u32>(), 2);
            assert_eq!(use_context::<i8>(), None);
        });
        assert_eq!(expect_context::<u32>(), 1);
        // An effect finds the contexts of the place where it was created.
        let seen = inner.with(|| log(expect_context::<u32>));
        flush();
        assert_eq!(*seen.borrow(), [2]);
    });
}

#[test]
fn a_derived_signal_is_computed_by_every_read_and_subscribes_its_reader() {
    owned(|| {
        let signal = RwSignal::new(1);
        let double = Signal::derive(move || signal.get() * 2);
        let (same, constant) = (Signal::from(signal), Signal::from(7));
        let seen = log(move || (double.get(), same.get(), constant.get()));
        flush();
        signal.set(2);
        flush();
        assert_eq!(*seen.borrow(), [(2, 1, 7), (4, 2, 7)]);
    });
}

#[test]
fn a_callback_may_replace_itself() {
    owned(|| {
        let kept = StoredValue::new(None::<Callback<u8, u8>>);
        let first = Callback::new(move |n: u8| {
            kept.set_value(Some(Callback::new(|n: u8| n + 1)));
            n * 2
        });
        kept.set_value(Some(first));
        let run = move |n| kept.get_value().map(|call| call.run(n));
        assert_eq!(run(4), Some(8));
        owned(|| {});
        assert_eq!(run(4), Some(5));
    });
}

#[test]
fn a_reader_keeps_a_value_that_is_replaced_meanwhile() {
    owned(|| {
        let source = RwSignal::new(String::from("old"));
        source.with_untracked(|text| {
            source.set("new".into());
            assert_eq!(text, "old");
        });
        assert_eq!(source.get(), "new");
    });
}

#[test]
#[should_panic(expected = "not changed while it is read")]
fn changing_a_value_while_it_is_read_panics() {
    owned(|| {
        let source = RwSignal::new(String::from("old"));
        source.with_untracked(|_| source.update(|text| text.push('!')));
    });
}

#[test]
fn a_value_cannot_be_read_while_it_is_being_changed() {
    owned(|| {
        let source = RwSignal::new(1);
        source.update(|value| {
            assert_eq!(source.try_get_untracked(), None);
            *value = 2;
        });
        assert_eq!(source.get(), 2);
    });
}

#[test]
fn tracking_a_memo_evaluates_it() {
    owned(|| {
        let source = RwSignal::new(1);
        let even = Memo::new(move |_| source.get() % 2 == 0);
        let runs = log(move || even.track());
        flush();
        assert!(!even.get_untracked());
        flush();
        assert_eq!(runs.borrow().len(), 1, "nothing changed");
        source.set(2);
        flush();
        assert_eq!(runs.borrow().len(), 2);
    });
}
