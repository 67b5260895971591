use bosworth_reasons::{Fact, Landing, OpponentWait, Reason, RoseEffect, TempoGain};
use bosworth_rules::{Action, Card, Cards, Position, Side, Squares};

use crate::{MessageArgument, Texts};

impl Texts {
    /// A reason as a sentence, given the position in which the action is chosen: `White can then play
    /// S1 to c6, which joins territories of 3 and 5 roses (+30 points).`
    pub fn because(&self, position: &Position, reason: &Reason) -> String {
        let sentence = ReasonText { texts: self, position, reason }.sentence();
        if reason.is_own {
            return capitalised(&sentence);
        }
        let values = [("action", self.action_name(reason.about)), ("text", sentence.into())];
        let id = match reason.about {
            Action::Draw => "why-instead-draw",
            _ if has_subject(&reason.fact) => "why-instead-then",
            _ => "why-instead",
        };
        self.format(id, &values)
    }

    fn action_name(&self, action: Action) -> MessageArgument<'static> {
        self.short_action(action).into()
    }
}

/// Whether the sentence about a fact has a subject; otherwise it is about the action.
fn has_subject(fact: &Fact) -> bool {
    match fact {
        Fact::NoReply { .. }
        | Fact::HeroReplies(_)
        | Fact::LoneReplies(_)
        | Fact::OneReply(_)
        | Fact::ReplyCount { .. }
        | Fact::Stuck(_)
        | Fact::Freed(_)
        | Fact::ReplyPoints { .. }
        | Fact::Reply(..)
        | Fact::ReplyEnds(..)
        | Fact::Threat(..)
        | Fact::EndThreat(..)
        | Fact::Tempo { .. }
        | Fact::DrawnJoins { .. }
        | Fact::Delays { .. }
        | Fact::FollowUps { .. }
        | Fact::HandSize { .. }
        | Fact::FillsHand
        | Fact::Drawable { .. } => true,
        Fact::Ends { .. }
        | Fact::Rose(_)
        | Fact::Denies(_)
        | Fact::Prepares(_)
        | Fact::NearsEnd { .. }
        | Fact::FewerPoints { .. }
        | Fact::CrownPlace { .. }
        | Fact::HarmfulRose(_)
        | Fact::KeepsCard { .. }
        | Fact::SpendsCard { .. }
        | Fact::SpendsHero(_)
        | Fact::KeepsHero(_) => false,
    }
}

/// With a capital letter at the beginning.
fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

/// More cards are counted, not named.
const MAX_LISTED_CARDS: u32 = 3;

/// What is said about a reason, without which action it is about.
struct ReasonText<'a> {
    texts: &'a Texts,
    position: &'a Position,
    reason: &'a Reason,
}

type Values = Vec<(&'static str, MessageArgument<'static>)>;

