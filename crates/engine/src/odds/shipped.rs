use super::OddsModel;

impl OddsModel {
    /// The model of the odds: what `bosworth bench handicaps` fits to the games of
    /// `suites/handicaps.jsonl` (docs/lab/handicaps.md).
    pub const SHIPPED: Self = Self {
        strengths: [-2.16, -1.06, 0.0, 0.87, 1.86, 2.87, 4.09, 5.24],
        heroes: [2.43, 2.04, 1.38, 0.69],
        cards: [0.59, 0.38, 0.23],
        roses: [0.53, 1.01, 1.39, 1.84],
        second: 0.15,
        slopes: [[0.17, -0.09], [0.02, -0.01], [0.05, -0.07]],
        deviations: [0.11, 0.11, 0.11, 0.11, 0.12, 0.13, 0.15, 0.27],
    };
}
