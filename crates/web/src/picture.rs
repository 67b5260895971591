//! A picture of the final board, to share. Its code is a chunk of its own, which is fetched when the
//! picture is asked for.

use bosworth_rules::{BySide, Position};
use bosworth_texts::{Fixed, ResultForReader};
use js_sys::{Array, Function, Object, Promise, Reflect};
use wasm_bindgen::prelude::{Closure, JsValue};
use wasm_bindgen::{JsCast, JsError};
use wasm_bindgen_futures::{JsFuture, spawn_local};
#[cfg(feature = "split")]
use wasm_split_helpers::{SplitLoaderError, wasm_split};
use web_sys::{
    Blob, CanvasRenderingContext2d, Element, File, FilePropertyBag, HtmlCanvasElement,
    HtmlImageElement,
};

use crate::app::AppContext;
use crate::browser;
use crate::geometry::SIZE;
use crate::language::{texts, tr};

/// The size of the picture, in pixels.
const WIDTH: u16 = 1080;
const HEIGHT: u16 = 1350;
/// The place of the board in it.
const BOARD_TOP: u16 = 220;
const BOARD_LEFT: u16 = 40;
const BOARD_LENGTH: u16 = WIDTH - 2 * BOARD_LEFT;

/// What is written above the board.
#[derive(Clone, Debug)]
pub struct PictureText {
    /// The result in a few words.
    pub title: String,
    /// The points of both sides.
    pub score: Option<String>,
}

impl PictureText {
    /// The result of a game.
    pub fn new(position: &Position, result: ResultForReader<'_>) -> Self {
        let BySide { red, white } = position.scores().map(|score| score.points);
        let title = texts().headline(position, result);
        Self { title, score: result.played.then(|| format!("{red} : {white}")) }
    }
}

/// Draws the board of this page and shares the picture, or downloads it where the device cannot share
/// files.
pub fn share_picture(app: AppContext, text: PictureText) {
    spawn_local(async move {
        if begin(app, text).await.is_err() {
            app.toast(tr("picture-failed"));
        }
    });
}

#[cfg(feature = "split")]
#[wasm_split(picture, fallible)]
#[allow(clippy::unnecessary_wraps, reason = "fetching its module can fail")]
fn begin(app: AppContext, text: PictureText) -> Result<(), SplitLoaderError> {
    spawn_local(draw_and_share(app, text));
    Ok(())
}

#[cfg(not(feature = "split"))]
#[allow(clippy::unused_async, reason = "a split point fetches its module")]
async fn begin(app: AppContext, text: PictureText) -> Result<(), ()> {
    spawn_local(draw_and_share(app, text));
    Ok(())
}

async fn draw_and_share(app: AppContext, text: PictureText) {
    let id = match draw(&text).await {
        // The share sheet says itself what was done.
        Ok(blob) => match offer(&blob, &text.title) {
            Ok(true) => return,
            Ok(false) => "picture-saved",
            Err(_) => "picture-failed",
        },
        Err(_) => "picture-failed",
    };
    app.toast(tr(id));
}