impl ReasonText<'_> {
    fn name(&self, side: Side) -> MessageArgument<'static> {
        self.texts.side(side, self.position.ruleset()).into()
    }

    fn points(&self, points: u32) -> MessageArgument<'static> {
        self.texts.count("points", points).into()
    }

    fn sentence(&self) -> String {
        let (id, more) = self.message();
        let side = self.position.side();
        let other = self.reason.other;
        let after = if other == Action::Draw {
            self.texts.get("why-after-draw")
        } else {
            self.texts.format("why-after", &[("action", self.texts.action_name(other))])
        };
        let mut values = vec![
            ("side", self.name(side)),
            ("other", self.name(!side)),
            ("after", after.into()),
            ("action", self.texts.action_name(other)),
        ];
        values.extend(more);
        self.texts.format(id, &values)
    }

    /// The message of the fact, with the values that only it has.
    #[expect(clippy::too_many_lines, reason = "one short arm for each kind of fact")]
    fn message(&self) -> (&'static str, Values) {
        let side = self.position.side();
        match &self.reason.fact {
            Fact::Ends { winner: None, .. } => ("why-ends-drawn", Vec::new()),
            Fact::Ends { winner: Some(winner), points } => (
                "why-ends",
                vec![
                    ("winner", self.name(*winner)),
                    ("most", points[*winner].into()),
                    ("least", points[!*winner].into()),
                ],
            ),
            Fact::Rose(effect) => ("why-rose", vec![("effect", self.effect(side, effect))]),
            Fact::Denies(effect) => {
                let ids = ["why-denies-extends", "why-denies-joins", "why-denies-joins-single"];
                self.possible(ids, effect)
            }
            Fact::Prepares(effect) => {
                let ids = ["why-prepares", "why-prepares", "why-prepares-single"];
                self.possible(ids, effect)
            }
            Fact::FewerPoints { points, other } => (
                "why-fewer-points",
                vec![("points", self.points(*points)), ("more", (*other).into())],
            ),
            Fact::NoReply { draws: false, .. } => ("why-no-reply-pass", Vec::new()),
            Fact::NoReply { rescue: Some((cards, all)), .. } if *all > 1 => {
                let few = cards.len() <= MAX_LISTED_CARDS;
                let id = if few { "why-rescue-few" } else { "why-rescue-many" };
                let mut values = self.card_list("why-and", *cards);
                values.extend([("all", (*all).into()), ("square", self.crown())]);
                (id, values)
            }
            Fact::NoReply { .. } => ("why-no-reply-draw", Vec::new()),
            Fact::Stuck(cards) => ("why-stuck", self.card_list("why-or", *cards)),
            Fact::Freed(cards) => ("why-freed", self.card_list("why-and", *cards)),
            Fact::ReplyPoints { most, other } => (
                "why-reply-points",
                vec![("points", self.points(*most)), ("than", (*other).into())],
            ),
            Fact::HeroReplies(_) => ("why-hero-replies", Vec::new()),
            Fact::LoneReplies(_) => ("why-lone-replies", Vec::new()),
            Fact::OneReply(landing) => ("why-one-reply", vec![("move", self.landing(*landing))]),
            Fact::ReplyCount { cards, other } => (
                "why-reply-count",
                vec![("count", cards.len().into()), ("than", other.len().into())],
            ),
            Fact::Reply(landing, effect) => (
                "why-reply",
                vec![("move", self.landing(*landing)), ("effect", self.effect(!side, effect))],
            ),
            Fact::ReplyEnds(landing, _) => {
                ("why-reply-ends", vec![("move", self.landing(*landing))])
            }
            Fact::Threat(landing, effect, wait) => (
                "why-threat",
                vec![
                    ("wait", self.wait(*wait)),
                    ("move", self.landing(*landing)),
                    ("effect", self.effect(side, effect)),
                ],
            ),
            Fact::EndThreat(landing, wait) => (
                "why-threat-ends",
                vec![("wait", self.wait(*wait)), ("move", self.landing(*landing))],
            ),
            Fact::FollowUps { cards, other } => (
                "why-follow-ups",
                vec![
                    ("square", self.crown()),
                    ("count", cards.len().into()),
                    ("than", other.len().into()),
                ],
            ),
            Fact::CrownPlace { at, than } => (
                "why-crown-place",
                vec![("square", at.to_string().into()), ("than", than.to_string().into())],
            ),
            Fact::HarmfulRose(at) => ("why-harmful-rose", vec![("square", at.to_string().into())]),
            Fact::FillsHand => ("why-fills-hand", Vec::new()),
            Fact::KeepsCard { card, than } => ("why-keeps-card", self.cards(*card, *than)),
            Fact::SpendsCard { card, than } => ("why-spends-card", self.cards(*card, *than)),
            Fact::HandSize { cards, other } => {
                ("why-hand-size", vec![("count", (*cards).into()), ("than", (*other).into())])
            }
            Fact::Drawable { cards, all } => (
                "why-drawable",
                vec![
                    ("count", cards.len().into()),
                    ("all", (*all).into()),
                    ("square", self.crown()),
                ],
            ),
            Fact::DrawnJoins { cards, all } => (
                "why-drawn-joins",
                vec![
                    ("count", cards.len().into()),
                    ("all", (*all).into()),
                    ("square", self.crown()),
                ],
            ),
            Fact::Tempo { gain, .. } => {
                let id = match gain {
                    TempoGain::HeroesOnly => "why-tempo-heroes",
                    TempoGain::NewTerritories => "why-tempo-territories",
                    TempoGain::FullHand => "why-tempo-full",
                };
                (id, vec![("square", self.crown())])
            }
            Fact::NearsEnd { left, lead } => ("why-nears-end", self.supply(*left, *lead)),
            Fact::Delays { left, behind } => ("why-delays", self.supply(*left, *behind)),
            Fact::SpendsHero(left) => ("why-spends-hero", vec![("left", (*left).into())]),
            Fact::KeepsHero(_) => ("why-keeps-hero", Vec::new()),
        }
    }

    /// Why the opponent may play no card: the beginning of a sentence.
    fn wait(&self, wait: OpponentWait) -> MessageArgument<'static> {
        let id = match wait {
            OpponentWait::MayDraw => "why-wait-may-draw",
            OpponentWait::MustDraw => "why-wait-must-draw",
            OpponentWait::MustPass => "why-wait-must-pass",
        };
        let other = self.name(!self.position.side());
        self.texts.format(id, &[("other", other)]).into()
    }

    /// The roses left and by how many points a side leads.
    fn supply(&self, left: u8, lead: u32) -> Values {
        vec![("left", left.into()), ("points", self.points(lead))]
    }

    /// Several cards by name, and their number.
    fn card_list(&self, conjunction: &str, cards: Cards) -> Values {
        let names: Vec<_> = cards.iter().map(|card| self.texts.short_card(card)).collect();
        vec![("cards", self.list(conjunction, &names).into()), ("count", cards.len().into())]
    }

    fn cards(&self, card: Card, than: Card) -> Values {
        let [card, than] = [card, than].map(|card| self.texts.short_card(card).into());
        vec![("card", card), ("than", than)]
    }

    /// Where the action leaves the crown.
    fn crown(&self) -> MessageArgument<'static> {
        let target = match self.reason.about {
            Action::Play(card) | Action::Hero(card) => {
                self.position.target(self.position.side(), card)
            }
            Action::Draw | Action::Pass => None,
        };
        target.unwrap_or(self.position.crown()).to_string().into()
    }

    /// A card that is played, and where it leads.
    fn landing(&self, landing: Landing) -> MessageArgument<'static> {
        let values = [
            ("card", self.texts.short_card(landing.card).into()),
            ("square", landing.to.to_string().into()),
        ];
        let id = if landing.hero { "why-move-hero" } else { "why-move" };
        self.texts.format(id, &values).into()
    }

    /// A message about a rose that is not there: one that extends, joins, or joins single roses.
    fn possible(&self, ids: [&'static str; 3], effect: &RoseEffect) -> (&'static str, Values) {
        let id = match joined(effect) {
            Joined::One | Joined::None => ids[0],
            Joined::Several => ids[1],
            Joined::Singles => ids[2],
        };
        (id, self.effect_values(effect))
    }

    fn effect_values(&self, effect: &RoseEffect) -> Values {
        let mut sizes: Vec<_> = effect.joins.iter().map(|it| it.len()).collect();
        // "3 and 1 roses" would be odd.
        sizes.reverse();
        vec![
            ("square", effect.at.to_string().into()),
            ("sizes", self.list("why-and", &sizes).into()),
            ("size", effect.size().into()),
            ("count", effect.joins.len().into()),
            ("points", self.points(effect.gain)),
        ]
    }

    /// What a rose of a side does, as a part of a sentence.
    fn effect(&self, side: Side, effect: &RoseEffect) -> MessageArgument<'static> {
        let id = match joined(effect) {
            Joined::None => "why-begins",
            Joined::One => "why-extends",
            Joined::Several => "why-joins",
            Joined::Singles => "why-joins-single",
        };
        let gained = self.texts.format(id, &self.effect_values(effect));
        let Some(cut) = &effect.cut else { return gained.into() };
        let id = match cut.rest.len() {
            0 => "why-takes-single",
            1 => "why-shrinks",
            _ => "why-cuts",
        };
        let rest: Vec<_> = cut.rest.iter().copied().map(Squares::len).collect();
        let values = [
            ("loser", self.name(!side)),
            ("size", cut.territory.len().into()),
            ("sizes", self.list("why-and", &rest).into()),
            ("points", self.points(cut.loss)),
        ];
        let taken = self.texts.format(id, &values);
        if effect.joins.is_empty() {
            return taken.into();
        }
        let parts = if cut.loss > effect.gain { [taken, gained] } else { [gained, taken] };
        parts.join(&format!(" {} ", self.texts.get("why-and"))).into()
    }

    /// Several things: `4, 2 and 1`.
    fn list(&self, conjunction: &str, items: &[impl ToString]) -> String {
        let mut text = String::new();
        for (place, item) in items.iter().enumerate() {
            if place > 0 && place + 1 == items.len() {
                text += &format!(" {} ", self.texts.get(conjunction));
            } else if place > 0 {
                text += ", ";
            }
            text += &item.to_string();
        }
        text
    }
}

