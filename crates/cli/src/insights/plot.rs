//! The figures as a drawing that is read on a phone: narrow, with large letters.

use anyhow::{Result, anyhow};
use plotters::coord::Shift;
use plotters::prelude::*;

use super::tally::{Insights, MeanCost};
use super::text::means;
use crate::texts::Texts;

/// The size of the drawing, and of its parts: the results, and a row for each group.
const WIDTH: u32 = 400;
const RESULTS_HEIGHT: u32 = 260;
const ROW_HEIGHT: u32 = 26;
const AXIS_HEIGHT: u32 = 80;
/// The room for the names of the groups.
const LABEL_WIDTH: u32 = 150;
const FONT: &str = "sans-serif";

const INK: RGBColor = RGBColor(0x2b, 0x26, 0x20);
const FAINT: RGBColor = RGBColor(0xd8, 0xd2, 0xc8);
const RED: RGBColor = RGBColor(0xa3, 0x1f, 0x2e);
const BLUE: RGBColor = RGBColor(0x1f, 0x5c, 0x8a);

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// A row of the lower chart: the name of a group and its figures.
type Row = (String, MeanCost);

/// The drawing as the text of an SVG file.
pub(super) fn draw(insights: &Insights, texts: &Texts) -> Result<String> {
    let rows = means(insights, texts);
    let height = RESULTS_HEIGHT + AXIS_HEIGHT + ROW_HEIGHT * rows.len() as u32;
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area();
        let (upper, lower) = root.split_vertically(RESULTS_HEIGHT);
        let drawn = root
            .fill(&WHITE)
            .map_err(|error| anyhow!("{error}"))
            .and_then(|()| results(&upper, insights, texts))
            .and_then(|()| costs(&lower, &rows, texts))
            .and_then(|()| root.present().map_err(|error| anyhow!("{error}")));
        drawn?;
    }
    Ok(svg)
}

/// How many games were won beyond one half, and how many without luck.
fn results(area: &Area<'_>, insights: &Insights, texts: &Texts) -> Result<()> {
    let scored = insights.games.iter().filter_map(|game| Some((game.score?, game.without_luck?)));
    let mut sums = vec![(0.0, 0.0)];
    for (score, without_luck) in scored {
        let (a, b) = sums.last().copied().unwrap_or_default();
        sums.push((a + score - 0.5, b + without_luck - 0.5));
    }
    let values = || sums.iter().flat_map(|&(a, b)| [a, b]);
    let least = values().fold(-1.0, f64::min);
    let most = values().fold(1.0, f64::max);
    let games = sums.len() - 1;
    let caption = texts.format("insights-plot-results", &[("games", games.into())]);
    let mut chart = ChartBuilder::on(area)
        .margin(10)
        .caption(caption, (FONT, 16).into_font().color(&INK))
        .x_label_area_size(28)
        .y_label_area_size(36)
        .build_cartesian_2d(0..games.max(1), least * 1.1..most * 1.1)
        .map_err(|error| anyhow!("{error}"))?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(FAINT)
        .axis_style(INK)
        .x_labels(5)
        .y_labels(5)
        .label_style((FONT, 14).into_font().color(&INK))
        .y_label_formatter(&|value| texts.number(*value, 1))
        .draw()
        .map_err(|error| anyhow!("{error}"))?;
    let lines: [(&str, RGBColor, fn(&(f64, f64)) -> f64); 2] =
        [("insights-plot-score", RED, |sum| sum.0), ("insights-plot-adjusted", BLUE, |sum| sum.1)];
    for (id, colour, value) in lines {
        let points = sums.iter().map(value).enumerate();
        chart
            .draw_series(LineSeries::new(points, colour.stroke_width(2)))
            .map_err(|error| anyhow!("{error}"))?
            .label(texts.get(id))
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .label_font((FONT, 14).into_font().color(&INK))
        .background_style(WHITE.mix(0.8))
        .draw()
        .map_err(|error| anyhow!("{error}"))?;
    Ok(())
}

/// The mean loss of each group with its interval and sample size.
fn costs(area: &Area<'_>, rows: &[Row], texts: &Texts) -> Result<()> {
    let most = rows.iter().map(|(_, cost)| cost.loss + cost.interval).fold(1.0, f64::max);
    let most = 1.05 * most;
    let count = rows.len() as f64;
    let mut chart = ChartBuilder::on(area)
        .margin(10)
        .margin_right(64)
        .caption(texts.get("insights-plot-costs"), (FONT, 16).into_font().color(&INK))
        .x_label_area_size(28)
        .y_label_area_size(LABEL_WIDTH)
        .build_cartesian_2d(0.0..most, count..0.0)
        .map_err(|error| anyhow!("{error}"))?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .y_labels(0)
        .light_line_style(TRANSPARENT)
        .bold_line_style(FAINT)
        .axis_style(INK)
        .x_labels(5)
        .label_style((FONT, 14).into_font().color(&INK))
        .x_label_formatter(&|value| texts.number(*value, 1))
        .draw()
        .map_err(|error| anyhow!("{error}"))?;
    let bars = (0u32..).zip(rows).map(|(n, (_, cost))| {
        let y = f64::from(n);
        Rectangle::new([(0.0, y + 0.2), (cost.loss, y + 0.8)], RED.mix(0.55).filled())
    });
    chart.draw_series(bars).map_err(|error| anyhow!("{error}"))?;
    let whiskers = (0u32..).zip(rows).map(|(n, (_, cost))| {
        let y = f64::from(n) + 0.5;
        let ends = [(cost.loss - cost.interval).max(0.0), cost.loss + cost.interval];
        PathElement::new(ends.map(|x| (x, y)), INK.stroke_width(2))
    });
    chart.draw_series(whiskers).map_err(|error| anyhow!("{error}"))?;
    // Names and sample sizes stand beside the chart.
    let style = (FONT, 14).into_font().color(&INK);
    for (n, (name, cost)) in (0u32..).zip(rows) {
        let (_, y) = chart.backend_coord(&(0.0, f64::from(n) + 0.5));
        let top = area.get_base_pixel().1;
        area.draw(&Text::new(name.clone(), (12, y - top - 8), style.clone()))
            .map_err(|error| anyhow!("{error}"))?;
        let size = format!("n = {}", cost.decisions);
        area.draw(&Text::new(size, (WIDTH as i32 - 66, y - top - 8), style.clone()))
            .map_err(|error| anyhow!("{error}"))?;
    }
    Ok(())
}