/// Draws the picture.
async fn draw(text: &PictureText) -> Result<Blob, JsValue> {
    let document = browser::document();
    let image: HtmlImageElement = document.create_element("img")?.unchecked_into();
    let source = js_sys::encode_uri_component(&svg()?);
    image.set_src(&format!("data:image/svg+xml,{}", String::from(source)));
    JsFuture::from(image.decode()).await?;
    let canvas: HtmlCanvasElement = document.create_element("canvas")?.unchecked_into();
    canvas.set_width(WIDTH.into());
    canvas.set_height(HEIGHT.into());
    let context = canvas.get_context("2d")?.ok_or_else(|| JsError::new("no canvas"))?;
    let context: CanvasRenderingContext2d = context.unchecked_into();
    context.draw_image_with_html_image_element(&image, 0.0, 0.0)?;
    context.set_text_align("center");
    let root = document.document_element().ok_or_else(|| JsError::new("no page"))?;
    let style = browser::window().get_computed_style(&root)?;
    let style = style.ok_or_else(|| JsError::new("no style"))?;
    let (width, height) = (f64::from(WIDTH), f64::from(HEIGHT));
    let write = |text: &str, size: u32, y: f64, colour: &str| {
        context.set_font(&format!("600 {size}px Grenze, Georgia, serif"));
        context.set_fill_style_str(&style.get_property_value(colour).unwrap_or_default());
        context.fill_text_with_max_width(text, width / 2.0, y, width - 80.0)
    };
    let title_at = if text.score.is_some() { 84.0 } else { 136.0 };
    write(&text.title, 60, title_at, "--oak-ink")?;
    if let Some(score) = &text.score {
        write(score, 104, 184.0, "--oak-ink")?;
    }
    write("Bosworth", 44, height - 60.0, "--oak-ink2")?;
    let made = Promise::new(&mut |resolve, reject| {
        let made = Closure::once_into_js(move |blob: JsValue| {
            let settle = if blob.is_null() { reject } else { resolve };
            let _ = settle.call1(&JsValue::NULL, &blob);
        });
        let _ = canvas.to_blob(made.unchecked_ref());
    });
    Ok(JsFuture::from(made).await?.unchecked_into())
}

/// The board of this page as a drawing of its own, on oak, in the colours of the light theme.
fn svg() -> Result<String, JsValue> {
    let document = browser::document();
    let find = |css: &str| -> Result<Element, JsValue> {
        document.query_selector(css)?.ok_or_else(|| JsError::new(css).into())
    };
    let (board, crown) = (find(".stage .board")?, find(".stage .board .crown")?);
    let (frame, place) = (board.get_bounding_client_rect(), crown.get_bounding_client_rect());
    let unit = SIZE / frame.width();
    let (x, y) = ((place.left() - frame.left()) * unit, (place.top() - frame.top()) * unit);
    let (x, y) = (Fixed(x, 1), Fixed(y + 5.0, 1));
    let crown = format!(r##"<use href="#crown" x="{x}" y="{y}" width="48" height="42"/>"##);
    let colours = board.get_attribute("data-colours").unwrap_or_default();
    let styles = find("style")?.text_content().unwrap_or_default();
    let sprite = find(".sprite defs")?.inner_html();
    let drawing = find(".stage .board > svg")?.inner_html();
    let scale = Fixed(f64::from(BOARD_LENGTH) / SIZE, 5);
    Ok(format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" data-theme="light" data-animation="off">
        <style><![CDATA[{styles}
        .oak1 {{ stop-color: var(--oak) }} .oak2 {{ stop-color: var(--oak2) }}]]></style>
        <defs>{sprite}<linearGradient id="oak" x2="0" y2="1"><stop class="oak1"/><stop offset="1" class="oak2"/></linearGradient></defs>
        <rect width="100%" height="100%" fill="url(#oak)"/>
        <g class="board" data-colours="{colours}" transform="translate({BOARD_LEFT} {BOARD_TOP}) scale({scale})">{drawing}{crown}</g></svg>"#
    ))
}

/// Shares the picture, or downloads it; returns whether the device's share sheet is open.
fn offer(blob: &Blob, title: &str) -> Result<bool, JsValue> {
    let options = FilePropertyBag::new();
    options.set_type("image/png");
    let file =
        File::new_with_blob_sequence_and_options(&Array::of1(blob), "bosworth.png", &options)?;
    let what = Object::new();
    Reflect::set(&what, &"files".into(), &Array::of1(&file))?;
    Reflect::set(&what, &"title".into(), &title.into())?;
    let navigator = browser::window().navigator();
    let method = |name: &str| Reflect::get(&navigator, &name.into())?.dyn_into::<Function>();
    let can = method("canShare").and_then(|can| can.call1(&navigator, &what));
    if browser::is_touch() && can.is_ok_and(|can| can.is_truthy()) {
        browser::settle(method("share")?.call1(&navigator, &what)?);
        return Ok(true);
    }
    browser::save_file("bosworth.png", &file)?;
    Ok(false)
}