/// The territories that a rose joins.
enum Joined {
    None,
    One,
    Several,
    /// Several, each of them a single rose.
    Singles,
}

fn joined(effect: &RoseEffect) -> Joined {
    match &effect.joins[..] {
        [] => Joined::None,
        [_] => Joined::One,
        several if several.iter().all(|it| it.len() == 1) => Joined::Singles,
        _ => Joined::Several,
    }
}

#[cfg(test)]
mod tests {
    use bosworth_reasons::{Aspect, TerritoryCut};

    use super::*;
    use crate::Language;

    fn squares(names: &str) -> Squares {
        names.split(' ').map(|name| name.parse().expect("a square")).collect()
    }

    fn effect(joins: &[&str], gain: u32) -> RoseEffect {
        let joins = joins.iter().map(|names| squares(names)).collect();
        RoseEffect { at: "e5".parse().expect("a square"), joins, gain, cut: None }
    }

    /// What each language says of a fact about S1, compared with E1*.
    fn sentences(fact: &Fact, is_own: bool, ruleset: &str) -> [String; 3] {
        let text = format!("9/9/4r4/4r4/9/4rw3/9/9/9 e6 r N1,S1,E1 N3,W2 4 4 - {ruleset}");
        let position: Position = text.parse().expect("a position");
        let [about, other] = ["S1", "E1*"].map(|action| action.parse().expect("an action"));
        let reason =
            Reason { about, other, is_own, aspect: Aspect::Rose, weight: 0.1, fact: fact.clone() };
        Language::ALL.map(|language| Texts::new(language, &[]).because(&position, &reason))
    }

