//! The elements of HTML and SVG, and which of the two an element of the markup is.

use proc_macro2::Span;
use syn::{Error, Result};

/// The elements without an end tag.
pub(crate) const VOID: [&str; 13] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
];

/// The elements of HTML.
#[rustfmt::skip]
const HTML: [&str; 112] = [
    "a", "abbr", "address", "area", "article", "aside", "audio", "b", "base", "bdi", "bdo",
    "blockquote", "body", "br", "button", "canvas", "caption", "cite", "code", "col", "colgroup",
    "data", "datalist", "dd", "del", "details", "dfn", "dialog", "div", "dl", "dt", "em", "embed",
    "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6",
    "head", "header", "hgroup", "hr", "html", "i", "iframe", "img", "input", "ins", "kbd", "label",
    "legend", "li", "link", "main", "map", "mark", "menu", "meta", "meter", "nav", "noscript",
    "object", "ol", "optgroup", "option", "output", "p", "picture", "pre", "progress", "q", "rp",
    "rt", "ruby", "s", "samp", "script", "search", "section", "select", "slot", "small", "source",
    "span", "strong", "style", "sub", "summary", "sup", "table", "tbody", "td", "template",
    "textarea", "tfoot", "th", "thead", "time", "title", "tr", "track", "u", "ul", "var", "video",
    "wbr",
];

/// The elements of SVG.
#[rustfmt::skip]
const SVG: [&str; 64] = [
    "a", "animate", "animateMotion", "animateTransform", "circle", "clipPath", "defs", "desc",
    "discard", "ellipse", "feBlend", "feColorMatrix", "feComponentTransfer", "feComposite",
    "feConvolveMatrix", "feDiffuseLighting", "feDisplacementMap", "feDistantLight", "feDropShadow",
    "feFlood", "feFuncA", "feFuncB", "feFuncG", "feFuncR", "feGaussianBlur", "feImage", "feMerge",
    "feMergeNode", "feMorphology", "feOffset", "fePointLight", "feSpecularLighting", "feSpotLight",
    "feTile", "feTurbulence", "filter", "foreignObject", "g", "image", "line", "linearGradient",
    "marker", "mask", "metadata", "mpath", "path", "pattern", "polygon", "polyline",
    "radialGradient", "rect", "script", "set", "stop", "style", "svg", "switch", "symbol", "text",
    "textPath", "title", "tspan", "use", "view",
];

/// What surrounds an element in its markup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Surroundings {
    /// Nothing: a caller may show the markup in either.
    Unknown,
    Html,
    Svg,
}

impl Surroundings {
    /// Whether an element here is one of SVG; an error if it is neither that nor one of HTML. Where
    /// the surroundings are unknown, a name that both have is the one of HTML.
    pub(crate) fn is_svg(self, tag: &str, span: Span) -> Result<bool> {
        // Custom elements have a hyphen in their names.
        let is_html = HTML.contains(&tag) || tag.contains('-');
        let is_svg = SVG.contains(&tag);
        match (self, is_html, is_svg) {
            // A title of HTML stands in the head, which no view is in.
            (Self::Unknown, ..) if tag == "title" => {
                Err(Error::new(span, "`title` belongs inside the `svg` of the same markup"))
            }
            (_, false, false) => {
                Err(Error::new(span, format!("`{tag}` is not an element of HTML or SVG")))
            }
            (Self::Svg, _, false) => {
                Err(Error::new(span, format!("`{tag}` is not an element of SVG")))
            }
            (Self::Html, false, true) if tag != "svg" => {
                Err(Error::new(span, format!("`{tag}` is an element of SVG, outside of an `svg`")))
            }
            (Self::Html | Self::Unknown, is_html, _) => Ok(!is_html),
            (Self::Svg, _, true) => Ok(true),
        }
    }

    /// What surrounds the children of an element.
    pub(crate) fn inside(tag: &str, is_svg: bool) -> Self {
        if is_svg && tag != "foreignObject" { Self::Svg } else { Self::Html }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(surroundings: Surroundings, tag: &str) -> std::result::Result<bool, String> {
        surroundings.is_svg(tag, Span::call_site()).map_err(|error| error.to_string())
    }

    #[test]
    fn an_element_is_of_svg_by_its_name_and_surroundings() {
        use Surroundings::{Html, Svg, Unknown};
        for (surroundings, tag, is_svg) in [
            (Unknown, "div", false),
            (Unknown, "circle", true),
            (Unknown, "feGaussianBlur", true),
            (Unknown, "a", false),
            (Html, "svg", true),
            (Html, "a", false),
            (Html, "my-element", false),
            (Svg, "a", true),
            (Svg, "title", true),
            (Svg, "svg", true),
            (Svg, "foreignObject", true),
        ] {
            assert_eq!(judged(surroundings, tag), Ok(is_svg), "{tag} in {surroundings:?}");
        }
    }

    #[test]
    fn misplaced_and_unknown_elements_are_refused() {
        use Surroundings::{Html, Svg, Unknown};
        for (surroundings, tag, error) in [
            (Unknown, "circel", "`circel` is not an element of HTML or SVG"),
            (Svg, "circel", "`circel` is not an element of HTML or SVG"),
            (Svg, "div", "`div` is not an element of SVG"),
            (Html, "path", "`path` is an element of SVG, outside of an `svg`"),
            (Unknown, "title", "`title` belongs inside the `svg` of the same markup"),
        ] {
            assert_eq!(judged(surroundings, tag), Err(error.into()), "{surroundings:?}");
        }
    }

    #[test]
    fn what_is_inside_an_element_depends_on_it() {
        assert_eq!(Surroundings::inside("g", true), Surroundings::Svg);
        assert_eq!(Surroundings::inside("foreignObject", true), Surroundings::Html);
        assert_eq!(Surroundings::inside("div", false), Surroundings::Html);
    }
}
