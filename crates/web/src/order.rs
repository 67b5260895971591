//! Sorting in one function for all types. The standard library's sorts are compiled for each type anew,
//! into four kilobytes each.

/// Sorts by a number, the largest first; equal ones stay as they are.
pub fn sort_descending<T>(items: &mut [T], number: impl Fn(&T) -> f64) {
    let order = descending(&items.iter().map(number).collect::<Vec<_>>());
    for place in 0..items.len() {
        // Items were moved from the places before this one, to where those that are there now came from.
        let mut from = order[place];
        while from < place {
            from = order[from];
        }
        items.swap(place, from);
    }
}

/// The places of numbers, that of the largest first.
fn descending(numbers: &[f64]) -> Vec<usize> {
    let mut order: Vec<_> = (0..numbers.len()).collect();
    let mut width = 1;
    while width < order.len() {
        let mut merged = Vec::with_capacity(order.len());
        for run in order.chunks(2 * width) {
            let (mut left, mut right) = run.split_at(width.min(run.len()));
            while let ([first, more @ ..], [other, others @ ..]) = (left, right) {
                if numbers[*other] > numbers[*first] {
                    merged.push(*other);
                    right = others;
                } else {
                    merged.push(*first);
                    left = more;
                }
            }
            merged.extend_from_slice(left);
            merged.extend_from_slice(right);
        }
        order = merged;
        width *= 2;
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_sorted_like_the_standard_library_does() {
        let mut state = 1_u32;
        for length in 0..200 {
            let mut items: Vec<_> = (0..length)
                .map(|place| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    (place, f64::from(state >> 27))
                })
                .collect();
            let mut expected = items.clone();
            expected.sort_by(|one, other| other.1.total_cmp(&one.1));
            sort_descending(&mut items, |item| item.1);
            assert_eq!(items, expected, "{length} items");
        }
    }
}
