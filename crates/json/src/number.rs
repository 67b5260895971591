//! JSON numbers.

use crate::Unexpected;

/// A number, as the narrowest of serde's types.
#[derive(Clone, Copy, Debug)]
pub(crate) enum JsonNumber {
    Whole(u64),
    Negative(i64),
    Fraction(f64),
}

impl JsonNumber {
    pub(crate) fn whole(self) -> Result<u64, Unexpected> {
        if let Self::Whole(number) = self { Ok(number) } else { Err(Unexpected) }
    }

    pub(crate) fn signed(self) -> Result<i64, Unexpected> {
        match self {
            Self::Whole(number) => number.try_into().map_err(|_| Unexpected),
            Self::Negative(number) => Ok(number),
            Self::Fraction(_) => Err(Unexpected),
        }
    }

    pub(crate) fn fraction(self) -> f64 {
        match self {
            Self::Whole(number) => number as f64,
            Self::Negative(number) => number as f64,
            Self::Fraction(number) => number,
        }
    }
}

/// Parses the number at the beginning of a text; also returns its length.
pub(crate) fn number(text: &[u8]) -> Result<(JsonNumber, usize), Unexpected> {
    let digits = |from: usize| text[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let at = |place: usize| text.get(place).copied().unwrap_or(0);
    let negative = at(0) == b'-';
    let start = usize::from(negative);
    let whole = digits(start);
    if whole == 0 || (whole > 1 && at(start) == b'0') {
        return Err(Unexpected);
    }
    let mut end = start + whole;
    let mut mantissa = Mantissa::default();
    text[start..end].iter().for_each(|digit| mantissa.add(*digit));
    let mut is_fraction = mantissa.dropped > 0;
    let mut exponent = 0;
    if at(end) == b'.' {
        let decimals = digits(end + 1);
        if decimals == 0 {
            return Err(Unexpected);
        }
        text[end + 1..][..decimals].iter().for_each(|digit| mantissa.add(*digit));
        exponent = -(decimals as i32);
        end += 1 + decimals;
        is_fraction = true;
    }
    if at(end) | 0x20 == b'e' {
        end += 1;
        let sign = at(end);
        end += usize::from(sign == b'-' || sign == b'+');
        let length = digits(end);
        if length == 0 {
            return Err(Unexpected);
        }
        let mut power: i32 = 0;
        for digit in &text[end..end + length] {
            power = (power * 10 + i32::from(digit - b'0')).min(100_000);
        }
        exponent += if sign == b'-' { -power } else { power };
        end += length;
        is_fraction = true;
    }
    let number = match i64::try_from(mantissa.value) {
        _ if is_fraction => {
            let value = scale(mantissa.value as f64, exponent + mantissa.dropped);
            if !value.is_finite() {
                return Err(Unexpected);
            }
            JsonNumber::Fraction(if negative { -value } else { value })
        }
        _ if !negative => JsonNumber::Whole(mantissa.value),
        Ok(0) => JsonNumber::Fraction(-0.0),
        Ok(value) => JsonNumber::Negative(-value),
        Err(_) if mantissa.value == i64::MIN.unsigned_abs() => JsonNumber::Negative(i64::MIN),
        Err(_) => JsonNumber::Fraction(-(mantissa.value as f64)),
    };
    Ok((number, end))
}

/// The digits of a number that fit into 64 bits.
#[derive(Default)]
struct Mantissa {
    value: u64,
    /// The number of digits that were left out.
    dropped: i32,
}

impl Mantissa {
    fn add(&mut self, digit: u8) {
        let next =
            self.value.checked_mul(10).and_then(|value| value.checked_add((digit - b'0').into()));
        match next {
            Some(value) if self.dropped == 0 => self.value = value,
            _ => self.dropped += 1,
        }
    }
}

/// A mantissa times a power of ten. Exact to the last bit while the mantissa has at most 53 bits and
/// the power is at most 10²²; otherwise the last bit may differ from the nearest number.
fn scale(mut value: f64, mut exponent: i32) -> f64 {
    if value == 0.0 {
        return value;
    }
    while exponent < 0 && value != 0.0 {
        let step = (-exponent).min(22);
        value /= 10_f64.powi(step);
        exponent += step;
    }
    while exponent > 0 && value.is_finite() {
        let step = exponent.min(22);
        value *= 10_f64.powi(step);
        exponent -= step;
    }
    value
}
