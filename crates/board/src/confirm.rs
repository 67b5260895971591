/// The setting: when a person wants to be asked before an action is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Confirm {
    /// Where it is easily done by accident: by touch, and in games that last for days.
    #[default]
    Touch,
    /// Before every action.
    Always,
    /// Never: one press on a square is enough.
    Never,
}

/// What has to be confirmed at a board. This is the one place that turns the setting, the device
/// and the kind of board into rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Confirmation {
    /// Whether a card is only selected.
    pub card: bool,
    /// Whether a square is only selected.
    pub square: bool,
    /// Whether a crown dragged to a square is only a selection.
    pub drag: bool,
    /// Whether the pile is only selected.
    pub pile: bool,
    /// Whether the key for drawing only selects: a key is easily hit.
    pub draw_key: bool,
    /// Whether pressing what is selected once more does it. Otherwise a card is deselected, as
    /// buttons are that can be on or off.
    pub repeat: bool,
}

impl Confirmation {
    /// Everything is done at once: nothing can be lost, as in an exercise.
    pub const NONE: Self = Self {
        card: false,
        square: false,
        drag: false,
        pile: false,
        draw_key: false,
        repeat: false,
    };

    /// Everything is pressed twice, as in a terminal, where a click has nothing to hover over.
    pub const TWICE: Self =
        Self { card: true, square: true, drag: true, pile: true, draw_key: true, repeat: true };

    /// At a table. `coarse` says whether the pointer is a finger, `slow` whether a game lasts for
    /// days, where a slip is not worth the second that was saved.
    pub fn at_table(confirm: Confirm, coarse: bool, slow: bool) -> Self {
        let always = match confirm {
            Confirm::Always => true,
            Confirm::Never => false,
            Confirm::Touch => slow,
        };
        Self {
            card: true,
            square: always || (confirm == Confirm::Touch && coarse),
            drag: always,
            pile: always,
            draw_key: true,
            repeat: false,
        }
    }

    /// On an analysis board. Whatever is done there can be left again, and a draw asks for its
    /// card anyway.
    pub fn in_analysis(confirm: Confirm) -> Self {
        let always = confirm == Confirm::Always;
        Self { card: true, square: always, drag: always, ..Self::NONE }
    }
}
