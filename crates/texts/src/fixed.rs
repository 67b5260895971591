use std::fmt;

/// A number with a fixed number of decimals.
///
/// The standard library prints the exact decimal expansion of any floating-point number, which
/// takes big integers and tables: too much for a page program that shows a few percentages. This
/// prints what fits an integer, rounded half away from zero.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fixed(pub f64, pub u32);

impl Fixed {
    /// The number without trailing zeros: at most three decimals, as many as it needs.
    pub fn trimmed(number: f64) -> String {
        let text = Self(number, 3).to_string();
        text.trim_end_matches('0').trim_end_matches('.').into()
    }
}

impl fmt::Display for Fixed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(number, decimals) = *self;
        let scale = 10_u64.pow(decimals);
        let scaled = (number.abs() * scale as f64).round() as u64;
        // People do not expect a negative zero.
        if number < 0.0 && scaled > 0 {
            f.write_str("-")?;
        }
        write!(f, "{}", scaled / scale)?;
        if decimals > 0 {
            write!(f, ".{:0>width$}", scaled % scale, width = decimals as usize)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_decimals_match_the_standard_library() {
        for decimals in 0..4 {
            for thousandth in -20_000..20_000 {
                // No ties: those are rounded to even there.
                let number = f64::from(thousandth) / 1000.0 + 0.000_04;
                let shown = format!("{number:.*}", decimals as usize);
                let shown = if shown.trim_matches(['-', '0', '.']).is_empty() {
                    shown.trim_start_matches('-').into()
                } else {
                    shown
                };
                assert_eq!(Fixed(number, decimals).to_string(), shown);
            }
        }
    }

    #[test]
    fn trailing_zeros_are_trimmed() {
        let shown = [2.0, 0.5, -1.25, 100.0, 0.0].map(Fixed::trimmed);
        assert_eq!(shown, ["2", "0.5", "-1.25", "100", "0"]);
    }
}
