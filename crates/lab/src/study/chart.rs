//! Charts with intervals, narrow enough to be read on a phone.

use std::ops::Range;

use anyhow::{Result, anyhow};
use plotters::coord::Shift;
use plotters::element::{Drawable, PointCollection};
use plotters::prelude::*;

use super::estimate::Estimate;

const WIDTH: u32 = 360;
const AXIS_HEIGHT: u32 = 48;
const ROW_HEIGHT: u32 = 26;
const LABEL_WIDTH: u32 = 112;
const MARGIN: u32 = 8;
/// How far apart letters are, about.
const LETTER_WIDTH: i32 = 7;
const FONT: &str = "sans-serif";

const INK: RGBColor = RGBColor(0x2b, 0x26, 0x20);
const FAINT: RGBColor = RGBColor(0xd8, 0xd2, 0xc8);
/// The colours of series and parts.
const COLOURS: [RGBColor; 5] = [
    RGBColor(0xa3, 0x1f, 0x2e),
    RGBColor(0x1f, 0x5c, 0x8a),
    RGBColor(0xb0, 0x8a, 0x2e),
    RGBColor(0x4c, 0x7a, 0x3d),
    RGBColor(0x7a, 0x4f, 0x8a),
];
/// What the colours become on a dark page.
const DARK: [(RGBColor, &str); 7] = [
    (INK, "#e8e2d8"),
    (FAINT, "#4a443c"),
    (COLOURS[0], "#e06a77"),
    (COLOURS[1], "#6fb0e0"),
    (COLOURS[2], "#d9b65a"),
    (COLOURS[3], "#8fc07d"),
    (COLOURS[4], "#c39bd2"),
];

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// A bar with its name.
pub(super) type Bar = (String, Estimate);

/// How numbers are written.
#[derive(Clone, Debug)]
pub(super) struct NumberStyle {
    pub(super) decimal_mark: String,
    /// What follows a number, such as ` %`.
    pub(super) unit: String,
}

/// A line with its name, and its points from left to right.
pub(super) struct Series {
    pub(super) name: String,
    pub(super) points: Vec<Option<Estimate>>,
}

/// A bar that is divided into parts, whose sum need not be 1.
#[derive(Clone, Debug)]
pub(super) struct StackedBar {
    pub(super) name: String,
    pub(super) parts: Vec<Estimate>,
}

/// Bars to the right of zero, and to the left if they are negative.
pub(super) fn bars(rows: &[Bar], style: &NumberStyle) -> Result<String> {
    let ends = rows.iter().flat_map(|(_, it)| [it.value - it.interval, it.value + it.interval]);
    let (least, most) = ends.fold((0.0, 0.0), |(a, b), end| (f64::min(a, end), f64::max(b, end)));
    let room = (most - least) * 0.05;
    let from = if least < 0.0 { least - room } else { 0.0 };
    let shapes = rows.iter().map(|(name, it)| {
        let rectangles = vec![(0.0, it.value, COLOURS[0].mix(0.6))];
        let interval = Some((it.value - it.interval, it.value + it.interval));
        (name.as_str(), RowShape { rectangles, interval })
    });
    let shapes: Vec<_> = shapes.collect();
    draw(height_of_rows(rows.len()), |area| rows_chart(area, &shapes, from..most + room, style))
}

/// Bars of several colours, with a legend above them.
pub(super) fn stacked_bars(
    parts: &[String],
    rows: &[StackedBar],
    style: &NumberStyle,
) -> Result<String> {
    let sum = |row: &StackedBar, sign: f64| -> f64 {
        row.parts.iter().map(|part| (part.value * sign).max(0.0) * sign).sum()
    };
    let most = rows.iter().map(|row| sum(row, 1.0)).fold(0.0, f64::max);
    let least = rows.iter().map(|row| sum(row, -1.0)).fold(0.0, f64::min);
    let shapes = rows.iter().map(|row| (row.name.as_str(), stacked(&row.parts)));
    let shapes: Vec<_> = shapes.collect();
    draw_with_legend(parts, height_of_rows(rows.len()), |area| {
        rows_chart(area, &shapes, least * 1.1..most * 1.02, style)
    })
}

