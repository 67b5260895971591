use anyhow::{Result, ensure};
use serde_json::json;

use crate::{Browser, target};

/// Finds layout errors: the page scrolls, one of the given elements is missing, cut off or covered,
/// a hand overlaps something, a toast covers the menu, or a name or a badge is cut off.
const FAULTS: &str = r"
    const faults = [];
    const name = e => e ? (e.id || e.className || e.tagName) : 'nothing';
    const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    const page = document.scrollingElement;
    if (page.scrollWidth > innerWidth + 1) faults.push('the page scrolls sideways');
    if (arguments[0].length && page.scrollHeight > innerHeight + 1) faults.push('the page scrolls');
    if (document.querySelector('.menu-button')?.offsetHeight > 44) faults.push('the menu button is broken into lines');
    for (const css of arguments[0]) {
        const found = [...document.querySelectorAll(css)];
        if (!found.length) faults.push(css + ' is missing');
        for (const e of found) {
            const r = e.getBoundingClientRect();
            if (r.width < 1 || r.left < -1 || r.top < -1 || r.right > innerWidth + 1 || r.bottom > innerHeight + 1)
                faults.push(`${css} lies outside: ${[r.left, r.top, r.right, r.bottom].map(Math.round)}`);
            const top = document.elementFromPoint((r.left + r.right) / 2, (r.top + r.bottom) / 2);
            if (!top || !(e.contains(top) || top.contains(e))) faults.push(`${css} is covered by ${name(top)}`);
        }
    }
    for (const hand of document.querySelectorAll('.stage .cards')) {
        const r = hand.getBoundingClientRect(), seat = hand.closest('.seat');
        for (const other of document.querySelectorAll('.board, .act, .top, .side, .lesson, .notice, .who, .heroes')) {
            if (other.closest('.seat') && other.closest('.seat') !== seat) continue;
            if (meet(r, other.getBoundingClientRect())) faults.push(`a hand lies under ${name(other)}`);
        }
        for (const number of hand.querySelectorAll('.number')) {
            const n = number.getBoundingClientRect(), card = number.parentElement.getBoundingClientRect();
            if (n.width && (n.top < card.top || n.right > card.right + 1)) faults.push('a badge hangs over a card');
        }
    }
    const brand = document.querySelector('.top .brand')?.getBoundingClientRect();
    for (const board of document.querySelectorAll('.stage .board'))
        if (brand && meet(brand, board.getBoundingClientRect())) faults.push('the header lies over the board');
    const notice = document.querySelector('.notice')?.getBoundingClientRect();
    for (const e of document.querySelectorAll('.menu-button, .menu a')) {
        const box = e.getBoundingClientRect();
        if (notice && meet(notice, box)) faults.push('the toast covers ' + name(e));
    }
    for (const e of document.querySelectorAll('.top .badge')) {
        const box = e.getBoundingClientRect();
        if (box.top < 0 || box.right > innerWidth) faults.push('the badge is cut');
    }
    for (const e of document.querySelectorAll('.seat .name'))
        if (e.scrollHeight > e.clientHeight + 2) faults.push('cut: ' + e.textContent);
    return faults;";

impl Browser {
    /// Fails if the page scrolls sideways, something covers a hand, or a name is cut off; with
    /// `essential` elements, also if one of them is out of view, or the page scrolls at all. On
    /// failure, a screenshot is saved under the name `what`.
    pub async fn check_layout(&self, what: &str, essential: &[&str]) -> Result<()> {
        let faults = self.script(FAULTS, &[json!(essential)]).await?;
        if faults != json!([]) {
            self.screenshot(target().join("e2e").join(format!("layout-{what}.png"))).await?;
        }
        ensure!(faults == json!([]), "{what}: {faults}");
        Ok(())
    }
}
