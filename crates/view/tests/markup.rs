//! Mistakes in markup are reported where they are.

/// Writes what the compiler says into `markup/*.stderr` when run with `TRYBUILD=overwrite`.
#[test]
fn mistakes_are_reported_at_the_markup() {
    trybuild::TestCases::new().compile_fail("tests/markup/*.rs");
}
