//! Content negotiation: the content codings that a browser accepts.

use strum::VariantArray;

/// A content coding, the smallest first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, VariantArray)]
pub(crate) enum ContentEncoding {
    Brotli,
    Gzip,
    Identity,
}

impl ContentEncoding {
    /// The suffix of files that are stored in this form.
    pub(crate) fn suffix(self) -> &'static str {
        match self {
            Self::Brotli => ".br",
            Self::Gzip => ".gz",
            Self::Identity => "",
        }
    }

    /// Its name in `Content-Encoding`; the identity coding has none.
    pub(crate) fn name(self) -> Option<&'static str> {
        match self {
            Self::Brotli => Some("br"),
            Self::Gzip => Some("gzip"),
            Self::Identity => None,
        }
    }

    fn is_called(self, name: &str) -> bool {
        match self {
            Self::Brotli => name == "br",
            Self::Gzip => name == "gzip" || name == "x-gzip",
            Self::Identity => name == "identity",
        }
    }
}

/// The codings that an `Accept-Encoding` header allows, the best first. Identity comes last unless
/// the browser prefers it, and is included even if it is refused, because an unwanted response is
/// better than none.
pub(crate) fn accepted(header: &str) -> Vec<ContentEncoding> {
    let preferences: Vec<_> = header.split(',').map(preference).collect();
    let quality = |encoding: ContentEncoding| {
        let named = preferences.iter().find(|(name, _)| encoding.is_called(name));
        let (_, quality) = named.or_else(|| preferences.iter().find(|(name, _)| name == "*"))?;
        Some(*quality)
    };
    let mut codings: Vec<_> = ContentEncoding::VARIANTS
        .iter()
        .map(|&encoding| (encoding, quality(encoding).unwrap_or(0)))
        .filter(|(encoding, quality)| *quality > 0 || *encoding == ContentEncoding::Identity)
        .collect();
    // A stable sort: the smallest stays first among equals.
    codings.sort_by_key(|(_, quality)| std::cmp::Reverse(*quality));
    codings.into_iter().map(|(encoding, _)| encoding).collect()
}

/// Parses one item of the header: its name and its quality in thousandths. The quality of an
/// invalid item is 0.
fn preference(item: &str) -> (String, u16) {
    let mut parts = item.split(';').map(|part| part.trim().to_ascii_lowercase());
    let name = parts.next().unwrap_or_default();
    let quality = parts.find_map(|part| Some(part.strip_prefix("q=")?.trim().parse::<f32>()));
    let quality = match quality {
        None => 1.0,
        Some(Ok(quality)) if (0.0..=1.0).contains(&quality) => quality,
        Some(_) => 0.0,
    };
    (name, (quality * 1000.0).round() as u16)
}

#[cfg(test)]
mod tests {
    use super::ContentEncoding::{Brotli, Gzip, Identity};
    use super::accepted;

    #[test]
    fn among_equals_the_smallest_coding_wins() {
        assert_eq!(accepted("gzip, deflate, br, zstd"), [Brotli, Gzip, Identity]);
        assert_eq!(accepted("*"), [Brotli, Gzip, Identity]);
        assert_eq!(accepted("GZIP"), [Gzip, Identity]);
        assert_eq!(accepted("x-gzip"), [Gzip, Identity]);
    }

    #[test]
    fn qualities_determine_the_order() {
        assert_eq!(accepted("br;q=0.5, gzip;q=0.9"), [Gzip, Brotli, Identity]);
        assert_eq!(accepted("br; q=0.5 , identity"), [Identity, Brotli]);
        assert_eq!(accepted("br;q=0, *;q=0.3"), [Gzip, Identity]);
        assert_eq!(accepted("gzip;q=0.001"), [Gzip, Identity]);
    }

    #[test]
    fn invalid_headers_allow_only_identity() {
        for header in ["", "deflate", "br;q=0", "br;q=2", "br;q=x", "br;q=NaN", "*;q=0", ";;,,"] {
            assert_eq!(accepted(header), [Identity], "{header}");
        }
    }
}