/// Draws below a legend of the colours.
fn draw_with_legend(
    names: &[String],
    height: u32,
    drawing: impl FnOnce(&Area<'_>) -> Result<()>,
) -> Result<String> {
    let places = legend_places(names);
    let legend = places.last().map_or(0, |(_, line)| (line + 1) * ROW_HEIGHT);
    draw(height + legend, |area| {
        let (upper, lower) = area.split_vertically(legend);
        for (((left, line), name), colour) in places.iter().zip(names).zip(COLOURS) {
            let (left, top) = (*left, (line * ROW_HEIGHT) as i32);
            let square = [(left, top + 6), (left + 12, top + 18)];
            put(&upper, &Rectangle::new(square, colour.mix(0.8).filled()))?;
            put(&upper, &Text::new(name.clone(), (left + 17, top + 6), label_style()))?;
        }
        drawing(&lower)
    })
}

/// Where the names of a legend begin: pixels from the left, and the line.
fn legend_places(names: &[String]) -> Vec<(i32, u32)> {
    let (mut left, mut line) = (MARGIN as i32, 0);
    let places = names.iter().map(|name| {
        let width = 32 + name.chars().count() as i32 * LETTER_WIDTH;
        if left + width > WIDTH as i32 {
            (left, line) = (MARGIN as i32, line + 1);
        }
        let place = (left, line);
        left += width;
        place
    });
    places.collect()
}

/// Parts one after the other, negative ones to the left.
fn stacked(parts: &[Estimate]) -> RowShape {
    let (mut right, mut left) = (0.0, 0.0);
    let rectangles = parts.iter().zip(COLOURS).map(|(part, colour)| {
        let end = if part.value < 0.0 { &mut left } else { &mut right };
        let from = *end;
        *end += part.value;
        (from, *end, colour.mix(0.8))
    });
    RowShape { rectangles: rectangles.collect(), interval: None }
}

fn height_of_rows(rows: usize) -> u32 {
    rows as u32 * ROW_HEIGHT + AXIS_HEIGHT
}

/// Lines over a few places, whose names and meaning are below them.
pub(super) fn lines(
    axis: &str,
    places: &[String],
    series: &[Series],
    style: &NumberStyle,
) -> Result<String> {
    let points = || series.iter().flat_map(|series| series.points.iter().flatten());
    let least = points().map(|it| it.value - it.interval).fold(0.0, f64::min);
    let most = points().map(|it| it.value + it.interval).fold(0.0, f64::max);
    let room = (most - least) * 0.05;
    let range = if least < 0.0 { least - room } else { 0.0 }..most + room;
    let names: Vec<_> = series.iter().map(|series| series.name.clone()).collect();
    draw_with_legend(&names, 290, |area| {
        let mut chart = ChartBuilder::on(area)
            .margin(MARGIN)
            .x_label_area_size(AXIS_HEIGHT)
            .y_label_area_size(52)
            .build_cartesian_2d(-0.5..places.len() as f64 - 0.5, range)
            .map_err(fault)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(FAINT)
            .axis_style(INK)
            .x_labels(places.len() + 1)
            .x_label_formatter(&|x| {
                let is_place = (x - x.round()).abs() < 1e-6 && *x > -0.25;
                let name = is_place.then(|| places.get(x.round() as usize)).flatten();
                name.cloned().unwrap_or_default()
            })
            .x_desc(axis)
            .axis_desc_style(label_style())
            .y_label_formatter(&|value| style.short(*value))
            .label_style(label_style())
            .draw()
            .map_err(fault)?;
        // Intervals at the same place are drawn side by side.
        let (spread, series_count) = (0.05, series.len() as f64);
        for (n, (series, colour)) in series.iter().zip(COLOURS).enumerate() {
            let shift = (n as f64 - (series_count - 1.0) / 2.0) * spread;
            let at = |place: usize| place as f64 + shift;
            let known = || {
                let points = series.points.iter().enumerate();
                points.filter_map(|(place, point)| Some((at(place), (*point)?)))
            };
            let line =
                LineSeries::new(known().map(|(x, it)| (x, it.value)), colour.stroke_width(2));
            chart.draw_series(line).map_err(fault)?;
            let whiskers = known().map(|(x, it)| {
                let ends = [it.value - it.interval, it.value + it.interval];
                PathElement::new(ends.map(|y| (x, y)), colour.stroke_width(1))
            });
            chart.draw_series(whiskers).map_err(fault)?;
        }
        Ok(())
    })
}

/// A board whose squares are darker the higher their value; 0 is the lowest and 1 the highest.
pub(super) fn board(
    shade: &dyn Fn(u8, u8) -> f64,
    text: &dyn Fn(u8, u8) -> String,
) -> Result<String> {
    const SQUARE: i32 = 37;
    draw(10 * SQUARE as u32, |area| {
        let (left, top) = (24, 4);
        for rank in 0..9u8 {
            let y = top + i32::from(8 - rank) * SQUARE;
            put(area, &Text::new((rank + 1).to_string(), (6, y + 12), label_style()))?;
            for file in 0..9u8 {
                let x = left + i32::from(file) * SQUARE;
                let corners = [(x, y), (x + SQUARE, y + SQUARE)];
                let colour = COLOURS[0].mix(shade(file, rank).clamp(0.0, 1.0) * 0.5);
                put(area, &Rectangle::new(corners, colour.filled()))?;
                put(area, &Rectangle::new(corners, FAINT.stroke_width(1)))?;
                put(area, &Text::new(text(file, rank), (x + 10, y + 12), label_style()))?;
            }
        }
        for file in 0..9u8 {
            let name = char::from(b'a' + file).to_string();
            let x = left + i32::from(file) * SQUARE + SQUARE / 2 - 4;
            put(area, &Text::new(name, (x, top + 9 * SQUARE + 8), label_style()))?;
        }
        Ok(())
    })
}

/// What a row of a chart shows: rectangles from one value to another, and an interval.
struct RowShape {
    rectangles: Vec<(f64, f64, RGBAColor)>,
    interval: Option<(f64, f64)>,
}

/// A chart with a row for each name.
fn rows_chart(
    area: &Area<'_>,
    rows: &[(&str, RowShape)],
    range: Range<f64>,
    style: &NumberStyle,
) -> Result<()> {
    let mut chart = ChartBuilder::on(area)
        .margin(MARGIN)
        .margin_right(MARGIN * 2)
        .x_label_area_size(AXIS_HEIGHT / 2)
        .y_label_area_size(LABEL_WIDTH)
        .build_cartesian_2d(range, rows.len() as f64..0.0)
        .map_err(fault)?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .y_labels(0)
        .light_line_style(TRANSPARENT)
        .bold_line_style(FAINT)
        .axis_style(INK)
        .x_labels(4)
        .x_label_formatter(&|value| style.short(*value))
        .label_style(label_style())
        .draw()
        .map_err(fault)?;
    for (n, (name, row)) in rows.iter().enumerate() {
        let y = n as f64;
        let rectangles = row.rectangles.iter().map(|(from, to, colour)| {
            Rectangle::new([(*from, y + 0.2), (*to, y + 0.8)], colour.filled())
        });
        chart.draw_series(rectangles).map_err(fault)?;
        let interval = row.interval.iter().map(|(from, to)| {
            PathElement::new([(*from, y + 0.5), (*to, y + 0.5)], INK.stroke_width(2))
        });
        chart.draw_series(interval).map_err(fault)?;
        let (_, middle) = chart.backend_coord(&(0.0, y + 0.5));
        let top = area.get_base_pixel().1;
        put(
            area,
            &Text::new((*name).to_string(), (MARGIN as i32, middle - top - 7), label_style()),
        )?;
    }
    Ok(())
}

fn draw(height: u32, drawing: impl FnOnce(&Area<'_>) -> Result<()>) -> Result<String> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area();
        drawing(&area)?;
        area.present().map_err(fault)?;
    }
    Ok(with_dark_colours(&svg))
}

/// Adds a style sheet that changes the colours where the reader prefers a dark page.
fn with_dark_colours(svg: &str) -> String {
    let rules = DARK.map(|(RGBColor(r, g, b), dark)| {
        let light = format!("#{r:02X}{g:02X}{b:02X}");
        format!("[fill=\"{light}\"]{{fill:{dark}}}[stroke=\"{light}\"]{{stroke:{dark}}}")
    });
    let style = format!("<style>@media(prefers-color-scheme:dark){{{}}}</style>", rules.concat());
    match svg.find('>') {
        Some(end) => format!("{}\n{style}{}", &svg[..=end], &svg[end + 1..]),
        None => svg.to_string(),
    }
}

fn put<E>(area: &Area<'_>, element: &E) -> Result<()>
where
    for<'b> &'b E: PointCollection<'b, (i32, i32)>,
    for<'b> E: Drawable<SVGBackend<'b>>,
{
    area.draw(element).map_err(fault)
}

fn label_style() -> TextStyle<'static> {
    (FONT, 15).into_font().color(&INK)
}

impl NumberStyle {
    /// A number without zeros that say nothing.
    fn short(&self, number: f64) -> String {
        let text = format!("{number:.2}");
        let text = text.trim_end_matches('0').trim_end_matches('.');
        self.written(if text == "-0" { "0" } else { text })
    }

    /// A number with its interval.
    pub(super) fn estimate(&self, estimate: Estimate) -> String {
        let Estimate { value, interval, .. } = estimate;
        let decimals = if interval > 0.0 && interval < 0.05 { 2 } else { 1 };
        let power = 10_f64.powi(decimals);
        // Adding 0 makes 0 of −0.
        let value = (value * power).round() / power + 0.0;
        let decimals = decimals as usize;
        self.written(&format!("{value:.decimals$} ± {interval:.decimals$}"))
    }

    fn written(&self, number: &str) -> String {
        format!("{}{}", number.replace('-', "−").replace('.', &self.decimal_mark), self.unit)
    }
}

fn fault(error: impl std::fmt::Display) -> anyhow::Error {
    anyhow!("{error}")
}