    #[test]
    fn a_reason_is_a_sentence() {
        let landing = Landing {
            card: "W2".parse().expect("a card"),
            hero: true,
            from: "e5".parse().expect("a square"),
            to: "c5".parse().expect("a square"),
        };
        let (territory, rest) = (squares("b5 c5 d5"), vec![squares("b5"), squares("d5")]);
        let cut = Some(TerritoryCut { territory, rest, loss: 7 });
        let cases = [
            (
                Fact::Rose(effect(&["e6 e7", "e4"], 11)),
                [
                    "Joins territories of 1 and 2 roses (+11 points).",
                    "Verbindet Gebiete mit 1 und 2 Rosen (+11 Punkte).",
                    "Réunit des territoires de 1 et 2 roses (+11 points).",
                ],
            ),
            (
                Fact::Denies(effect(&["f5"], 3)),
                [
                    "Keeps White from extending a territory to 2 roses on e5 (+3 points).",
                    "Verhindert, dass Weiß auf e5 ein Gebiet auf 2 Rosen vergrößert (+3 Punkte).",
                    "Empêche Blanc d’agrandir en e5 un territoire à 2 roses (+3 points).",
                ],
            ),
            (
                Fact::Reply(landing, RoseEffect { cut, ..effect(&["c6"], 3) }),
                [
                    "White can then play W2 with a hero to c5, which cuts Red’s territory of 3 roses \
                     into 1 and 1 (−7 points for Red) and extends a territory to 2 roses (+3 points).",
                    "Weiß kann dann W2 mit einem Helden nach c5 spielen; das teilt das Gebiet von Rot \
                     mit 3 Rosen in 1 und 1 (−7 Punkte für Rot) und vergrößert ein Gebiet auf 2 Rosen \
                     (+3 Punkte).",
                    "Blanc peut alors jouer O2 avec un héros en c5, ce qui coupe le territoire de \
                     3 roses de Rouge en 1 et 1 (−7 points pour Rouge) et agrandit un territoire à \
                     2 roses (+3 points).",
                ],
            ),
            (
                Fact::SpendsHero(1),
                [
                    "Costs a hero; 1 is left.",
                    "Kostet einen Helden; 1 bleibt.",
                    "Coûte un héros\u{202f}; il en reste 1.",
                ],
            ),
            (
                Fact::KeepsHero(4),
                [
                    "Saves a hero, which E1* would cost.",
                    "Spart einen Helden, den O1* kosten würde.",
                    "Économise un héros\u{202f}: E1* en coûterait un.",
                ],
            ),
            (
                Fact::HandSize { cards: 1, other: 3 },
                [
                    "Red then holds 1 card instead of 3 after E1*.",
                    "Rot hat dann 1 Karte auf der Hand statt 3 nach O1*.",
                    "Rouge a alors 1 carte en main au lieu de 3 après E1*.",
                ],
            ),
        ];
        for (fact, expected) in cases {
            assert_eq!(sentences(&fact, true, "classic"), expected);
        }
    }

