/// The user's setting: when an action needs a confirmation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Confirm {
    /// Where slips are likely or costly: on touch screens, and in correspondence games.
    #[default]
    Touch,
    /// Before every action.
    Always,
    /// Never: one press on a square is enough.
    Never,
}

/// The inputs that need a confirmation, derived from the setting, the device and the kind of board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Confirmation {
    /// Whether pressing a card only selects it.
    pub card: bool,
    /// Whether pressing a square only selects it.
    pub square: bool,
    /// Whether dragging the crown or a card to a square only selects it.
    pub drag: bool,
    /// Whether pressing the pile only selects it.
    pub pile: bool,
    /// Whether the key for drawing only selects, because a key is easily hit by accident.
    pub draw_key: bool,
    /// Whether pressing the selection again confirms it. Otherwise, pressing a selected card
    /// deselects it, like a toggle button.
    pub repeat: bool,
}

impl Confirmation {
    /// No confirmations, for exercises and the like, where a slip costs nothing.
    pub const NONE: Self = Self {
        card: false,
        square: false,
        drag: false,
        pile: false,
        draw_key: false,
        repeat: false,
    };

    /// Every input is repeated to confirm it, as in a terminal, which has no hover preview.
    pub const TWICE: Self =
        Self { card: true, square: true, drag: true, pile: true, draw_key: true, repeat: true };

    /// At a table. `coarse` means that the pointer is a finger; `slow`, a correspondence game,
    /// where saving a second is not worth the risk of a slip.
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

    /// On an analysis board, where every action can be taken back, and a draw asks for its card
    /// anyway.
    pub fn in_analysis(confirm: Confirm) -> Self {
        let always = confirm == Confirm::Always;
        Self { card: true, square: always, drag: always, ..Self::NONE }
    }
}
