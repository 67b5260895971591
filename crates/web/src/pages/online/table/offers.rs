use bosworth_client::clocks::{called_off_in, claimable_in, seconds};
use bosworth_protocol::{Command, Offer};
use bosworth_view::prelude::*;

use super::control::OnlineGameControl;
use crate::language::{fill, tr};
use crate::pages::online::widgets::button;

/// The countdown until the game is called off because a player has not come.
pub fn countdown(control: OnlineGameControl) -> String {
    let now = control.now.get();
    let left = control.with(|live| called_off_in(&live.table, now)).flatten();
    let Some(left) = left else { return String::new() };
    fill("countdown-come", &[("seconds", seconds(left).into())])
}

/// The seconds until an abandoned game can be claimed.
fn claimable(control: OnlineGameControl) -> Option<i64> {
    let side = control.my_side()?;
    let now = control.now.get();
    control.with(|live| claimable_in(&live.table, side, now)).flatten().map(seconds)
}

/// The pending offers, and the claim of an abandoned game.
pub fn offers(control: OnlineGameControl) -> View {
    let claim = Memo::new(move |_| claimable(control));
    let gone = Memo::new(move |_| claim.get().is_some());
    let ripe = Memo::new(move |_| claim.get() == Some(0));
    let theirs = Memo::new(move |_| {
        [Offer::Takeback, Offer::Rematch].into_iter().find(|offer| control.offers(false, *offer))
    });
    let mine = Memo::new(move |_| {
        [Offer::Takeback, Offer::Rematch].into_iter().find(|offer| control.offers(true, *offer))
    });
    let opponent = move || control.my_side().map(|side| control.name(!side)).unwrap_or_default();
    let gone_text = move || {
        let seconds = claim.get().unwrap_or_default();
        if seconds == 0 {
            fill("gone-now", &[("name", opponent().into())])
        } else {
            fill("gone-wait", &[("name", opponent().into()), ("seconds", seconds.into())])
        }
    };
    let claim_view = move || {
        gone.get().then(|| {
            view! {
                <div class="panel call" id="gone">
                    <p>{gone_text}</p>
                    {move || ripe.get().then(|| view! {
                        <div class="buttons">
                            {button("claim-win", "primary", tr("claim-win"), move || control.command(Command::Claim { draw: false }))}
                            {button("claim-draw", "", tr("claim-draw"), move || control.command(Command::Claim { draw: true }))}
                        </div>
                    })}
                </div>
            }
        })
    };
    let theirs_view = move || {
        theirs.get().map(|offer| {
            let offered = control
                .my_side()
                .and_then(|side| control.narrate(|narrator| narrator.offer(!side, offer)));
            view! {
                <div class="panel call" id="their-offer">
                    <p>{offered}</p>
                    <div class="buttons">
                        // A rematch is accepted with the button below the result.
                        {(offer == Offer::Takeback).then(|| button("offer-accept", "primary", tr("offer-accept"), move || control.command(Command::Offer(offer))))}
                        {button("offer-decline", "", tr("offer-decline"), move || control.command(Command::Decline(offer)))}
                    </div>
                </div>
            }
        })
    };
    let mine_view = move || {
        mine.get().map(|offer| {
            let id = match offer {
                Offer::Takeback => "offering-takeback",
                Offer::Rematch => "offering-rematch",
            };
            view! {
                <div class="panel call" id="my-offer">
                    <p>{tr(id)}</p>
                    <div class="buttons">
                        {button("offer-cancel", "", tr("offer-cancel"), move || control.command(Command::Decline(offer)))}
                    </div>
                </div>
            }
        })
    };
    view! { <div class="calls">{theirs_view}{mine_view}{claim_view}</div> }
}