    fn cards(names: &str) -> Cards {
        names.split(' ').map(|name| name.parse::<Card>().expect("a card")).collect()
    }

    #[test]
    fn what_the_opponent_can_play_is_named_if_it_is_little() {
        let rescue = |names: &str, all| Fact::NoReply {
            draws: true,
            rescue: Some((if names.is_empty() { Cards::default() } else { cards(names) }, all)),
        };
        let cases = [
            (
                rescue("", 13),
                [
                    "White then cannot play from e5 and must draw; of the 13 cards that may come, \
                     none could be played there.",
                    "Weiß kann dann von e5 aus nicht spielen und muss nachziehen; von den 13 \
                     möglichen Karten wäre dort keine spielbar.",
                    "Blanc ne peut alors pas jouer depuis e5 et doit piocher\u{202f}; sur 13 cartes \
                     possibles, aucune n’y serait jouable.",
                ],
            ),
            (
                rescue("E2", 13),
                [
                    "White then cannot play from e5 and must draw; of the 13 cards that may come, \
                     only E2 could be played there.",
                    "Weiß kann dann von e5 aus nicht spielen und muss nachziehen; von den 13 \
                     möglichen Karten wäre dort nur O2 spielbar.",
                    "Blanc ne peut alors pas jouer depuis e5 et doit piocher\u{202f}; sur 13 cartes \
                     possibles, seule E2 y serait jouable.",
                ],
            ),
            (
                rescue("N1 E2 W2 W3", 13),
                [
                    "White then cannot play from e5 and must draw; of the 13 cards that may come, \
                     4 could be played there.",
                    "Weiß kann dann von e5 aus nicht spielen und muss nachziehen; von den 13 \
                     möglichen Karten wären dort 4 spielbar.",
                    "Blanc ne peut alors pas jouer depuis e5 et doit piocher\u{202f}; sur 13 cartes \
                     possibles, 4 y seraient jouables.",
                ],
            ),
            (
                Fact::Stuck(cards("N3 W2")),
                [
                    "White then cannot play N3 or W2.",
                    "Weiß kann dann N3 und W2 nicht spielen.",
                    "Blanc ne peut alors plus jouer N3 ni O2.",
                ],
            ),
            (
                Fact::Freed(cards("N3")),
                [
                    "White can then also play N3.",
                    "Weiß kann dann auch N3 spielen.",
                    "Blanc peut alors aussi jouer N3.",
                ],
            ),
            (
                Fact::ReplyPoints { most: 1, other: 8 },
                [
                    "White’s cards then bring at most 1 point instead of 8 after E1*.",
                    "Die Karten von Weiß bringen dann höchstens 1 Punkt statt 8 nach O1*.",
                    "Les cartes de Blanc rapportent alors au plus 1 point au lieu de 8 après E1*.",
                ],
            ),
        ];
        for (fact, expected) in cases {
            assert_eq!(sentences(&fact, true, "classic"), expected);
        }
    }

