//! HTML as text. What people or records say goes through [`escape`] on its way in.

/// A text with nothing in it that means something in HTML.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            _ => escaped.push(sign),
        }
    }
    escaped
}

/// An element with content that is HTML.
pub fn element(name: &str, attributes: &str, content: &str) -> String {
    ["<", name, " ", attributes, ">", content, "</", name, ">"].concat()
}

/// A paragraph of text.
pub fn paragraph(class: &str, id: &str, text: &str) -> String {
    element("p", &["class=\"", class, "\" id=\"", id, "\""].concat(), &escape(text))
}

/// The heading of a panel.
pub fn title(id: &str, text: &str) -> String {
    element("h2", &["id=", id, " tabindex=-1"].concat(), &escape(text))
}

/// A button.
pub fn button(id: &str, label: &str) -> String {
    element("button", &["type=button class=button id=", id].concat(), &escape(label))
}

/// The one button that matters.
pub fn primary(id: &str, label: &str) -> String {
    element("button", &["type=button class=\"button primary\" id=", id].concat(), &escape(label))
}

/// A table with a name, whose first column names its rows; some rows stand out. Cells are
/// HTML, heads are texts.
pub fn table(name: &str, heads: &[String], rows: &[(bool, Vec<String>)]) -> String {
    let row = |(out, cells): &(bool, Vec<String>)| {
        let cells = cells.iter().enumerate().map(|(n, cell)| match n {
            0 => element("th", "scope=row", cell),
            _ => element("td", "", cell),
        });
        element("tr", if *out { "class=out" } else { "" }, &cells.collect::<String>())
    };
    let heads: String =
        heads.iter().map(|head| element("th", "scope=col", &escape(head))).collect();
    let rows: String = rows.iter().map(row).collect();
    let content = [
        element("caption", "class=unseen", &escape(name)),
        element("thead", "", &element("tr", "", &heads)),
        element("tbody", "", &rows),
    ];
    element("table", "class=numbers", &content.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_say_is_text() {
        let name = "<img src=x onerror=\"alert('1')\"> & co";
        let safe = "&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; co";
        assert_eq!(escape(name), safe);
        assert!(!paragraph("", "a", name).contains("<img"));
        assert!(!button("a", name).contains("<img"));
        assert!(!table(name, &[name.into()], &[]).contains("<img"));
    }
}
