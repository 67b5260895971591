//! Synthesised sounds: a few tones each, so that nothing needs to be loaded.

use std::cell::RefCell;

use bosworth_rules::{Ply, Position, Side};
use web_sys::{AudioContext, OscillatorType};

use crate::browser;
use crate::settings::Volume;

/// A sound effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sound {
    /// A rose is placed.
    Play,
    /// A hero flips a rose.
    Hero,
    /// A card is drawn.
    Draw,
    /// Territories are joined.
    Join,
    /// Time is short.
    Hurry,
    /// A fanfare: the game is won.
    Won,
    /// Falling tones: the game is lost.
    Lost,
    /// The game is over, without a winner.
    End,
    /// An action is refused.
    No,
}

/// A tone: frequency in hertz, start and duration in seconds, relative volume.
type Tone = (f32, f64, f64, f32);

impl Sound {
    /// The sound of a result, for a player of this side, or for everybody else.
    pub fn of_result(winner: Option<Side>, reader: Option<Side>) -> Self {
        match winner {
            None => Self::End,
            Some(_) if reader.is_some() && reader != winner => Self::Lost,
            Some(_) => Self::Won,
        }
    }

    /// The sound of a ply.
    pub fn of(before: &Position, ply: Ply, after: &Position) -> Self {
        let side = before.side();
        let joined = before.territories(side).count() > after.territories(side).count();
        match ply {
            Ply::Hero(_) => Self::Hero,
            Ply::Play(_) if joined => Self::Join,
            Ply::Play(_) => Self::Play,
            Ply::Draw(_) | Ply::Pass => Self::Draw,
        }
    }

    fn tones(self) -> (&'static [Tone], OscillatorType) {
        match self {
            Self::Play => {
                (&[(196.0, 0.0, 0.09, 0.9), (392.0, 0.0, 0.05, 0.3)], OscillatorType::Triangle)
            }
            Self::Hero => (
                &[(659.3, 0.0, 0.25, 0.5), (987.8, 0.04, 0.3, 0.4), (1318.5, 0.09, 0.35, 0.2)],
                OscillatorType::Triangle,
            ),
            Self::Draw => {
                (&[(523.3, 0.0, 0.05, 0.35), (784.0, 0.04, 0.06, 0.25)], OscillatorType::Sine)
            }
            Self::Join => (
                &[(261.6, 0.0, 0.22, 0.5), (329.6, 0.06, 0.24, 0.45), (392.0, 0.12, 0.3, 0.4)],
                OscillatorType::Sine,
            ),
            Self::Hurry => {
                (&[(880.0, 0.0, 0.07, 0.5), (880.0, 0.14, 0.07, 0.5)], OscillatorType::Square)
            }
            Self::End => (
                &[
                    (261.6, 0.0, 0.5, 0.4),
                    (329.6, 0.12, 0.5, 0.4),
                    (392.0, 0.24, 0.6, 0.4),
                    (523.3, 0.36, 0.9, 0.5),
                ],
                OscillatorType::Triangle,
            ),
            // A call of two horns, answered by the chord.
            Self::Won => (
                &[
                    (392.0, 0.0, 0.16, 0.5),
                    (523.3, 0.16, 0.16, 0.5),
                    (659.3, 0.32, 0.16, 0.5),
                    (523.3, 0.5, 1.3, 0.35),
                    (659.3, 0.5, 1.3, 0.35),
                    (784.0, 0.5, 1.3, 0.5),
                    (1046.5, 0.62, 1.4, 0.3),
                ],
                OscillatorType::Triangle,
            ),
            Self::Lost => (
                &[(392.0, 0.0, 0.3, 0.4), (349.2, 0.26, 0.3, 0.4), (261.6, 0.52, 0.9, 0.45)],
                OscillatorType::Sine,
            ),
            Self::No => (&[(146.8, 0.0, 0.12, 0.5)], OscillatorType::Sine),
        }
    }
}

thread_local! {
    static CONTEXT: RefCell<Option<AudioContext>> = const { RefCell::new(None) };
}

/// The delay after a board is shown before the audio context is created, in milliseconds.
const AUDIO_CONTEXT_DELAY_MS: u32 = 300;

/// Creates the audio context before the first sound, but after the board has been painted, because
/// doing so blocks the page for a moment.
pub fn wake(loudness: Volume) {
    if loudness != Volume::Off {
        browser::after(AUDIO_CONTEXT_DELAY_MS, || CONTEXT.with_borrow_mut(create));
    }
}

fn create(context: &mut Option<AudioContext>) {
    if context.is_none() {
        *context = AudioContext::new().ok();
    }
}

/// Plays a sound. Silent if the browser blocks audio.
pub fn play(sound: Sound, loudness: Volume) {
    let loudness = match loudness {
        Volume::Off => return,
        Volume::Quiet => 0.12,
        Volume::Full => 0.4,
    };
    CONTEXT.with_borrow_mut(|context| {
        create(context);
        if let Some(context) = context {
            let _ = context.resume();
            let (tones, shape) = sound.tones();
            for tone in tones {
                let _ = ring(context, *tone, shape, loudness);
            }
        }
    });
}

fn ring(
    context: &AudioContext,
    (pitch, begin, length, strength): Tone,
    shape: OscillatorType,
    loudness: f32,
) -> Result<(), wasm_bindgen::JsValue> {
    let now = context.current_time() + begin;
    let tone = context.create_oscillator()?;
    let volume = context.create_gain()?;
    tone.set_type(shape);
    tone.frequency().set_value(pitch);
    volume.gain().set_value_at_time(0.0001, now)?;
    volume.gain().exponential_ramp_to_value_at_time(strength * loudness, now + 0.008)?;
    volume.gain().exponential_ramp_to_value_at_time(0.0001, now + length)?;
    tone.connect_with_audio_node(&volume)?;
    volume.connect_with_audio_node(&context.destination())?;
    tone.start_with_when(now)?;
    tone.stop_with_when(now + length + 0.02)?;
    Ok(())
}
