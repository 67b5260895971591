use bosworth_rules::Ending;

use super::inputs::INPUTS;

/// The width of the accumulator.
pub(crate) const WIDTH: usize = 192;
/// The width of the second and the third layer.
pub(super) const HIDDEN: usize = 32;
/// The second layer's activations are passed on twice: as they are, and squared.
pub(super) const DOUBLED: usize = 2 * HIDDEN;
/// The outputs: the logits of winning and of not losing, and the margin.
pub(super) const OUTPUTS: usize = 3;
/// The dense layers come in buckets by blockade rule and number of roses left.
const STAGES: usize = ENDINGS * STEPS;
const ENDINGS: usize = 2;
const STEPS: usize = 8;

/// The accumulator: the sums of the first layer, in which, as in activations, 1 is quantised as
/// 128.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Sums(pub(super) [i16; WIDTH]);

/// The quantised weights of a network.
pub(super) struct Layers {
    /// One row per feature.
    pub(super) rows: Box<[[i8; WIDTH]]>,
    pub(super) bias: Box<Sums>,
    stages: Box<[Stage]>,
}

/// One bucket of dense layers.
#[repr(align(64))]
pub(super) struct Stage {
    /// By pairs of inputs: for each output the weights of both, interleaved.
    pub(super) second: [[i16; 2 * HIDDEN]; WIDTH / 2],
    pub(super) second_bias: [i32; HIDDEN],
    pub(super) third: [[i16; 2 * HIDDEN]; DOUBLED / 2],
    pub(super) third_bias: [i32; HIDDEN],
    pub(super) last: [[i16; HIDDEN]; OUTPUTS],
    pub(super) last_bias: [i32; OUTPUTS],
}

/// The magic bytes of a network file; the last one is the version of the format.
const MAGIC: [u8; 8] = *b"BOSWNET\x02";

/// Why bytes are not a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotANetwork {
    /// The magic bytes are wrong.
    Magic,
    /// The dimensions are not those of this version.
    Shape,
    /// There are too few or too many bytes.
    Length,
}

impl core::fmt::Display for NotANetwork {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::Magic => "these are not the bytes of a network",
            Self::Shape => "the network has another shape than this program knows",
            Self::Length => "the network is cut off or too long",
        })
    }
}

impl core::error::Error for NotANetwork {}

impl Layers {
    /// Parses a network file. All numbers are little-endian:
    ///
    /// | part | type, and what 1 is quantised as |
    /// |---|---|
    /// | `BOSWNET` and the version | 8 bytes |
    /// | number of features, accumulator width, hidden width, stages | 4 × u32 |
    /// | first layer: a row per feature, then the bias | i8, i16; 128 |
    /// | for each stage: second layer by output, bias | i8, i32; 64, 8192 |
    /// | third layer by output, bias | i8, i32; 64, 8192 |
    /// | last layer by output, bias | i16, i32; 512, 65536 |
    pub(super) fn read(bytes: &[u8]) -> Result<Self, NotANetwork> {
        let mut reader = Reader(bytes);
        if reader.take::<8>()? != MAGIC {
            return Err(NotANetwork::Magic);
        }
        for expected in [INPUTS, WIDTH, HIDDEN, STAGES] {
            if reader.i32()? != expected as i32 {
                return Err(NotANetwork::Shape);
            }
        }
        let mut rows = vec![[0; WIDTH]; INPUTS].into_boxed_slice();
        for row in &mut rows {
            for weight in row {
                *weight = reader.i8()?;
            }
        }
        let mut bias = Box::new(Sums([0; WIDTH]));
        for value in &mut bias.0 {
            *value = reader.i16()?;
        }
        let stages = (0..STAGES).map(|_| Stage::read(&mut reader)).collect::<Result<_, _>>()?;
        if reader.0.is_empty() { Ok(Self { rows, bias, stages }) } else { Err(NotANetwork::Length) }
    }

    /// The dense layers for a blockade rule and a number of roses left.
    #[inline]
    pub(super) fn stage(&self, ending: Ending, supply: u8) -> &Stage {
        let placed = 52 - usize::from(supply.min(52));
        let first = match ending {
            Ending::BothBlocked => 0,
            Ending::EitherBlocked => STEPS,
        };
        &self.stages[first + placed * STEPS / 53]
    }
}

impl Stage {
    fn read(reader: &mut Reader<'_>) -> Result<Self, NotANetwork> {
        let mut stage = Self {
            second: [[0; 2 * HIDDEN]; WIDTH / 2],
            second_bias: [0; HIDDEN],
            third: [[0; 2 * HIDDEN]; DOUBLED / 2],
            third_bias: [0; HIDDEN],
            last: [[0; HIDDEN]; OUTPUTS],
            last_bias: [0; OUTPUTS],
        };
        reader.by_pairs(&mut stage.second)?;
        reader.bias(&mut stage.second_bias)?;
        reader.by_pairs(&mut stage.third)?;
        reader.bias(&mut stage.third_bias)?;
        for weight in stage.last.as_flattened_mut() {
            *weight = reader.i16()?;
        }
        reader.bias(&mut stage.last_bias)?;
        Ok(stage)
    }
}

/// The bytes that are still to be read.
struct Reader<'b>(&'b [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], NotANetwork> {
        let (taken, rest) = self.0.split_first_chunk::<N>().ok_or(NotANetwork::Length)?;
        self.0 = rest;
        Ok(*taken)
    }

    fn i8(&mut self) -> Result<i8, NotANetwork> {
        self.take().map(i8::from_le_bytes)
    }

    fn i16(&mut self) -> Result<i16, NotANetwork> {
        self.take().map(i16::from_le_bytes)
    }

    fn i32(&mut self) -> Result<i32, NotANetwork> {
        self.take().map(i32::from_le_bytes)
    }

    fn bias(&mut self, bias: &mut [i32]) -> Result<(), NotANetwork> {
        for value in bias {
            *value = self.i32()?;
        }
        Ok(())
    }

    /// Reads weights that are stored by output, interleaving them by pairs of inputs.
    fn by_pairs(&mut self, pairs: &mut [[i16; 2 * HIDDEN]]) -> Result<(), NotANetwork> {
        for output in 0..HIDDEN {
            for pair in pairs.iter_mut() {
                for weight in &mut pair[2 * output..2 * output + 2] {
                    *weight = self.i8()?.into();
                }
            }
        }
        Ok(())
    }
}