    #[test]
    fn a_threat_says_what_it_takes() {
        let landing = Landing {
            card: "E1".parse().expect("a card"),
            hero: false,
            from: "e5".parse().expect("a square"),
            to: "f5".parse().expect("a square"),
        };
        let threat = |wait| Fact::Threat(landing, effect(&["e6", "f6"], 7), wait);
        let cases = [
            (
                threat(OpponentWait::MayDraw),
                [
                    "If White draws, Red can play E1 to f5, which joins 2 single roses (+7 points).",
                    "Wenn Weiß nachzieht, kann Rot O1 nach f5 spielen; das verbindet 2 einzelne \
                     Rosen (+7 Punkte).",
                    "Si Blanc pioche, Rouge peut jouer E1 en f5, ce qui réunit 2 roses isolées \
                     (+7 points).",
                ],
            ),
            (
                threat(OpponentWait::MustPass),
                [
                    "White must pass, and then Red can play E1 to f5, which joins 2 single roses \
                     (+7 points).",
                    "Weiß muss aussetzen, und dann kann Rot O1 nach f5 spielen; das verbindet 2 \
                     einzelne Rosen (+7 Punkte).",
                    "Blanc doit passer, puis Rouge peut jouer E1 en f5, ce qui réunit 2 roses \
                     isolées (+7 points).",
                ],
            ),
            (
                Fact::EndThreat(landing, OpponentWait::MustDraw),
                [
                    "White must draw, and then Red can play E1 to f5, which ends the game and wins \
                     it.",
                    "Weiß muss nachziehen, und dann kann Rot O1 nach f5 spielen, damit die Partie \
                     beenden und gewinnen.",
                    "Blanc doit piocher, puis Rouge peut terminer et gagner la partie avec E1 en f5.",
                ],
            ),
            (
                Fact::Tempo { crown: "e5".parse().expect("a square"), gain: TempoGain::HeroesOnly },
                [
                    "Red gains a tempo, since White can only play with a hero from e5.",
                    "Rot gewinnt ein Tempo, weil Weiß von e5 aus nur mit einem Helden spielen kann.",
                    "Rouge gagne un temps, car Blanc ne peut jouer depuis e5 qu’avec un héros.",
                ],
            ),
            (
                Fact::NearsEnd { left: 1, lead: 1 },
                [
                    "Brings the end closer: only 1 rose is left, and Red leads by 1 point.",
                    "Bringt das Ende näher: Nur noch 1 Rose ist übrig, und Rot liegt 1 Punkt vorn.",
                    "Rapproche la fin\u{202f}: il ne reste qu’une rose, et Rouge mène de 1 point.",
                ],
            ),
            (
                Fact::Delays { left: 3, behind: 12 },
                [
                    "The game lasts longer: 3 roses stay in the supply, and Red is 12 points behind.",
                    "Die Partie dauert länger: 3 Rosen bleiben im Vorrat, und Rot liegt 12 Punkte \
                     zurück.",
                    "La partie dure plus longtemps\u{202f}: 3 roses restent dans la réserve, et Rouge \
                     a 12 points de retard.",
                ],
            ),
        ];
        for (fact, expected) in cases {
            assert_eq!(sentences(&fact, true, "classic"), expected);
        }
    }

    #[test]
    fn a_reason_about_the_other_action_names_it() {
        assert_eq!(
            sentences(&Fact::Rose(effect(&[], 1)), false, "classic"),
            [
                "S1, by contrast, begins a new territory.",
                "S1 dagegen beginnt ein neues Gebiet.",
                "S1, en revanche, commence un nouveau territoire.",
            ]
        );
        assert_eq!(
            sentences(&Fact::NoReply { draws: true, rescue: None }, false, "kingofroses"),
            [
                "With S1 instead: Blue then has no card to play and must draw.",
                "Mit S1 dagegen: Blau kann dann keine Karte spielen und muss nachziehen.",
                "Avec S1, en revanche\u{202f}: Bleu n’a alors aucune carte jouable et doit piocher.",
            ]
        );
    }
}
